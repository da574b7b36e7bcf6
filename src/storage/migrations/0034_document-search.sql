-- Up Migration

-- Documents are listed in the order of their issue, newest or oldest first (decision 27).
CREATE INDEX documents_issued ON documents (company_id, posted_at, document_id);

-- What lists are searched by: one narrow row for each document, in the order of issue, which the background writes some
-- minutes after the document. Issuing writes none of it; what is not here yet is looked up in the documents themselves.
CREATE TABLE document_search (
  company_id uuid NOT NULL,
  -- Counts the documents of a company in the order of (posted_at, document_id), from 1 without gaps.
  position bigint NOT NULL,
  document_id uuid NOT NULL,
  posted_at timestamptz NOT NULL,
  environment text NOT NULL,
  doc_type text NOT NULL,
  -- As callers are told it: stamped, rejected, or contingency for whatever has no verdict.
  state text NOT NULL,
  establishment text NOT NULL,
  point_of_sale text NOT NULL,
  control_number text NOT NULL,
  generation_code text NOT NULL,
  reception_stamp text,
  -- Without case and accents.
  customer text NOT NULL,
  -- 'nit ...', 'nrc ...', 'dui ...', digits alone.
  customer_ids text[] NOT NULL,
  -- In cents.
  taxable bigint NOT NULL,
  vat bigint NOT NULL,
  gross bigint NOT NULL,
  retention bigint NOT NULL,
  total bigint NOT NULL,
  invalidated boolean NOT NULL,
  adjusted boolean NOT NULL,
  contingency boolean NOT NULL,
  PRIMARY KEY (company_id, position)
);
CREATE INDEX document_search_code ON document_search (company_id, generation_code);
CREATE INDEX document_search_stamp ON document_search (company_id, reception_stamp) WHERE reception_stamp IS NOT NULL;

-- Which documents of a block of 4,096 positions have a term, such as a type, a customer's NIT or three letters of a name. A
-- block gets its postings when it is full. Terms are hashes: whoever comes by a posting looks at the row.
CREATE TABLE document_postings (
  company_id uuid NOT NULL,
  term integer NOT NULL,
  block bigint NOT NULL,
  -- How many documents of the block have it; their places in the block, null where most have it.
  documents smallint NOT NULL,
  places smallint[],
  PRIMARY KEY (company_id, term, block) INCLUDE (documents)
);

-- The last row of a company. All documents up to it are in the search, and what changes in one of them is changed there.
CREATE TABLE search_progress (
  company_id uuid PRIMARY KEY,
  position bigint NOT NULL DEFAULT 0,
  posted_at timestamptz NOT NULL DEFAULT '-infinity',
  document_id uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
  -- All transactions that wrote before marked_at have ended once every one up to this has. (The end of a snapshot would not
  -- do: transactions beyond it may be running.)
  mark xid8,
  marked_at timestamptz,
  -- Every document of an earlier instant is committed.
  complete_until timestamptz NOT NULL DEFAULT '-infinity'
);

DO $$
DECLARE
  relation text;
  wall record;
BEGIN
  FOREACH relation IN ARRAY ARRAY['document_search', 'document_postings', 'search_progress']
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
-- Nothing here that could not be made again from the documents.
GRANT SELECT, INSERT, UPDATE, DELETE ON document_search, document_postings, search_progress
  TO sello_service, sello_operator;

