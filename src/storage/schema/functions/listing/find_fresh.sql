-- Of the documents between two keys, without the keys themselves, those that match, p_limit at the most, as they
-- stand in their own table; `last_at` and `last_id` are the key of the last one that was looked at, of 2,000 at the
-- most.
CREATE OR REPLACE FUNCTION find_fresh(p_company uuid, f list_filter, p_after_at timestamptz, p_after_id uuid,
    p_before_at timestamptz, p_before_id uuid, p_newest boolean, p_limit integer, OUT listed uuid[],
    OUT last_at timestamptz, OUT last_id uuid, OUT is_done boolean)
  RETURNS record
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  newest_first CURSOR FOR SELECT * FROM documents n
    WHERE n.company_id = p_company AND (n.posted_at, n.document_id) > (p_after_at, p_after_id)
      AND (n.posted_at, n.document_id) < (p_before_at, p_before_id)
    ORDER BY n.posted_at DESC, n.document_id DESC LIMIT 2000;
  oldest_first CURSOR FOR SELECT * FROM documents n
    WHERE n.company_id = p_company AND (n.posted_at, n.document_id) > (p_after_at, p_after_id)
      AND (n.posted_at, n.document_id) < (p_before_at, p_before_id)
    ORDER BY n.posted_at, n.document_id LIMIT 2000;
  d documents;
  plain boolean := is_plain(f);
  looked integer := 0;
BEGIN
  listed := '{}';
  is_done := false;
  IF p_newest THEN
    OPEN newest_first;
  ELSE
    OPEN oldest_first;
  END IF;
  WHILE cardinality(listed) < p_limit LOOP
    IF p_newest THEN
      FETCH newest_first INTO d;
    ELSE
      FETCH oldest_first INTO d;
    END IF;
    IF NOT FOUND THEN
      is_done := looked < 2000;
      RETURN;
    END IF;
    looked := looked + 1;
    last_at := d.posted_at;
    last_id := d.document_id;
    IF d.environment = f.environment AND (f.doc_types IS NULL OR d.doc_type = ANY (f.doc_types))
      AND (f.establishment IS NULL OR d.establishment = f.establishment)
      AND (f.point_of_sale IS NULL OR d.point_of_sale = f.point_of_sale)
      AND (plain OR search_matches(searchable(d, 0), f)) THEN
      listed := listed || d.document_id;
    END IF;
  END LOOP;
END
$$;
GRANT EXECUTE ON FUNCTION find_fresh TO sello_service, sello_operator, sello_phases;
