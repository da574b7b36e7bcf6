-- Up Migration

-- The background fills the search of a company in one call that goes to the company's server (decision 48). What a statement was
-- to hand over in a variable of a type of the schema, which another server did not know, it reads for itself.
CREATE FUNCTION continue_search(p_company uuid, p_rows integer) RETURNS boolean
  LANGUAGE plpgsql
  AS $$
  DECLARE
    progress record;
    written bigint;
  BEGIN
    INSERT INTO search_progress (company_id) VALUES (p_company) ON CONFLICT DO NOTHING;
    SELECT p.position, p.posted_at, p.document_id, p.mark, p.marked_at, p.complete_until, pg_current_xact_id() AS own,
        pg_snapshot_xmin(pg_current_snapshot()) AS ended
      INTO STRICT progress FROM search_progress p WHERE p.company_id = p_company FOR UPDATE;
    IF progress.mark IS NULL OR progress.ended > progress.mark OR progress.own <= progress.mark THEN
      IF progress.ended > progress.mark AND progress.own > progress.mark THEN
        progress.complete_until := greatest(progress.complete_until, progress.marked_at - interval '2 minutes');
      END IF;
      UPDATE search_progress p SET complete_until = progress.complete_until, mark = progress.own,
          marked_at = statement_timestamp()
        WHERE p.company_id = p_company;
    END IF;
    INSERT INTO document_search (company_id, position, document_id, posted_at, environment, doc_type, state, establishment,
        point_of_sale, control_number, generation_code, reception_stamp, customer, customer_ids, taxable, vat, gross,
        retention, total, invalidated, adjusted, contingency)
      SELECT d.company_id, s.position, s.document_id, s.posted_at, s.environment, s.doc_type, s.state, s.establishment,
        s.point_of_sale, s.control_number, s.generation_code, s.reception_stamp, s.customer, s.customer_ids, s.taxable, s.vat,
        s.gross, s.retention, s.total, s.invalidated, s.adjusted, s.contingency
      FROM (
          SELECT n.company_id, ROW(n.*)::documents AS document,
            progress.position + row_number() OVER (ORDER BY n.posted_at, n.document_id) AS position
          FROM documents n WHERE n.company_id = p_company AND n.posted_at < progress.complete_until
            AND (n.posted_at, n.document_id) > (progress.posted_at, progress.document_id)
          ORDER BY n.posted_at, n.document_id LIMIT p_rows) AS d,
        searchable(d.document, d.position) AS s;
    GET DIAGNOSTICS written = ROW_COUNT;
    IF written > 0 THEN
      UPDATE search_progress p SET position = s.position, posted_at = s.posted_at, document_id = s.document_id
        FROM document_search s WHERE p.company_id = p_company AND s.company_id = p_company
          AND s.position = progress.position + written;
      FOR full_block IN progress.position / 4096 .. (progress.position + written) / 4096 - 1 LOOP
        PERFORM write_postings(p_company, full_block);
      END LOOP;
    END IF;
    RETURN written = p_rows;
  END $$;