-- The text without case, accents and doubled blanks, as src/catalogs/fold.ts folds it.
CREATE FUNCTION fold_text(p_text text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT
  RETURN btrim(regexp_replace(CASE WHEN octet_length(p_text) = char_length(p_text) THEN lower(p_text)
    ELSE regexp_replace(lower(normalize(p_text, NFD)), '[\u0300-\u036f]', '', 'g') END, '\s+', ' ', 'g'));

CREATE FUNCTION cents(p_amount text) RETURNS bigint
  LANGUAGE sql IMMUTABLE STRICT
  RETURN (p_amount::numeric * 100)::bigint;

-- A document as it stands in the search. One that cannot be read is found by what its row says.
CREATE FUNCTION searchable(d documents, p_position bigint) RETURNS document_search
  LANGUAGE plpgsql STABLE
  AS $$
  DECLARE
    s document_search;
    party json;
    nit text;
    dui text;
  BEGIN
    s.company_id := d.company_id;
    s.position := p_position;
    s.document_id := d.document_id;
    s.posted_at := d.posted_at;
    s.environment := d.environment;
    s.doc_type := d.doc_type;
    s.state := CASE WHEN d.state IN ('stamped', 'rejected') THEN d.state
                    WHEN d.doubt ->> 'about' = 'copy' THEN 'rejected' ELSE 'contingency' END;
    s.establishment := d.establishment;
    s.point_of_sale := d.point_of_sale;
    s.control_number := d.control_number;
    s.generation_code := d.generation_code;
    s.reception_stamp := d.reception_stamp;
    s.customer := coalesce(fold_text(d.summary ->> 'customerName'), '');
    s.taxable := coalesce(cents(d.summary ->> 'amountTaxable'), 0);
    s.vat := coalesce(cents(d.summary ->> 'amountVat'), 0);
    s.gross := coalesce(cents(d.summary ->> 'amountGross'), 0);
    s.retention := coalesce(cents(d.summary ->> 'amountRetention'), 0);
    s.total := coalesce(cents(d.summary ->> 'amountTotal'), 0);
    s.contingency := d.contingency_since IS NOT NULL OR s.state = 'contingency';
    BEGIN
      -- A null of JSON has no fields.
      party := d.draft::json;
      party := coalesce(party -> 'receptor', party -> 'sujetoExcluido');
      nit := regexp_replace(coalesce(party ->> 'nit',
        CASE WHEN party ->> 'tipoDocumento' = '36' THEN party ->> 'numDocumento' END), '[^0-9]', '', 'g');
      dui := regexp_replace(CASE WHEN party ->> 'tipoDocumento' = '13' THEN party ->> 'numDocumento' END, '[^0-9]', '', 'g');
      -- A person's NIT may be the number of the DUI, of nine digits.
      s.customer_ids := array_remove(ARRAY['nit ' || nit,
        'nrc ' || regexp_replace(party ->> 'nrc', '[^0-9]', '', 'g'),
        'dui ' || coalesce(dui, CASE WHEN char_length(nit) = 9 THEN nit END)], NULL);
    EXCEPTION WHEN invalid_text_representation THEN
      s.customer_ids := '{}';
    END;
    s.invalidated := EXISTS (SELECT FROM invalidations i WHERE i.company_id = d.company_id
        AND i.document_id = d.document_id AND i.state IN ('open', 'sealed'));
    s.adjusted := false;
    IF d.doc_type = '03' THEN
      SELECT count(*) > 0, s.invalidated OR coalesce(bool_or(n.adjust_mode = 'full'), false)
        INTO s.adjusted, s.invalidated
        FROM documents n LEFT JOIN invalidations i ON i.company_id = n.company_id AND i.document_id = n.document_id
        WHERE n.company_id = d.company_id AND n.adjusts = d.document_id AND n.state <> 'rejected'
          AND n.doubt ->> 'about' IS DISTINCT FROM 'copy' AND i.state IS DISTINCT FROM 'sealed';
    END IF;
    RETURN s;
  END $$;

CREATE FUNCTION search_term(p_text text) RETURNS integer
  LANGUAGE sql IMMUTABLE STRICT
  RETURN (hashtextextended(p_text, 0) >> 32)::integer;

-- Of a text of three characters or more, each three that stand side by side.
CREATE FUNCTION threes(p_text text) RETURNS SETOF text
  LANGUAGE sql IMMUTABLE STRICT
  AS $$ SELECT substr(p_text, i, 3) FROM generate_series(1, char_length(p_text) - 2) AS i $$;

-- All but those of the customer's name and the number. Amounts go by the number of their digits, by their first three as
-- well, and whole: 12345 is of '5', of '5 123' and of '12345'.
CREATE FUNCTION own_terms(s document_search) RETURNS text[]
  LANGUAGE sql IMMUTABLE
  AS $$
    SELECT ARRAY['environment ' || s.environment, 'type ' || s.doc_type, 'state ' || s.state,
      'establishment ' || s.establishment, 'point ' || s.point_of_sale,
      CASE WHEN s.invalidated THEN 'invalidated' END, CASE WHEN s.adjusted THEN 'adjusted' END,
      CASE WHEN s.contingency THEN 'contingency' END] || s.customer_ids
      || ARRAY['digits ' || char_length(s.total::text)::text, 'amount ' || char_length(s.total::text)::text || ' ' || left(s.total::text, 3),
        'total ' || s.total::text]
  $$;

CREATE FUNCTION search_terms(s document_search) RETURNS TABLE (term integer)
  LANGUAGE sql IMMUTABLE
  AS $$
    SELECT search_term(t) FROM unnest(own_terms(s)) AS t WHERE t IS NOT NULL
    UNION SELECT search_term('name ' || t) FROM threes(s.customer) AS t
    UNION SELECT search_term('number ' || t) FROM threes(ltrim(right(s.control_number, 15), '0')) AS t
  $$;

-- What a list is asked for; null for whatever it is not asked for. Amounts are cents.
CREATE TYPE list_filter AS (environment text, since_at timestamptz, until_at timestamptz, doc_types text[], states text[],
  establishment text, point_of_sale text, customer text, nit text, nrc text, dui text, amount_min bigint,
  amount_max bigint, control_number text, generation_code text, reception_stamp text, external_ref text,
  invalidated boolean, adjusted boolean, contingency boolean);

-- All but the instants, which are bounds of the positions, and the reference, which leads to one document.
CREATE FUNCTION search_matches(s document_search, f list_filter) RETURNS boolean
  LANGUAGE sql STABLE
  AS $$
    SELECT s.environment = f.environment
      AND (f.doc_types IS NULL OR s.doc_type = ANY (f.doc_types))
      AND (f.states IS NULL OR s.state = ANY (f.states))
      AND (f.establishment IS NULL OR s.establishment = f.establishment)
      AND (f.point_of_sale IS NULL OR s.point_of_sale = f.point_of_sale)
      AND (f.customer IS NULL OR strpos(s.customer, f.customer) > 0)
      AND (f.nit IS NULL OR f.nit = ANY (s.customer_ids))
      AND (f.nrc IS NULL OR f.nrc = ANY (s.customer_ids))
      AND (f.dui IS NULL OR f.dui = ANY (s.customer_ids))
      AND (f.amount_min IS NULL OR s.total >= f.amount_min)
      AND (f.amount_max IS NULL OR s.total <= f.amount_max)
      AND (f.control_number IS NULL OR strpos(s.control_number, f.control_number) > 0)
      AND (f.generation_code IS NULL OR s.generation_code = f.generation_code)
      AND (f.reception_stamp IS NULL OR s.reception_stamp = f.reception_stamp)
      AND (f.invalidated IS NULL OR s.invalidated = f.invalidated)
      AND (f.adjusted IS NULL OR s.adjusted = f.adjusted)
      AND (f.contingency IS NULL OR s.contingency = f.contingency)
  $$;

-- The terms that a document must have: of each group at least one. What is asked for by 'no' has none, and a text has
-- those of at most eight places.
CREATE FUNCTION filter_terms(f list_filter) RETURNS TABLE (part integer, term integer)
  LANGUAGE sql STABLE
  AS $$
    WITH digits AS (SELECT substring(f.control_number FROM '([0-9]+)$') AS tail),
    amounts AS (SELECT greatest(coalesce(f.amount_min, 0), 0) AS least, coalesce(f.amount_max, 99999999999999) AS most
      WHERE f.amount_min > 0 OR f.amount_max IS NOT NULL),
    wanted (name, texts) AS (
      SELECT 'environment', ARRAY['environment ' || f.environment]
      UNION ALL SELECT 'type', (SELECT array_agg('type ' || t) FROM unnest(f.doc_types) AS t)
      UNION ALL SELECT 'state', (SELECT array_agg('state ' || t) FROM unnest(f.states) AS t)
      UNION ALL SELECT 'establishment', ARRAY['establishment ' || f.establishment]
      UNION ALL SELECT 'point', ARRAY['point ' || f.point_of_sale]
      UNION ALL SELECT 'nit', ARRAY[f.nit] UNION ALL SELECT 'nrc', ARRAY[f.nrc] UNION ALL SELECT 'dui', ARRAY[f.dui]
      UNION ALL SELECT 'invalidated', ARRAY['invalidated'] WHERE f.invalidated
      UNION ALL SELECT 'adjusted', ARRAY['adjusted'] WHERE f.adjusted
      UNION ALL SELECT 'contingency', ARRAY['contingency'] WHERE f.contingency
      -- One amount whole. Where the first three digits are known to within 30, those with the number of digits; else that
      -- alone.
      UNION ALL SELECT 'amount', CASE WHEN least = most THEN ARRAY['total ' || least::text]
          WHEN char_length(least::text) = char_length(most::text)
            AND left(most::text, 3)::integer - left(least::text, 3)::integer <= 30
          THEN (SELECT array_agg('amount ' || char_length(least::text) || ' ' || n)
                FROM generate_series(left(least::text, 3)::integer, left(most::text, 3)::integer) AS n)
          ELSE (SELECT array_agg('digits ' || n)
                FROM generate_series(char_length(least::text), char_length(most::text)) AS n) END
        FROM amounts WHERE least <= most
      UNION ALL (SELECT 'name ' || t, ARRAY['name ' || t] FROM threes(f.customer) AS t GROUP BY t ORDER BY md5(t) LIMIT 8)
      -- Zeros in front may be those that fill the number up.
      UNION ALL (SELECT 'number ' || t, ARRAY['number ' || t] FROM digits, threes(ltrim(tail, '0')) AS t GROUP BY t ORDER BY md5(t) LIMIT 8))
    SELECT dense_rank() OVER (ORDER BY name)::integer, search_term(t) FROM wanted, unnest(texts) AS t WHERE t IS NOT NULL
  $$;

-- The position of the last row that is not behind this instant and document; 0 where there is none. Positions go with the
-- instants, so that halving finds it in a few steps, without another index.
CREATE FUNCTION search_position(p_company uuid, p_at timestamptz, p_document uuid) RETURNS bigint
  LANGUAGE plpgsql STABLE
  AS $$
  DECLARE
    low bigint := 0;
    high bigint;
    middle bigint;
    is_behind boolean;
  BEGIN
    SELECT p.position INTO high FROM search_progress p WHERE p.company_id = p_company;
    WHILE low < coalesce(high, 0) LOOP
      middle := (low + high + 1) / 2;
      SELECT (s.posted_at, s.document_id) > (p_at, p_document) INTO STRICT is_behind
        FROM document_search s WHERE s.company_id = p_company AND s.position = middle;
      IF is_behind THEN
        high := middle - 1;
      ELSE
        low := middle;
      END IF;
    END LOOP;
    RETURN low;
  END $$;

-- The postings of a block of which every row is there. Block b holds the positions from 4096 b + 1 on. What many documents
-- have in common is taken apart once: their customer, and their other terms.
CREATE FUNCTION write_postings(p_company uuid, p_block bigint) RETURNS void
  LANGUAGE sql
  AS $$
    WITH rows AS MATERIALIZED (
      SELECT (s.position - 1 - p_block * 4096)::smallint AS place, s.customer, ltrim(right(s.control_number, 15), '0') AS number,
        own_terms(s) AS texts
      FROM document_search s
      WHERE s.company_id = p_company AND s.position BETWEEN p_block * 4096 + 1 AND (p_block + 1) * 4096),
    found (term, place) AS (
      SELECT n.term, r.place FROM (
          SELECT DISTINCT c.customer, search_term('name ' || t) AS term
          FROM (SELECT DISTINCT customer FROM rows) AS c, threes(c.customer) AS t) AS n
        JOIN rows r ON r.customer = n.customer
      UNION ALL SELECT search_term('number ' || t), r.place FROM rows r, threes(r.number) AS t
      UNION ALL SELECT search_term(t), r.place FROM rows r, unnest(r.texts) AS t WHERE t IS NOT NULL)
    INSERT INTO document_postings (company_id, term, block, documents, places)
      SELECT p_company, t.term, p_block, least(count(*), 4096), CASE WHEN count(*) <= 2048 THEN array_agg(t.place) END
      FROM found AS t GROUP BY t.term
      ON CONFLICT (company_id, term, block) DO UPDATE SET documents = excluded.documents, places = excluded.places
  $$;

-- Writes the next rows of a company, and the postings of a block that becomes full; answers whether there may be more.
-- Documents come in the order of their instants only once all transactions have ended in which an earlier one may stand.
-- An instant is read at most seconds before its transaction begins, and what changes a document 50 seconds after its
-- instant changes its row here by itself: two minutes leave room for both.
CREATE FUNCTION extend_search(p_company uuid, p_rows integer) RETURNS boolean
  LANGUAGE plpgsql
  SET role = 'sello_service'
  SET search_path = public, pg_temp
  SET enable_seqscan = off
  SET plan_cache_mode = force_generic_plan
  AS $$
  DECLARE
    progress search_progress;
    written bigint;
  BEGIN
    PERFORM set_config('sello.company_id', p_company::text, true);
    INSERT INTO search_progress (company_id) VALUES (p_company) ON CONFLICT DO NOTHING;
    SELECT * INTO STRICT progress FROM search_progress p WHERE p.company_id = p_company FOR UPDATE;
    IF progress.mark IS NULL OR pg_snapshot_xmin(pg_current_snapshot()) > progress.mark THEN
      UPDATE search_progress p SET complete_until = greatest(p.complete_until, p.marked_at - interval '2 minutes'),
          mark = pg_current_xact_id(), marked_at = statement_timestamp()
        WHERE p.company_id = p_company RETURNING * INTO progress;
    END IF;
    INSERT INTO document_search
      SELECT s.* FROM (
          SELECT n AS document, progress.position + row_number() OVER (ORDER BY n.posted_at, n.document_id) AS position
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
    PERFORM set_config('sello.company_id', '', true);
    RETURN written = p_rows;
  END $$;

-- A document that comes late, because it was put back or its clock was wrong, takes the search back to before it.
CREATE FUNCTION forget_search(p_company uuid, p_at timestamptz, p_document uuid) RETURNS void
  LANGUAGE plpgsql
  AS $$
  DECLARE
    progress search_progress;
    kept bigint;
  BEGIN
    SELECT * INTO progress FROM search_progress p WHERE p.company_id = p_company FOR UPDATE;
    IF NOT FOUND OR (progress.posted_at, progress.document_id) < (p_at, p_document) THEN
      RETURN;
    END IF;
    kept := search_position(p_company, p_at, p_document);
    DELETE FROM document_postings p WHERE p.company_id = p_company AND p.block >= kept / 4096;
    DELETE FROM document_search s WHERE s.company_id = p_company AND s.position > kept;
    UPDATE search_progress p SET position = kept,
        (posted_at, document_id) = (SELECT coalesce(max(s.posted_at), '-infinity'),
            coalesce(max(s.document_id::text)::uuid, '00000000-0000-0000-0000-000000000000')
          FROM document_search s WHERE s.company_id = p_company AND s.position = kept)
      WHERE p.company_id = p_company;
  END $$;

-- Brings the row of a document up to date, if it has one. Whoever writes rows is waited for, so that none is written from
-- what was before. Terms that a document has no longer stay in its block's postings and lead to a row that does not match.
CREATE FUNCTION refresh_search(p_company uuid, p_document uuid) RETURNS void
  LANGUAGE plpgsql
  AS $$
  DECLARE
    document documents;
    written document_search;
    fresh document_search;
    progress bigint;
    at_block bigint;
    at_place smallint;
  BEGIN
    SELECT p.position INTO progress FROM search_progress p WHERE p.company_id = p_company FOR SHARE;
    SELECT * INTO document FROM documents d WHERE d.company_id = p_company AND d.document_id = p_document;
    SELECT * INTO written FROM document_search s WHERE s.company_id = p_company AND s.document_id = p_document
      AND s.position = search_position(p_company, document.posted_at, p_document);
    IF NOT FOUND THEN
      RETURN;
    END IF;
    fresh := searchable(document, written.position);
    IF fresh IS NOT DISTINCT FROM written THEN
      RETURN;
    END IF;
    UPDATE document_search s SET state = fresh.state, control_number = fresh.control_number,
        generation_code = fresh.generation_code, reception_stamp = fresh.reception_stamp, customer = fresh.customer,
        customer_ids = fresh.customer_ids, taxable = fresh.taxable, vat = fresh.vat, gross = fresh.gross,
        retention = fresh.retention, total = fresh.total, invalidated = fresh.invalidated, adjusted = fresh.adjusted,
        contingency = fresh.contingency
      WHERE s.company_id = p_company AND s.position = written.position;
    at_block := (written.position - 1) / 4096;
    at_place := (written.position - 1) % 4096;
    IF at_block < progress / 4096 THEN
      INSERT INTO document_postings AS p (company_id, term, block, documents, places)
        SELECT p_company, t.term, at_block, 1, ARRAY[at_place]
        FROM (SELECT term FROM search_terms(fresh) EXCEPT SELECT term FROM search_terms(written) ORDER BY 1) AS t (term)
        ON CONFLICT (company_id, term, block) DO UPDATE SET documents = least(p.documents + 1, 4096),
          places = CASE WHEN p.documents < 2048 THEN p.places || at_place END
        WHERE p.places IS NOT NULL AND at_place <> ALL (p.places);
    END IF;
  END $$;

-- What is issued and settled at once passes by these conditions; 50 seconds: see extend_search.
CREATE FUNCTION keep_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'documents' THEN
    IF TG_OP = 'INSERT' THEN
      PERFORM forget_search(NEW.company_id, NEW.posted_at, NEW.document_id);
    ELSE
      PERFORM refresh_search(NEW.company_id, NEW.document_id);
    END IF;
    IF NEW.adjusts IS NOT NULL THEN
      PERFORM refresh_search(NEW.company_id, NEW.adjusts);
    END IF;
  ELSE
    PERFORM refresh_search(NEW.company_id, NEW.document_id);
    PERFORM refresh_search(NEW.company_id, d.adjusts) FROM documents d
      WHERE d.company_id = NEW.company_id AND d.document_id = NEW.document_id AND d.adjusts IS NOT NULL;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER keep_search_new AFTER INSERT ON documents FOR EACH ROW
  WHEN (NEW.posted_at < statement_timestamp() - interval '50 seconds' OR NEW.adjusts IS NOT NULL)
  EXECUTE FUNCTION keep_search();
CREATE TRIGGER keep_search AFTER UPDATE ON documents FOR EACH ROW
  WHEN ((NEW.posted_at < statement_timestamp() - interval '50 seconds' OR NEW.adjusts IS NOT NULL)
    AND (NEW.state, NEW.control_number, NEW.generation_code, NEW.payload_hash, NEW.doubt, NEW.contingency_since)
      IS DISTINCT FROM (OLD.state, OLD.control_number, OLD.generation_code, OLD.payload_hash, OLD.doubt, OLD.contingency_since))
  EXECUTE FUNCTION keep_search();
CREATE TRIGGER keep_search_new AFTER INSERT ON invalidations FOR EACH ROW EXECUTE FUNCTION keep_search();
CREATE TRIGGER keep_search AFTER UPDATE ON invalidations FOR EACH ROW
  WHEN (NEW.state <> OLD.state) EXECUTE FUNCTION keep_search();

-- Positions between p_from and p_to that match, in the order asked for, p_limit at the most; `edge` is the next position
-- that was not looked at. The next rows are looked at one by one, as many as it takes to see that few match; then the blocks
-- that have all of the terms, of which the places of the rarest term are looked at, or of
-- the three rarest together where it is not very rare. Whoever asks for what
-- next to nothing matches, and no term tells, gets what the first 4,000 candidates give.
CREATE FUNCTION find_indexed(p_company uuid, f list_filter, p_from bigint, p_to bigint, p_newest boolean, p_limit integer,
    OUT positions bigint[], OUT edge bigint)
  LANGUAGE plpgsql STABLE
  AS $$
  DECLARE
    looked integer := 0;
    step bigint := p_limit;
    low bigint;
    high bigint;
    full_until bigint;
    term_parts integer[];
    terms integer[];
    blocks bigint[];
    firsts integer[];
    seconds integer[];
    thirds integer[];
    amounts bigint[];
    turn integer := 1;
    many integer := 4;
  BEGIN
    positions := '{}';
    edge := CASE WHEN p_newest THEN p_to ELSE p_from END;
    WHILE edge BETWEEN p_from AND p_to AND cardinality(positions) < p_limit AND looked < 500 LOOP
      low := CASE WHEN p_newest THEN greatest(p_from, edge - step + 1) ELSE edge END;
      high := CASE WHEN p_newest THEN edge ELSE least(p_to, edge + step - 1) END;
      positions := positions || find_between(p_company, f, low, high, p_newest, p_limit - cardinality(positions));
      edge := CASE WHEN p_newest THEN low - 1 ELSE high + 1 END;
      looked := looked + high - low + 1;
      step := step * 4;
    END LOOP;
    IF edge NOT BETWEEN p_from AND p_to OR cardinality(positions) >= p_limit THEN
      RETURN;
    END IF;
    SELECT p.position / 4096 * 4096 INTO full_until FROM search_progress p WHERE p.company_id = p_company;
    IF p_newest AND edge > full_until THEN
      low := greatest(p_from, full_until + 1);
      positions := positions || find_between(p_company, f, low, edge, p_newest, p_limit - cardinality(positions));
      edge := low - 1;
    END IF;
    low := CASE WHEN p_newest THEN p_from ELSE edge END;
    high := CASE WHEN p_newest THEN edge ELSE least(p_to, full_until) END;
    IF low <= high AND cardinality(positions) < p_limit THEN
      SELECT array_agg(t.part), array_agg(t.term) INTO term_parts, terms FROM filter_terms(f) AS t;
      SELECT array_agg(b.block), array_agg(b.chosen[1]), array_agg(CASE WHEN b.amount > 24 THEN b.chosen[2] END),
          array_agg(CASE WHEN b.amount > 24 THEN b.chosen[3] END), array_agg(b.amount)
        INTO blocks, firsts, seconds, thirds, amounts
        FROM (
          SELECT h.block, coalesce(min(h.documents) FILTER (WHERE h.is_rare), 4096) AS amount,
            array_agg(h.part ORDER BY h.documents) FILTER (WHERE h.is_rare) AS chosen
          FROM (
            SELECT p.block, k.part, sum(p.documents) AS documents, max(p.documents) <= 2048 AS is_rare
            FROM unnest(term_parts, terms) AS k (part, term)
              CROSS JOIN LATERAL (
                SELECT i.block, i.documents FROM document_postings i WHERE i.company_id = p_company AND i.term = k.term
                  AND i.block BETWEEN (low - 1) / 4096 AND (high - 1) / 4096 OFFSET 0) AS p
            GROUP BY p.block, k.part) AS h
          GROUP BY h.block HAVING count(*) = (SELECT count(DISTINCT k) FROM unnest(term_parts) AS k)
          ORDER BY CASE WHEN p_newest THEN -h.block ELSE h.block END) AS b;
      WHILE turn <= coalesce(cardinality(blocks), 0) LOOP
        positions := positions || ARRAY(
          SELECT s.position FROM (
              SELECT c.block * 4096 + 1 + place AS position
              FROM unnest(blocks[turn:turn + many - 1], firsts[turn:turn + many - 1], seconds[turn:turn + many - 1],
                  thirds[turn:turn + many - 1]) AS c (block, first, second, third)
                JOIN unnest(term_parts, terms) AS k (part, term) ON k.part IN (c.first, c.second, c.third)
                CROSS JOIN LATERAL (
                  SELECT i.places FROM document_postings i
                  WHERE i.company_id = p_company AND i.term = k.term AND i.block = c.block OFFSET 0) AS p
                CROSS JOIN unnest(p.places) AS place
              GROUP BY c.block, place HAVING count(*) >= min(num_nonnulls(c.first, c.second, c.third))
              UNION ALL
              SELECT c.block * 4096 + place
              FROM unnest(blocks[turn:turn + many - 1], firsts[turn:turn + many - 1]) AS c (block, first),
                generate_series(1, 4096) AS place
              WHERE c.first IS NULL) AS candidate
            CROSS JOIN LATERAL (
              SELECT i.position FROM document_search i
              WHERE i.company_id = p_company AND i.position = candidate.position AND search_matches(i, f) OFFSET 0) AS s
          WHERE candidate.position BETWEEN low AND high
          ORDER BY CASE WHEN p_newest THEN -s.position ELSE s.position END
          LIMIT p_limit - cardinality(positions));
        IF cardinality(positions) >= p_limit THEN
          RETURN;
        END IF;
        looked := looked + (SELECT sum(a) FROM unnest(amounts[turn:turn + many - 1]) AS a);
        turn := turn + many;
        edge := CASE WHEN p_newest THEN greatest(low - 1, blocks[turn - 1] * 4096) ELSE (blocks[turn - 1] + 1) * 4096 + 1 END;
        IF looked > 4000 AND turn <= cardinality(blocks) THEN
          RETURN;
        END IF;
        many := least(many * 2, 128);
      END LOOP;
      edge := CASE WHEN p_newest THEN low - 1 ELSE high + 1 END;
    END IF;
    IF NOT p_newest AND edge <= p_to AND cardinality(positions) < p_limit THEN
      positions := positions || find_between(p_company, f, edge, p_to, p_newest, p_limit - cardinality(positions));
      edge := p_to + 1;
    END IF;
  END $$;

CREATE FUNCTION find_between(p_company uuid, f list_filter, p_low bigint, p_high bigint, p_newest boolean, p_limit integer)
  RETURNS bigint[]
  LANGUAGE plpgsql STABLE
  AS $$
  BEGIN
    RETURN ARRAY(
      SELECT s.position FROM document_search s
      WHERE s.company_id = p_company AND s.position BETWEEN p_low AND p_high AND search_matches(s, f)
      ORDER BY CASE WHEN p_newest THEN -s.position ELSE s.position END LIMIT p_limit);
  END $$;

-- Whether a filter asks for nothing but what stands in a document's own columns.
CREATE FUNCTION is_plain(f list_filter) RETURNS boolean
  LANGUAGE sql IMMUTABLE
  AS $$
    SELECT num_nonnulls(f.states, f.customer, f.nit, f.nrc, f.dui, f.amount_min, f.amount_max, f.control_number,
      f.generation_code, f.reception_stamp, f.invalidated, f.adjusted, f.contingency) = 0
  $$;

-- Of the documents between two keys, themselves apart, those that match, p_limit at the most, as they stand in their own
-- table; `last_at` and `last_id` are the key of the last one that was looked at, of 2,000 at the most.
CREATE FUNCTION find_fresh(p_company uuid, f list_filter, p_after_at timestamptz, p_after_id uuid, p_before_at timestamptz,
    p_before_id uuid, p_newest boolean, p_limit integer,
    OUT listed uuid[], OUT last_at timestamptz, OUT last_id uuid, OUT is_done boolean)
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
  END $$;

-- The first documents of a selection behind a key, newest or oldest first, and the key behind which the next ones come; null
-- where there are none. There may be fewer than p_limit although more follow.
CREATE FUNCTION find_documents(p_company uuid, f list_filter, p_at timestamptz, p_id uuid, p_newest boolean, p_limit integer,
    OUT listed uuid[], OUT next_at timestamptz, OUT next_id uuid)
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
  END $$;

-- The few documents that a reference, a code or a seal leads to, with the rest of the filter.
CREATE FUNCTION find_named(p_company uuid, f list_filter, p_newest boolean) RETURNS uuid[]
  LANGUAGE plpgsql STABLE
  AS $$
  DECLARE
    since_at timestamptz := coalesce((SELECT p.posted_at FROM search_progress p WHERE p.company_id = p_company), '-infinity');
  BEGIN
    RETURN ARRAY(
      SELECT d.document_id FROM documents d
      WHERE d.company_id = p_company AND d.document_id = ANY (ARRAY(
          SELECT x.document_id FROM documents x WHERE x.company_id = p_company AND x.external_ref = f.external_ref
          UNION SELECT s.document_id FROM document_search s
            WHERE s.company_id = p_company AND s.generation_code = f.generation_code
          UNION SELECT s.document_id FROM document_search s
            WHERE s.company_id = p_company AND s.reception_stamp = f.reception_stamp
          -- By the index of the order of issue, whatever the planner believes of so few documents.
          UNION SELECT n.document_id FROM (
              SELECT o.document_id, o.generation_code, o.reception_stamp FROM documents o
              WHERE o.company_id = p_company AND o.posted_at >= since_at
                AND num_nonnulls(f.generation_code, f.reception_stamp) > 0
              ORDER BY o.posted_at DESC, o.document_id DESC LIMIT 100000) AS n
            WHERE n.generation_code = f.generation_code OR n.reception_stamp = f.reception_stamp))
        AND (f.external_ref IS NULL OR d.external_ref = f.external_ref)
        AND (f.since_at IS NULL OR d.posted_at >= f.since_at) AND (f.until_at IS NULL OR d.posted_at < f.until_at)
        AND search_matches(searchable(d, 0), f)
      ORDER BY CASE WHEN p_newest THEN d.posted_at END DESC, d.posted_at, d.document_id LIMIT 200);
  END $$;

-- A page of a list: documents as a status shows them, in their order, and the key behind which the next ones come. How a
-- document was adjusted and mailed is looked up where it is asked for.
CREATE FUNCTION list_documents(p_company uuid, p_filter json, p_after_us bigint, p_after_id uuid, p_newest boolean,
    p_limit integer, p_standing boolean, p_delivery boolean)
  RETURNS json
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
    f list_filter := json_populate_record(NULL::list_filter, p_filter);
    page record;
    answer json;
  BEGIN
    PERFORM set_config('sello.company_id', p_company::text, true);
    f.customer := fold_text(f.customer);
    IF num_nonnulls(f.external_ref, f.generation_code, f.reception_stamp) > 0 THEN
      SELECT CASE WHEN p_after_id IS NULL THEN find_named(p_company, f, p_newest) ELSE '{}' END AS listed,
        NULL::timestamptz AS next_at, NULL::uuid AS next_id INTO page;
    ELSE
      SELECT * INTO page FROM find_documents(p_company, f, 'epoch'::timestamptz + p_after_us * interval '1 microsecond',
        p_after_id, p_newest, p_limit);
    END IF;
    answer := json_build_object(
      'next_us', (extract(epoch FROM page.next_at) * 1000000)::bigint::text,
      'next_id', page.next_id,
      'documents', (SELECT coalesce(json_agg(json_build_object(
          'record', row_to_json(r),
          'standing', CASE WHEN NOT p_standing THEN json_build_object('invalidation', NULL, 'notes', '[]'::json)
            WHEN r.doc_type = '03' THEN document_standing(p_company, r.document_id)
            ELSE json_build_object('invalidation', (SELECT i.state FROM invalidations i
              WHERE i.company_id = p_company AND i.document_id = r.document_id), 'notes', '[]'::json) END,
          'has_smtp', c.has_smtp,
          'redirect_whatsapp', CASE WHEN p_delivery THEN (SELECT d.redirect_whatsapp FROM documents d
            WHERE d.company_id = p_company AND d.document_id = r.document_id) END,
          'messages', CASE WHEN p_delivery THEN (
            SELECT coalesce(json_agg(json_build_object('kind', m.kind, 'address', m.address, 'state', m.state,
                'sentMs', (extract(epoch FROM m.sent_at) * 1000)::float8, 'lastError', m.last_error)
                ORDER BY m.queued_at, m.kind, m.address), '[]'::json)
              FROM deliveries m WHERE m.company_id = p_company AND m.document_id = r.document_id
                AND m.state <> 'withdrawn') ELSE '[]'::json END,
          'signed', NULL) ORDER BY l.place), '[]'::json)
        FROM unnest(page.listed) WITH ORDINALITY AS l (document_id, place)
          JOIN document_records r ON r.company_id = p_company AND r.document_id = l.document_id
          JOIN companies c ON c.company_id = p_company));
    PERFORM set_config('sello.company_id', '', true);
    RETURN answer;
  END $$;

-- How many documents a selection has of each type and state, and what they come to. Looks at all of it.
CREATE FUNCTION total_documents(p_company uuid, p_filter json)
  RETURNS TABLE (doc_type text, state text, documents bigint, taxable numeric, vat numeric, gross numeric,
    retention numeric, total numeric)
  LANGUAGE plpgsql
  SET role = 'sello_service'
  SET search_path = public, pg_temp
  SET enable_seqscan = off
  SET jit = off
  SET plan_cache_mode = force_generic_plan
  AS $$
  #variable_conflict use_column
  DECLARE
    f list_filter := json_populate_record(NULL::list_filter, p_filter);
    last_id CONSTANT uuid := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
    low bigint;
    high bigint;
    end_at timestamptz := '-infinity';
    end_id uuid := '00000000-0000-0000-0000-000000000000';
  BEGIN
    PERFORM set_config('sello.company_id', p_company::text, true);
    f.customer := fold_text(f.customer);
    SELECT p.posted_at, p.document_id, p.position INTO end_at, end_id, high FROM search_progress p WHERE p.company_id = p_company;
    end_at := coalesce(end_at, '-infinity');
    end_id := coalesce(end_id, '00000000-0000-0000-0000-000000000000');
    low := CASE WHEN f.since_at IS NULL THEN 0
                ELSE search_position(p_company, f.since_at - interval '1 microsecond', last_id) END;
    high := CASE WHEN f.until_at IS NULL THEN coalesce(high, 0)
                 ELSE search_position(p_company, f.until_at - interval '1 microsecond', last_id) END;
    RETURN QUERY
      SELECT t.doc_type, t.state, sum(t.documents)::bigint, sum(t.taxable), sum(t.vat), sum(t.gross), sum(t.retention), sum(t.total)
      FROM (
          SELECT s.doc_type, s.state, count(*) AS documents, sum(s.taxable) AS taxable, sum(s.vat) AS vat,
            sum(s.gross) AS gross, sum(s.retention) AS retention, sum(s.total) AS total
          FROM document_search s
          WHERE s.company_id = p_company AND s.position > low AND s.position <= high AND search_matches(s, f)
            AND (f.external_ref IS NULL OR s.document_id = (SELECT x.document_id FROM documents x
              WHERE x.company_id = p_company AND x.external_ref = f.external_ref))
          GROUP BY s.doc_type, s.state
          UNION ALL
          SELECT s.doc_type, s.state, 1, s.taxable, s.vat, s.gross, s.retention, s.total
          FROM (SELECT n AS document, n.posted_at, n.external_ref FROM documents n
                WHERE n.company_id = p_company AND (n.posted_at, n.document_id) > (end_at, end_id)
                ORDER BY n.posted_at, n.document_id OFFSET 0) AS d, searchable(d.document, 0) AS s
          WHERE (f.since_at IS NULL OR d.posted_at >= f.since_at) AND (f.until_at IS NULL OR d.posted_at < f.until_at)
            AND (f.external_ref IS NULL OR d.external_ref = f.external_ref) AND search_matches(s, f)) AS t
      GROUP BY t.doc_type, t.state ORDER BY t.doc_type, t.state;
    PERFORM set_config('sello.company_id', '', true);
  END $$;

-- Companies with documents that the search may take up, by one step along the index for each.
CREATE FUNCTION due_searches(p_total integer, p_after uuid) RETURNS TABLE (company_id uuid)
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
      ORDER BY coalesce(c.company_id <= p_after, false), c.company_id LIMIT p_total;
  END $$;

REVOKE ALL ON FUNCTION fold_text, cents, searchable, search_term, threes, own_terms, search_terms, search_matches,
  filter_terms, search_position, write_postings, extend_search, forget_search, refresh_search, find_indexed, find_between,
  is_plain, find_fresh, find_documents, find_named, list_documents, total_documents, due_searches FROM PUBLIC;
GRANT EXECUTE ON FUNCTION fold_text, cents, searchable, search_term, threes, own_terms, search_terms, search_matches,
  filter_terms, search_position, write_postings, forget_search, refresh_search, find_indexed, find_between,
  is_plain, find_fresh, find_documents, find_named, due_searches TO sello_service, sello_operator;
GRANT EXECUTE ON FUNCTION extend_search, list_documents, total_documents TO sello_service;
-- It looks across companies, and sees nothing without the queues' pass. A function's new owner must be able to create in
-- its schema at that moment.
GRANT CREATE ON SCHEMA public TO sello_operator;
ALTER FUNCTION due_searches OWNER TO sello_operator;
REVOKE CREATE ON SCHEMA public FROM sello_operator;
