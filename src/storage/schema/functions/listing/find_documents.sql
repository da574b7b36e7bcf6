-- The first documents of a selection behind a key, newest or oldest first, and the key behind which the next ones
-- come; null where there are none. There may be fewer than p_limit although more follow.
CREATE OR REPLACE FUNCTION find_documents(p_company uuid, f list_filter, p_at timestamptz, p_id uuid,
    p_newest boolean, p_limit integer, OUT listed uuid[], OUT next_at timestamptz, OUT next_id uuid)
  RETURNS record
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  first_id CONSTANT uuid := '00000000-0000-0000-0000-000000000000';
  last_id CONSTANT uuid := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
  progress search_progress;
  -- Of the selection: behind this key, and before that one.
  after_at timestamptz := coalesce(f.since_at - interval '1 microsecond', '-infinity');
  after_id uuid := last_id;
  before_at timestamptz := coalesce(f.until_at, 'infinity');
  before_id uuid := first_id;
  fresh record;
  indexed record;
  low bigint;
  high bigint;
  fresh_turn boolean := p_newest;
  wanted integer := p_limit + 1;
BEGIN
  listed := '{}';
  IF p_newest AND p_id IS NOT NULL AND (p_at, p_id) < (before_at, before_id) THEN
    before_at := p_at;
    before_id := p_id;
  ELSIF NOT p_newest AND p_id IS NOT NULL AND (p_at, p_id) > (after_at, after_id) THEN
    after_at := p_at;
    after_id := p_id;
  END IF;
  SELECT * INTO progress FROM search_progress p WHERE p.company_id = p_company;
  progress.position := coalesce(progress.position, 0);
  progress.posted_at := coalesce(progress.posted_at, '-infinity');
  progress.document_id := coalesce(progress.document_id, first_id);
  FOR turn IN 1 .. 2 LOOP
    IF fresh_turn THEN
      SELECT * INTO fresh FROM find_fresh(p_company, f,
        CASE WHEN (after_at, after_id) > (progress.posted_at, progress.document_id) THEN after_at ELSE progress.posted_at END,
        CASE WHEN (after_at, after_id) > (progress.posted_at, progress.document_id) THEN after_id ELSE progress.document_id END,
        before_at, before_id, p_newest, wanted - cardinality(listed));
      listed := listed || fresh.listed;
      IF cardinality(listed) < wanted AND NOT fresh.is_done THEN
        next_at := fresh.last_at;
        next_id := fresh.last_id;
        RETURN;
      END IF;
    ELSE
      low := search_position(p_company, after_at, after_id) + 1;
      high := search_position(p_company, before_at, before_id);
      high := high - (SELECT count(*) FROM document_search s WHERE s.company_id = p_company AND s.position = high
                        AND (s.posted_at, s.document_id) = (before_at, before_id));
      SELECT * INTO indexed FROM find_indexed(p_company, f, low, high, p_newest, wanted - cardinality(listed));
      listed := listed || ARRAY(
        SELECT s.document_id FROM unnest(indexed.positions) WITH ORDINALITY AS i (position, place)
          JOIN document_search s ON s.company_id = p_company AND s.position = i.position ORDER BY i.place);
      IF cardinality(listed) < wanted AND indexed.edge BETWEEN low AND high THEN
        SELECT s.posted_at, s.document_id INTO next_at, next_id FROM document_search s
          WHERE s.company_id = p_company AND s.position = indexed.edge + CASE WHEN p_newest THEN 1 ELSE -1 END;
        RETURN;
      END IF;
    END IF;
    EXIT WHEN cardinality(listed) >= wanted;
    fresh_turn := NOT fresh_turn;
  END LOOP;
  IF cardinality(listed) >= wanted THEN
    listed := listed[1:p_limit];
    SELECT d.posted_at, d.document_id INTO next_at, next_id FROM documents d
      WHERE d.company_id = p_company AND d.document_id = listed[p_limit];
  END IF;
END
$$;
GRANT EXECUTE ON FUNCTION find_documents TO sello_service, sello_operator, sello_phases;