-- As before, in a form whose statements are planned by themselves.
CREATE OR REPLACE FUNCTION named_in(p_company uuid, p_kinds text[], p_documents uuid[], p_part text)
  RETURNS TABLE (kind text, doc_type text, item uuid, title text, code text, words text[], document_id uuid, line integer,
    posted_at timestamptz)
  LANGUAGE plpgsql STABLE
  AS $$
  #variable_conflict use_column
  BEGIN
    RETURN QUERY
      WITH walked AS MATERIALIZED (
        SELECT d.document_id, d.doc_type, d.posted_at, json_or_null(d.draft) AS body
        FROM documents d WHERE d.company_id = p_company AND d.document_id = ANY (p_documents)),
      parties AS (
        SELECT w.doc_type, w.document_id, w.posted_at, p.party ->> 'nombre' AS title, p.party ->> 'nrc' AS nrc,
          coalesce(p.party ->> 'nit', p.party ->> 'numDocumento') AS code
        FROM walked w, LATERAL (SELECT coalesce(w.body -> 'receptor', w.body -> 'sujetoExcluido')) AS p (party)
        WHERE 'customer' = ANY (p_kinds) AND json_typeof(p.party) = 'object'),
      sold AS (
        SELECT w.doc_type, w.document_id, w.posted_at, l.line ->> 'descripcion' AS title, l.line ->> 'codigo' AS code,
          l.place::integer AS place
        FROM walked w, json_array_elements(CASE WHEN json_typeof(w.body -> 'cuerpoDocumento') = 'array'
            THEN w.body -> 'cuerpoDocumento' ELSE '[]' END) WITH ORDINALITY AS l (line, place)
        WHERE 'product' = ANY (p_kinds) AND l.place <= 100),
      named AS (
        SELECT 'customer' AS kind, p.doc_type, regexp_replace(p.code, '[^0-9A-Za-z]', '', 'g') AS known_by, p.title, p.code,
          p.title || ' ' || regexp_replace(p.code, '[^0-9A-Za-z]', '', 'g')
            || coalesce(' ' || regexp_replace(p.nrc, '[^0-9A-Za-z]', '', 'g'), '') AS text, p.document_id, 0 AS line, p.posted_at
        FROM parties p WHERE p.title <> '' AND p.code <> ''
        UNION ALL
        SELECT 'product', s.doc_type, coalesce('c ' || s.code, 'd ' || s.title), s.title, s.code,
          s.title || coalesce(' ' || s.code, ''), s.document_id, s.place, s.posted_at
        FROM sold s WHERE s.title <> '' AND (s.code <> '' OR char_length(s.title) <= 250)),
      last_named AS (
        SELECT DISTINCT ON (n.kind, n.doc_type, md5(n.known_by)) n.* FROM named n
        WHERE p_part IS NULL OR strpos(fold_text(n.text), p_part) > 0
        ORDER BY n.kind, n.doc_type, md5(n.known_by), n.posted_at DESC, n.document_id DESC, n.line)
      SELECT n.kind, n.doc_type, md5(n.known_by)::uuid, n.title, n.code, words_of(n.text), n.document_id, n.line, n.posted_at
      FROM last_named n;
  END $$;

-- Walks the next rows of a company's search and remembers whom and what they name, as before, in statements that each
-- write one table.
CREATE FUNCTION continue_remembered(p_company uuid, p_rows integer, p_most integer) RETURNS boolean
  LANGUAGE plpgsql
  AS $$
  DECLARE
    low bigint;
    high bigint;
    last bigint;
    walked uuid[];
    latest json;
    touched record;
  BEGIN
    INSERT INTO remembered_progress (company_id) VALUES (p_company) ON CONFLICT DO NOTHING;
    SELECT r.position INTO STRICT low FROM remembered_progress r WHERE r.company_id = p_company FOR UPDATE;
    last := coalesce((SELECT p.position FROM search_progress p WHERE p.company_id = p_company), 0);
    -- A search that was taken back to before a late document comes by here again.
    high := least(low + p_rows, last);
    IF high > low THEN
      walked := ARRAY(SELECT s.document_id FROM document_search s
        WHERE s.company_id = p_company AND s.position > low AND s.position <= high
          AND s.state <> 'rejected' AND s.doc_type IN ('01', '03', '11', '14'));
      latest := (SELECT coalesce(json_agg(n), '[]') FROM named_in(p_company, ARRAY['customer', 'product'], walked, NULL) AS n);
      INSERT INTO remembered_words (company_id, kind, doc_type, word, item)
        SELECT p.company_id, l.kind, l.doc_type, t.word, l.item
        FROM remembered_progress p CROSS JOIN json_to_recordset(latest)
            AS l (kind text, doc_type text, item uuid, words text[])
          LEFT JOIN remembered r ON r.company_id = p.company_id AND r.kind = l.kind AND r.doc_type = l.doc_type AND r.item = l.item,
          unnest(l.words) AS t (word)
        -- Most were named before by the same words.
        WHERE p.company_id = p_company AND ' ' || array_to_string(l.words, ' ') IS DISTINCT FROM r.words
        ORDER BY l.kind, l.doc_type, t.word, l.item
        ON CONFLICT DO NOTHING;
      INSERT INTO remembered AS r (company_id, kind, doc_type, item, title, code, words, document_id, line, posted_at)
        SELECT p.company_id, l.kind, l.doc_type, l.item, left(l.title, 250), left(l.code, 50), ' ' || array_to_string(l.words, ' '),
          l.document_id, l.line, l.posted_at
        FROM remembered_progress p CROSS JOIN json_to_recordset(latest) AS l (kind text, doc_type text, item uuid, title text,
          code text, words text[], document_id uuid, line integer, posted_at timestamptz)
        WHERE p.company_id = p_company ORDER BY l.kind, l.doc_type, l.item
        ON CONFLICT (company_id, kind, doc_type, item) DO UPDATE SET title = excluded.title, code = excluded.code,
          words = excluded.words, document_id = excluded.document_id, line = excluded.line, posted_at = excluded.posted_at
        WHERE excluded.posted_at >= r.posted_at;
      FOR touched IN SELECT DISTINCT l.kind, l.doc_type FROM json_to_recordset(latest) AS l (kind text, doc_type text) LOOP
        PERFORM forget_remembered(p_company, touched.kind, touched.doc_type, p_most);
      END LOOP;
    END IF;
    IF high <> low THEN
      UPDATE remembered_progress r SET position = high WHERE r.company_id = p_company;
    END IF;
    RETURN high > low AND high < last;
  END $$;

