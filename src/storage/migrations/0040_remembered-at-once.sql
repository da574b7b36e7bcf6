-- Up Migration

-- Whom and what documents name, each by the last of them: customers, products, or both. Of a document the first 100 lines count.
-- Where p_part is given, those alone in whose words it stands; to take words apart costs more than to read the documents.
CREATE FUNCTION named_in(p_company uuid, p_kinds text[], p_documents uuid[], p_part text)
  RETURNS TABLE (kind text, doc_type text, item uuid, title text, code text, words text[], document_id uuid, line integer,
    posted_at timestamptz)
  LANGUAGE sql STABLE
  AS $$
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
    named (kind, doc_type, known_by, title, code, text, document_id, line, posted_at) AS (
      SELECT 'customer', p.doc_type, regexp_replace(p.code, '[^0-9A-Za-z]', '', 'g'), p.title, p.code,
        p.title || ' ' || regexp_replace(p.code, '[^0-9A-Za-z]', '', 'g')
          || coalesce(' ' || regexp_replace(p.nrc, '[^0-9A-Za-z]', '', 'g'), ''), p.document_id, 0, p.posted_at
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
    FROM last_named n
  $$;

-- Of the newest 100 documents, those of these types that the walk has not come to; what Hacienda rejected may be wrong, and
-- large ones are left to the walk.
CREATE FUNCTION unwalked_documents(p_company uuid, p_types text[]) RETURNS uuid[]
  LANGUAGE plpgsql STABLE
  AS $$
  DECLARE
    walked_at timestamptz := '-infinity';
    walked_id uuid := '00000000-0000-0000-0000-000000000000';
    walked record;
  BEGIN
    SELECT s.posted_at, s.document_id INTO walked FROM remembered_progress r
      JOIN document_search s ON s.company_id = r.company_id AND s.position = r.position
      WHERE r.company_id = p_company;
    IF FOUND THEN
      walked_at := walked.posted_at;
      walked_id := walked.document_id;
    END IF;
    RETURN ARRAY(
      SELECT n.document_id FROM (
        SELECT d.document_id, d.doc_type, d.state, octet_length(d.draft) AS size FROM documents d
        WHERE d.company_id = p_company AND (d.posted_at, d.document_id) > (walked_at, walked_id)
        ORDER BY d.posted_at DESC, d.document_id DESC LIMIT 100) AS n
      WHERE n.doc_type = ANY (p_types) AND n.state <> 'rejected' AND n.size <= 32768);
  END $$;

-- Walks the next rows of a company's search and remembers whom and what they name; answers whether there may be more. What
-- Hacienda rejected may be wrong, and a note repeats its CCF. Of a document the first 100 lines count, and of a type the
-- p_most customers and products that were named last.
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
    low bigint;
    high bigint;
    last bigint;
    touched record;
  BEGIN
    PERFORM set_config('sello.company_id', p_company::text, true);
    INSERT INTO remembered_progress (company_id) VALUES (p_company) ON CONFLICT DO NOTHING;
    SELECT r.position INTO STRICT low FROM remembered_progress r WHERE r.company_id = p_company FOR UPDATE;
    last := coalesce((SELECT p.position FROM search_progress p WHERE p.company_id = p_company), 0);
    -- A search that was taken back to before a late document comes by here again.
    high := least(low + p_rows, last);
    IF high > low THEN
      FOR touched IN
        WITH latest AS MATERIALIZED (
          SELECT * FROM named_in(p_company, ARRAY['customer', 'product'], ARRAY(
            SELECT s.document_id FROM document_search s
            WHERE s.company_id = p_company AND s.position > low AND s.position <= high
              AND s.state <> 'rejected' AND s.doc_type IN ('01', '03', '11', '14')), NULL)),
        kept AS (
          INSERT INTO remembered AS r (company_id, kind, doc_type, item, title, code, words, document_id, line, posted_at)
            SELECT p_company, l.kind, l.doc_type, l.item, left(l.title, 250), left(l.code, 50),
              ' ' || array_to_string(l.words, ' '), l.document_id, l.line, l.posted_at
            FROM latest l ORDER BY l.kind, l.doc_type, l.item
            ON CONFLICT (company_id, kind, doc_type, item) DO UPDATE SET title = excluded.title, code = excluded.code,
              words = excluded.words, document_id = excluded.document_id, line = excluded.line, posted_at = excluded.posted_at
            WHERE excluded.posted_at >= r.posted_at),
        worded AS (
          INSERT INTO remembered_words (company_id, kind, doc_type, word, item)
            SELECT p_company, l.kind, l.doc_type, t.word, l.item FROM latest l, unnest(l.words) AS t (word)
            -- Most were named before by the same words.
            WHERE ' ' || array_to_string(l.words, ' ') IS DISTINCT FROM (SELECT r.words FROM remembered r
              WHERE r.company_id = p_company AND r.kind = l.kind AND r.doc_type = l.doc_type AND r.item = l.item)
            ORDER BY l.kind, l.doc_type, t.word, l.item
            ON CONFLICT DO NOTHING)
        SELECT DISTINCT l.kind, l.doc_type FROM latest l
      LOOP
        PERFORM forget_remembered(p_company, touched.kind, touched.doc_type, p_most);
      END LOOP;
    END IF;
    IF high <> low THEN
      UPDATE remembered_progress r SET position = high WHERE r.company_id = p_company;
    END IF;
    PERFORM set_config('sello.company_id', '', true);
    RETURN high > low AND high < last;
  END $$;

-- The customers or products whose words begin with each of these. Of the types each is asked for, the first that names one
-- shows it. The longest word leads to at most p_looked rows of a type. What the walk has not come to is looked at as it is, so that a
-- sale is known a moment later.
CREATE OR REPLACE FUNCTION search_remembered(p_company uuid, p_kind text, p_types text[], p_text text, p_looked integer, p_limit integer)
  RETURNS TABLE (doc_type text, item uuid, title text, code text, document_id uuid, line integer)
  LANGUAGE plpgsql
  SET role = 'sello_service'
  SET search_path = public, pg_temp
  SET enable_seqscan = off
  SET enable_hashjoin = off
  SET enable_mergejoin = off
  SET jit = off
  SET plan_cache_mode = force_generic_plan
  AS $$
  #variable_conflict use_column
  DECLARE
    -- A number is typed with its hyphens or without.
    asked text[] := words_of(CASE WHEN p_text ~ '^[0-9 -]+$' THEN translate(p_text, ' -', '') ELSE p_text END);
    longest text := (SELECT a FROM unnest(asked) AS a ORDER BY char_length(a) DESC, a LIMIT 1);
    wanted text;
    found uuid[];
    types text[] := '{}';
    items uuid[] := '{}';
    fresh uuid[] := '{}';
  BEGIN
    PERFORM set_config('sello.company_id', p_company::text, true);
    FOREACH wanted IN ARRAY p_types LOOP
      found := ARRAY(SELECT x.item FROM remembered_words x
        WHERE x.company_id = p_company AND x.kind = p_kind AND x.doc_type = wanted
          AND x.word >= longest AND x.word < longest || chr(1114111)
        ORDER BY x.word, x.item LIMIT p_looked);
      types := types || array_fill(wanted, ARRAY[cardinality(found)]);
      items := items || found;
    END LOOP;
    IF longest IS NOT NULL THEN
      fresh := unwalked_documents(p_company, p_types);
    END IF;
    RETURN QUERY
      SELECT f.doc_type, f.item, f.title, f.code, f.document_id, f.line FROM (
        SELECT DISTINCT ON (r.item) r.* FROM (
          SELECT o.* FROM unnest(types, items) AS c (doc_type, item)
            CROSS JOIN LATERAL (
              SELECT o.doc_type, o.item, o.title, o.code, o.words, o.document_id, o.line, o.posted_at FROM remembered o
              WHERE o.company_id = p_company AND o.kind = p_kind AND o.doc_type = c.doc_type AND o.item = c.item
              OFFSET 0) AS o
          UNION ALL
          SELECT n.doc_type, n.item, n.title, n.code, ' ' || array_to_string(n.words, ' '), n.document_id, n.line, n.posted_at
            FROM named_in(p_company, ARRAY[p_kind], fresh, longest) AS n) AS r
        WHERE NOT EXISTS (SELECT FROM unnest(asked) AS a WHERE strpos(r.words, ' ' || a) = 0)
        ORDER BY r.item, array_position(p_types, r.doc_type), r.posted_at DESC) AS f
      ORDER BY f.posted_at DESC, f.item LIMIT p_limit;
    PERFORM set_config('sello.company_id', '', true);
  END $$;

-- One of those that a search has shown, as the last document of the type says it.
CREATE FUNCTION find_remembered(p_company uuid, p_kind text, p_type text, p_item uuid)
  RETURNS TABLE (doc_type text, item uuid, title text, code text, document_id uuid, line integer)
  LANGUAGE plpgsql
  SET role = 'sello_service'
  SET search_path = public, pg_temp
  SET enable_seqscan = off
  SET jit = off
  SET plan_cache_mode = force_generic_plan
  AS $$
  #variable_conflict use_column
  BEGIN
    PERFORM set_config('sello.company_id', p_company::text, true);
    RETURN QUERY
      SELECT f.doc_type, f.item, f.title, f.code, f.document_id, f.line FROM (
        SELECT o.doc_type, o.item, o.title, o.code, o.document_id, o.line, o.posted_at FROM remembered o
          WHERE o.company_id = p_company AND o.kind = p_kind AND o.doc_type = p_type AND o.item = p_item
        UNION ALL
        SELECT n.doc_type, n.item, n.title, n.code, n.document_id, n.line, n.posted_at
          FROM named_in(p_company, ARRAY[p_kind], unwalked_documents(p_company, ARRAY[p_type]), NULL) AS n
          WHERE n.item = p_item) AS f
      ORDER BY f.posted_at DESC LIMIT 1;
    PERFORM set_config('sello.company_id', '', true);
  END $$;

REVOKE ALL ON FUNCTION named_in, unwalked_documents, find_remembered FROM PUBLIC;
GRANT EXECUTE ON FUNCTION named_in, unwalked_documents, find_remembered TO sello_service;
