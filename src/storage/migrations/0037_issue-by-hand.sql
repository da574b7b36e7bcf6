-- Up Migration

-- Customers and products of earlier sales, by the last document of each type that names them: what a form offers is read
-- back from that document. The background writes them as it walks the documents behind the search.
CREATE TABLE remembered (
  company_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('customer', 'product')),
  doc_type text NOT NULL,
  -- The hash of what the customer or product is known by.
  item uuid NOT NULL,
  title text NOT NULL,
  -- The identity number of a customer, the code of a product; null for a product that is known by its description.
  code text,
  -- The words of title and codes, without case and accents, with a blank before each.
  words text NOT NULL,
  document_id uuid NOT NULL,
  -- The place of the line in its document, from 1; 0 for a customer.
  line integer NOT NULL,
  posted_at timestamptz NOT NULL,
  -- It has no other index: a plan that was made while the table was small might look for an item by that.
  PRIMARY KEY (company_id, kind, doc_type, item)
);

-- A word that a customer or product was once found by may stay: whoever comes by it looks at the row.
CREATE TABLE remembered_words (
  company_id uuid NOT NULL,
  kind text NOT NULL,
  doc_type text NOT NULL,
  word text COLLATE "C" NOT NULL,
  item uuid NOT NULL,
  PRIMARY KEY (company_id, kind, doc_type, word, item)
);

-- The row of the search up to which documents have been walked.
CREATE TABLE remembered_progress (
  company_id uuid PRIMARY KEY,
  position bigint NOT NULL DEFAULT 0
);

-- A form that somebody fills in, until what it says is issued.
CREATE TABLE begun_forms (
  company_id uuid NOT NULL,
  user_id uuid NOT NULL,
  -- Under which it is issued.
  external_ref text NOT NULL CHECK (char_length(external_ref) BETWEEN 1 AND 100),
  doc_type text NOT NULL,
  -- The fields by their names, as they were typed.
  fields jsonb NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (company_id, user_id, external_ref)
);

DO $$
DECLARE
  relation text;
  wall record;
BEGIN
  FOREACH relation IN ARRAY ARRAY['remembered', 'remembered_words', 'remembered_progress', 'begun_forms']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', relation);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', relation);
    -- The walls around it are those around the documents.
    FOR wall IN SELECT polname, pg_get_expr(polqual, polrelid) AS proof,
        CASE polname WHEN 'tenant' THEN 'sello_service' ELSE 'sello_operator' END AS visitor
      FROM pg_policy WHERE polrelid = 'documents'::regclass
    LOOP
      EXECUTE format('CREATE POLICY %I ON %I TO %I USING (%s)', wall.polname, relation, wall.visitor, wall.proof);
    END LOOP;
  END LOOP;
END $$;
-- Nothing of the first three that could not be made again from the documents.
GRANT SELECT, INSERT, UPDATE, DELETE ON remembered, remembered_words, remembered_progress, begun_forms TO sello_service;
GRANT SELECT ON remembered, remembered_words, remembered_progress, begun_forms TO sello_operator;

-- The words of a text, without case and accents, each once and of at most 30 characters; the first twelve.
CREATE FUNCTION words_of(p_text text) RETURNS text[]
  LANGUAGE sql IMMUTABLE STRICT
  AS $$
    SELECT coalesce(array_agg(w.word ORDER BY w.place), '{}') FROM (
      SELECT left(t.word, 30) AS word, min(t.place) AS place
      FROM regexp_split_to_table(fold_text(left(p_text, 300)), '[[:space:][:punct:]«»“”‘’¿¡·]+') WITH ORDINALITY AS t (word, place)
      WHERE t.word <> '' GROUP BY left(t.word, 30) ORDER BY min(t.place) LIMIT 12) AS w
  $$;

-- A text that may be no JSON; null then.
CREATE FUNCTION json_or_null(p_text text) RETURNS json
  LANGUAGE plpgsql IMMUTABLE STRICT
  AS $$
  BEGIN
    RETURN p_text::json;
  EXCEPTION WHEN invalid_text_representation THEN
    RETURN NULL;
  END $$;

-- Forgets all but the latest of a kind and type, with their words, as soon as there are a tenth too many.
CREATE FUNCTION forget_remembered(p_company uuid, p_kind text, p_type text, p_most integer) RETURNS void
  LANGUAGE plpgsql
  AS $$
  DECLARE
    edge record;
    gone record;
  BEGIN
    IF (SELECT count(*) FROM remembered o WHERE o.company_id = p_company AND o.kind = p_kind AND o.doc_type = p_type)
        <= p_most + p_most / 10 THEN
      RETURN;
    END IF;
    SELECT o.posted_at INTO edge FROM remembered o
      WHERE o.company_id = p_company AND o.kind = p_kind AND o.doc_type = p_type
      ORDER BY o.posted_at DESC OFFSET p_most LIMIT 1;
    IF NOT FOUND THEN
      RETURN;
    END IF;
    FOR gone IN
      DELETE FROM remembered r
      WHERE r.company_id = p_company AND r.kind = p_kind AND r.doc_type = p_type
        AND r.posted_at <= edge.posted_at
      RETURNING r.item, r.words
    LOOP
      DELETE FROM remembered_words w
        WHERE w.company_id = p_company AND w.kind = p_kind AND w.doc_type = p_type
          AND w.word = ANY (string_to_array(ltrim(gone.words), ' ')) AND w.item = gone.item;
    END LOOP;
  END $$;