-- The doors: of each the first is that of nodes of the version before.
CREATE OR REPLACE FUNCTION extend_search(p_company uuid, p_rows integer) RETURNS boolean
  LANGUAGE plpgsql
  SET role = 'sello_service'
  SET search_path = public, pg_temp
  SET enable_seqscan = off
  SET plan_cache_mode = force_generic_plan
  AS $$
  DECLARE
    is_more boolean;
  BEGIN
    PERFORM enter(p_company, NULL);
    is_more := continue_search(p_company, p_rows);
    PERFORM set_config('sello.company_id', '', true);
    RETURN is_more;
  END $$;
CREATE FUNCTION extend_search(p_anchor uuid, p_pass text, p_rows integer) RETURNS boolean
  LANGUAGE plpgsql
  SET search_path = public, pg_temp
  SET enable_seqscan = off
  SET plan_cache_mode = force_generic_plan
  AS $$
  DECLARE
    is_more boolean;
  BEGIN
    PERFORM take_turn(p_anchor, p_pass);
    is_more := continue_search(p_anchor, p_rows);
    PERFORM set_config('sello.company_id', '', true);
    RETURN is_more;
  END $$;
CREATE OR REPLACE FUNCTION extend_remembered(p_company uuid, p_rows integer, p_most integer) RETURNS boolean
  LANGUAGE plpgsql
  SET role = 'sello_service'
  SET search_path = public, pg_temp
  SET enable_seqscan = off
  SET enable_hashjoin = off
  SET enable_mergejoin = off
  SET jit = off
  SET plan_cache_mode = force_generic_plan
  AS $$
  DECLARE
    is_more boolean;
  BEGIN
    PERFORM enter(p_company, NULL);
    is_more := continue_remembered(p_company, p_rows, p_most);
    PERFORM set_config('sello.company_id', '', true);
    RETURN is_more;
  END $$;
CREATE FUNCTION extend_remembered(p_anchor uuid, p_pass text, p_rows integer, p_most integer) RETURNS boolean
  LANGUAGE plpgsql
  SET search_path = public, pg_temp
  SET enable_seqscan = off
  SET enable_hashjoin = off
  SET enable_mergejoin = off
  SET jit = off
  SET plan_cache_mode = force_generic_plan
  AS $$
  DECLARE
    is_more boolean;
  BEGIN
    PERFORM take_turn(p_anchor, p_pass);
    is_more := continue_remembered(p_anchor, p_rows, p_most);
    PERFORM set_config('sello.company_id', '', true);
    RETURN is_more;
  END $$;

GRANT SELECT, INSERT, UPDATE, DELETE ON remembered, remembered_words, remembered_progress TO sello_phases;
GRANT EXECUTE ON FUNCTION words_of, json_or_null, forget_remembered, named_in TO sello_phases;
GRANT CREATE ON SCHEMA public TO sello_phases;
DO $$
DECLARE
  name text;
  door regprocedure;
BEGIN
  FOREACH name IN ARRAY ARRAY['remembered', 'remembered_words', 'remembered_progress'] LOOP
    EXECUTE format($wall$CREATE POLICY turn ON %I TO sello_phases
      USING (company_id = nullif(current_setting('sello.company_id', true), '')::uuid)$wall$, name);
  END LOOP;
  FOREACH door IN ARRAY ARRAY['extend_search(uuid, text, integer)', 'extend_remembered(uuid, text, integer, integer)']::regprocedure[]
  LOOP
    EXECUTE format('ALTER FUNCTION %s SECURITY DEFINER', door);
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', door);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO sello_service', door);
    EXECUTE format('ALTER FUNCTION %s OWNER TO sello_phases', door);
  END LOOP;
END $$;
REVOKE CREATE ON SCHEMA public FROM sello_phases;
REVOKE ALL ON FUNCTION continue_search, continue_remembered FROM PUBLIC;
GRANT EXECUTE ON FUNCTION continue_search, continue_remembered TO sello_service, sello_phases;