-- Walks the next rows of a company's search and remembers whom and what they name; answers whether there may be more. What
-- Hacienda rejected may be wrong, and a note repeats its CCF. Of a document the first 100 lines count, and of a type the
-- p_most customers and products that were named last.
CREATE FUNCTION extend_remembered(p_company uuid, p_rows integer, p_most integer) RETURNS boolean
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
        WITH walked AS MATERIALIZED (
          SELECT s.document_id, s.doc_type, s.posted_at, json_or_null(d.draft) AS body
          FROM document_search s JOIN documents d ON d.company_id = s.company_id AND d.document_id = s.document_id
          WHERE s.company_id = p_company AND s.position > low AND s.position <= high
            AND s.state <> 'rejected' AND s.doc_type IN ('01', '03', '11', '14')),
        parties AS (
          SELECT w.doc_type, w.document_id, w.posted_at, p.party ->> 'nombre' AS title, p.party ->> 'nrc' AS nrc,
            coalesce(p.party ->> 'nit', p.party ->> 'numDocumento') AS code
          FROM walked w, LATERAL (SELECT coalesce(w.body -> 'receptor', w.body -> 'sujetoExcluido')) AS p (party)
          WHERE json_typeof(p.party) = 'object'),
        sold AS (
          SELECT w.doc_type, w.document_id, w.posted_at, l.line ->> 'descripcion' AS title, l.line ->> 'codigo' AS code,
            l.place::integer AS place
          FROM walked w, json_array_elements(CASE WHEN json_typeof(w.body -> 'cuerpoDocumento') = 'array'
              THEN w.body -> 'cuerpoDocumento' ELSE '[]' END) WITH ORDINALITY AS l (line, place)
          WHERE l.place <= 100),
        named (kind, doc_type, known_by, title, code, words, document_id, line, posted_at) AS (
          SELECT 'customer', p.doc_type, regexp_replace(p.code, '[^0-9A-Za-z]', '', 'g'), p.title, p.code,
            words_of(p.title || ' ' || regexp_replace(p.code, '[^0-9A-Za-z]', '', 'g')
              || coalesce(' ' || regexp_replace(p.nrc, '[^0-9A-Za-z]', '', 'g'), '')), p.document_id, 0, p.posted_at
          FROM parties p WHERE p.title <> '' AND p.code <> ''
          UNION ALL
          SELECT 'product', s.doc_type, coalesce('c ' || s.code, 'd ' || s.title), s.title, s.code,
            words_of(s.title || coalesce(' ' || s.code, '')), s.document_id, s.place, s.posted_at
          FROM sold s WHERE s.title <> '' AND (s.code <> '' OR char_length(s.title) <= 250)),
        latest AS (
          SELECT DISTINCT ON (n.kind, n.doc_type, md5(n.known_by)) n.*, md5(n.known_by)::uuid AS item FROM named n
          ORDER BY n.kind, n.doc_type, md5(n.known_by), n.posted_at DESC, n.document_id DESC, n.line),
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
-- shows it. The longest word leads to at most p_looked rows of a type.
CREATE FUNCTION search_remembered(p_company uuid, p_kind text, p_types text[], p_text text, p_looked integer, p_limit integer)
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
    RETURN QUERY
      SELECT f.doc_type, f.item, f.title, f.code, f.document_id, f.line FROM (
        SELECT DISTINCT ON (r.item) r.* FROM unnest(types, items) WITH ORDINALITY AS c (doc_type, item, place)
          CROSS JOIN LATERAL (
            SELECT o.* FROM remembered o
            WHERE o.company_id = p_company AND o.kind = p_kind AND o.doc_type = c.doc_type AND o.item = c.item
            OFFSET 0) AS r
        WHERE NOT EXISTS (SELECT FROM unnest(asked) AS a WHERE strpos(r.words, ' ' || a) = 0)
        ORDER BY r.item, c.place) AS f
      ORDER BY f.posted_at DESC, f.item LIMIT p_limit;
    PERFORM set_config('sello.company_id', '', true);
  END $$;

-- Companies with documents that the search may take up, or that are in the search and not remembered.
CREATE OR REPLACE FUNCTION due_searches(p_total integer, p_after uuid) RETURNS TABLE (company_id uuid)
  LANGUAGE plpgsql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp
  SET enable_seqscan = off
  SET enable_hashjoin = off
  SET enable_mergejoin = off
  SET plan_cache_mode = force_generic_plan
  AS $$
  #variable_conflict use_column
  BEGIN
    RETURN QUERY
      SELECT c.company_id FROM companies c
      WHERE EXISTS (
        SELECT FROM documents d WHERE d.company_id = c.company_id
          AND (d.posted_at, d.document_id) > (
            coalesce((SELECT p.posted_at FROM search_progress p WHERE p.company_id = c.company_id), '-infinity'),
            coalesce((SELECT p.document_id FROM search_progress p WHERE p.company_id = c.company_id),
              '00000000-0000-0000-0000-000000000000'))
          AND d.posted_at < statement_timestamp() - interval '2 minutes')
        OR coalesce((SELECT p.position FROM search_progress p WHERE p.company_id = c.company_id), 0)
          > coalesce((SELECT r.position FROM remembered_progress r WHERE r.company_id = c.company_id), 0)
      ORDER BY coalesce(c.company_id <= p_after, false), c.company_id LIMIT p_total;
  END $$;

REVOKE ALL ON FUNCTION words_of, json_or_null, forget_remembered, extend_remembered, search_remembered FROM PUBLIC;
GRANT EXECUTE ON FUNCTION words_of, json_or_null, forget_remembered, extend_remembered, search_remembered TO sello_service;
