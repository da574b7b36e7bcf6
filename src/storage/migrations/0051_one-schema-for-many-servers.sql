-- Up Migration

-- The same schema on one server and on several, between which `sello distribute` spreads its tables by company (decision
-- 47). Whatever tells the two apart is one of the functions that come first; `sello distribute` puts others in their place.

-- Whether the tables are spread over several servers.
CREATE FUNCTION is_distributed() RETURNS boolean LANGUAGE sql IMMUTABLE RETURN false;

-- From here on the transaction acts for the company. Without a pass, that of the transaction holds.
CREATE FUNCTION enter(p_company uuid, p_pass text) RETURNS boolean LANGUAGE sql
  RETURN set_config('sello.company_id', p_company::text, true) IS NOT NULL
    AND set_config('sello.company_pass', coalesce(p_pass, current_setting('sello.company_pass', true), ''), true) IS NOT NULL;

-- A door for each company, none of which is ever written: where tables are spread, whoever enters knocks at it, so that the
-- server with the company's rows begins a transaction of its own and learns for whom.
CREATE TABLE doors (company_id uuid PRIMARY KEY);
ALTER TABLE doors ENABLE ROW LEVEL SECURITY;
ALTER TABLE doors FORCE ROW LEVEL SECURITY;
CREATE POLICY shut ON doors TO sello_service, sello_operator USING (false);
-- Nothing is ever there to be updated; the right is what a lock asks for.
GRANT SELECT, UPDATE ON doors TO sello_service, sello_operator;

REVOKE ALL ON FUNCTION is_distributed, enter FROM PUBLIC;
GRANT EXECUTE ON FUNCTION is_distributed, enter TO sello_service, sello_operator;

-- Forms that no node has called for a long time.
DROP FUNCTION claim_documents(uuid, json, text[]);
DROP FUNCTION due_archives(integer);
DROP FUNCTION due_deliveries(integer, integer, text[]);
DROP FUNCTION due_documents(integer, integer, text[], text[], text[], double precision);
DROP FUNCTION due_invalidations(integer, integer, text[], text[]);

-- A row of a part of a table is of the part's type: whoever hands one over makes it one of the table.
CREATE OR REPLACE FUNCTION given_class(d documents) RETURNS jsonb
  LANGUAGE plpgsql STABLE
  AS $$
  BEGIN
    RETURN coalesce((SELECT c.income_class FROM document_classes c
      WHERE c.company_id = d.company_id AND c.document_id = d.document_id ORDER BY c.change_id DESC LIMIT 1), d.income_class);
  END $$;
CREATE OR REPLACE FUNCTION own_class(d documents) RETURNS jsonb
  LANGUAGE plpgsql STABLE
  AS $$
  DECLARE
    given jsonb := given_class(d);
    adjusted documents;
  BEGIN
    IF given IS NULL AND d.adjusts IS NOT NULL THEN
      SELECT * INTO adjusted FROM documents o WHERE o.company_id = d.company_id AND o.document_id = d.adjusts;
      RETURN given_class(adjusted);
    END IF;
    RETURN given;
  END $$;

-- Where a function with parameters is not taken apart, its statements are planned by themselves.
CREATE OR REPLACE FUNCTION write_postings(p_company uuid, p_block bigint) RETURNS void
  LANGUAGE plpgsql
  AS $$
  BEGIN
    WITH rows AS MATERIALIZED (
      SELECT (s.position - 1 - p_block * 4096)::smallint AS place, s.customer, ltrim(right(s.control_number, 15), '0') AS number,
        own_terms(ROW(s.*)::document_search) AS texts
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
      ON CONFLICT (company_id, term, block) DO UPDATE SET documents = excluded.documents, places = excluded.places;
  END $$;

-- As before. Whether all earlier writers have ended is asked of the server that has the company's rows, by its own numbers of
-- transactions; where they lie behind the mark, the rows have come from another server, and the mark is set anew.
CREATE OR REPLACE FUNCTION extend_search(p_company uuid, p_rows integer) RETURNS boolean
  LANGUAGE plpgsql
  SET role = 'sello_service'
  SET search_path = public, pg_temp
  SET enable_seqscan = off
  SET plan_cache_mode = force_generic_plan
  AS $$
  DECLARE
    progress record;
    fresh document_search[];
    written bigint;
  BEGIN
    PERFORM enter(p_company, NULL);
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
    fresh := ARRAY(
      SELECT s FROM (
          SELECT ROW(n.*)::documents AS document,
            progress.position + row_number() OVER (ORDER BY n.posted_at, n.document_id) AS position
          FROM documents n WHERE n.company_id = p_company AND n.posted_at < progress.complete_until
            AND (n.posted_at, n.document_id) > (progress.posted_at, progress.document_id)
          ORDER BY n.posted_at, n.document_id LIMIT p_rows) AS d,
        searchable(d.document, d.position) AS s);
    written := cardinality(fresh);
    IF written > 0 THEN
      INSERT INTO document_search (company_id, position, document_id, posted_at, environment, doc_type, state, establishment,
          point_of_sale, control_number, generation_code, reception_stamp, customer, customer_ids, taxable, vat, gross,
          retention, total, invalidated, adjusted, contingency)
        SELECT p.company_id, s.position, s.document_id, s.posted_at, s.environment, s.doc_type, s.state, s.establishment,
          s.point_of_sale, s.control_number, s.generation_code, s.reception_stamp, s.customer, s.customer_ids, s.taxable, s.vat,
          s.gross, s.retention, s.total, s.invalidated, s.adjusted, s.contingency
        FROM search_progress p CROSS JOIN unnest(fresh) AS s WHERE p.company_id = p_company;
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

-- The sums of a day: what a statement did to a part is summed before any table is asked for it.
ALTER TABLE day_sums ALTER part SET DEFAULT nextval('day_sum_parts');
CREATE OR REPLACE FUNCTION gather_day_sums() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  company uuid;
  gathered json;
  loose json;
  s record;
BEGIN
  FOR company IN SELECT DISTINCT f.company_id FROM fresh f LOOP
    gathered := (SELECT json_agg(a) FROM (
      SELECT f.environment, local_day(f.posted_at) AS day, f.doc_type, f.state, f.invalidated,
        f.invalidated AND f.adjusted AS by_note, count(*) AS documents, sum(f.taxable) AS taxable, sum(f.vat) AS vat,
        sum(f.gross) AS gross, sum(f.retention) AS retention, sum(f.total) AS total
      FROM fresh f WHERE f.company_id = company
      GROUP BY f.environment, local_day(f.posted_at), f.doc_type, f.state, f.invalidated, f.invalidated AND f.adjusted) AS a);
    WITH gone AS (DELETE FROM day_sums d WHERE d.company_id = company AND d.part > 0 RETURNING d.*)
      SELECT json_agg(gone) INTO loose FROM gone;
    FOR s IN SELECT a.environment, a.day, a.doc_type, a.state, a.invalidated, a.by_note, sum(a.documents) AS documents,
        sum(a.taxable) AS taxable, sum(a.vat) AS vat, sum(a.gross) AS gross, sum(a.retention) AS retention, sum(a.total) AS total
      FROM (SELECT * FROM json_populate_recordset(NULL::day_sums, gathered)
        UNION ALL SELECT * FROM json_populate_recordset(NULL::day_sums, loose)) AS a
      GROUP BY a.environment, a.day, a.doc_type, a.state, a.invalidated, a.by_note
    LOOP
      INSERT INTO day_sums AS d (company_id, environment, day, doc_type, state, invalidated, by_note, part, documents,
          taxable, vat, gross, retention, total)
        VALUES (company, s.environment, s.day, s.doc_type, s.state, s.invalidated, s.by_note, 0, s.documents,
          s.taxable, s.vat, s.gross, s.retention, s.total)
        ON CONFLICT (company_id, environment, day, doc_type, state, invalidated, by_note, part) DO UPDATE
          SET documents = d.documents + excluded.documents, taxable = d.taxable + excluded.taxable,
            vat = d.vat + excluded.vat, gross = d.gross + excluded.gross, retention = d.retention + excluded.retention,
            total = d.total + excluded.total;
    END LOOP;
  END LOOP;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION change_day_sums() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  s record;
BEGIN
  FOR s IN SELECT c.company_id, c.environment, local_day(c.posted_at) AS day, c.doc_type, c.state, c.invalidated,
      c.invalidated AND c.adjusted AS by_note, sum(c.sign) AS documents, sum(c.sign * c.taxable) AS taxable,
      sum(c.sign * c.vat) AS vat, sum(c.sign * c.gross) AS gross, sum(c.sign * c.retention) AS retention,
      sum(c.sign * c.total) AS total
    FROM (SELECT -1 AS sign, former.* FROM former UNION ALL SELECT 1, fresh.* FROM fresh) AS c
    GROUP BY c.company_id, c.environment, local_day(c.posted_at), c.doc_type, c.state, c.invalidated,
      c.invalidated AND c.adjusted
    HAVING sum(c.sign) <> 0 OR sum(c.sign * c.taxable) <> 0 OR sum(c.sign * c.vat) <> 0 OR sum(c.sign * c.gross) <> 0
      OR sum(c.sign * c.retention) <> 0 OR sum(c.sign * c.total) <> 0
  LOOP
    INSERT INTO day_sums (company_id, environment, day, doc_type, state, invalidated, by_note, documents, taxable, vat,
        gross, retention, total)
      VALUES (s.company_id, s.environment, s.day, s.doc_type, s.state, s.invalidated, s.by_note, s.documents, s.taxable,
        s.vat, s.gross, s.retention, s.total);
  END LOOP;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION drop_from_day_sums() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  s record;
BEGIN
  FOR s IN SELECT f.company_id, f.environment, local_day(f.posted_at) AS day, f.doc_type, f.state, f.invalidated,
      f.invalidated AND f.adjusted AS by_note, count(*) AS documents, sum(f.taxable) AS taxable, sum(f.vat) AS vat,
      sum(f.gross) AS gross, sum(f.retention) AS retention, sum(f.total) AS total
    FROM former f
    GROUP BY f.company_id, f.environment, local_day(f.posted_at), f.doc_type, f.state, f.invalidated,
      f.invalidated AND f.adjusted
  LOOP
    INSERT INTO day_sums (company_id, environment, day, doc_type, state, invalidated, by_note, documents, taxable, vat,
        gross, retention, total)
      VALUES (s.company_id, s.environment, s.day, s.doc_type, s.state, s.invalidated, s.by_note, -s.documents, -s.taxable,
        -s.vat, -s.gross, -s.retention, -s.total);
  END LOOP;
  RETURN NULL;
END $$;

-- All others as before, but for these lines. A look that steps along an index from company to company does so on one server
-- alone; where there are several, each reads what is due of its own.
DO $$
DECLARE
  edit record;
  before text;
  known text;
BEGIN
  FOR edit IN
    SELECT p.oid::regprocedure::text AS door, 'PERFORM set_config(''sello.company_id'', p_company::text, true)' AS old,
        'PERFORM enter(p_company, NULL)' AS new
      FROM pg_proc p
      WHERE p.pronamespace = 'public'::regnamespace
        AND strpos(p.prosrc, 'PERFORM set_config(''sello.company_id'', p_company::text, true)') > 0
    UNION ALL SELECT * FROM (VALUES
      ('admit_requests(uuid[], uuid[], integer[], json, text[])',
       $old$PERFORM set_config('sello.company_id', company::text, true),
        set_config('sello.company_pass', coalesce(p_passes[turn], ''), true);$old$,
       $new$PERFORM enter(company, coalesce(p_passes[turn], ''));$new$),
      ('find_named(uuid, list_filter, boolean)', 'searchable(d, 0)', 'searchable(ROW(d.*)::documents, 0)'),
      ('find_between(uuid, list_filter, bigint, bigint, boolean, integer)', 'search_matches(s, f)',
       'search_matches(ROW(s.*)::document_search, f)'),
      ('find_indexed(uuid, list_filter, bigint, bigint, boolean, integer)', 'search_matches(i, f)',
       'search_matches(ROW(i.*)::document_search, f)'),
      ('total_documents(uuid, json)', 's.position <= high AND search_matches(s, f)',
       's.position <= high AND search_matches(ROW(s.*)::document_search, f)'),
      ('total_documents(uuid, json)', 'SELECT n AS document', 'SELECT ROW(n.*)::documents AS document'),
      ('sum_days(uuid, text, date, date, integer)', 'searchable(d, 0)', 'searchable(ROW(d.*)::documents, 0)'),
      ('due_documents(integer, integer, text[], text[], text[], double precision, uuid)', $old$  BEGIN
    RETURN QUERY$old$, $new$  BEGIN
    IF is_distributed() THEN
      RETURN QUERY
        SELECT due.company_id, due.document_id FROM (
            SELECT d.company_id, d.document_id,
              row_number() OVER (PARTITION BY d.company_id ORDER BY d.next_attempt_at) AS turn
            FROM documents d
            WHERE d.next_attempt_at <= statement_timestamp() AND d.state = ANY (p_states)
              AND (d.lease_until IS NULL OR d.lease_until <= statement_timestamp())
              AND d.environment = ANY (p_environments)
              AND (d.state <> 'contingency' OR d.environment || ' ' || d.company_id <> ALL (p_offline)
                   OR d.contingency_type IS NULL
                      AND d.contingency_since <= statement_timestamp() - p_quarantine_ms * interval '1 ms'
                      AND NOT EXISTS (SELECT 1 FROM attempts a WHERE a.company_id = d.company_id
                                        AND a.document_id = d.document_id AND a.outcome = 'unknown'))) AS due
        WHERE due.turn <= p_per_company
        ORDER BY due.turn, coalesce(due.company_id <= p_after, false), due.company_id LIMIT p_total;
      RETURN;
    END IF;
    RETURN QUERY$new$),
      ('due_deliveries(integer, integer, text[], uuid)', $old$  BEGIN
    RETURN QUERY$old$, $new$  BEGIN
    IF is_distributed() THEN
      RETURN QUERY
        SELECT due.company_id, due.document_id, due.kind, due.address FROM (
            SELECT d.company_id, d.document_id, d.kind, d.address,
              row_number() OVER (PARTITION BY d.company_id ORDER BY d.next_attempt_at) AS turn
            FROM deliveries d
            WHERE d.state = 'queued' AND d.next_attempt_at <= statement_timestamp()
              AND d.environment = ANY (p_environments)) AS due
        WHERE due.turn <= p_per_company
        ORDER BY due.turn, coalesce(due.company_id <= p_after, false), due.company_id LIMIT p_total;
      RETURN;
    END IF;
    RETURN QUERY$new$),
      ('unreported_accounts(integer, text[], text[], text)', $old$  BEGIN
    RETURN QUERY$old$, $new$  BEGIN
    IF is_distributed() THEN
      RETURN QUERY
        SELECT a.company_id, a.environment FROM (
            SELECT DISTINCT d.company_id, d.environment, d.environment || ' ' || d.company_id AS name FROM documents d
            WHERE d.contingency_type IS NOT NULL AND d.event_id IS NULL AND d.state = 'contingency'
              AND d.environment = ANY (p_environments)) AS a
        WHERE a.name <> ALL (p_offline)
        ORDER BY coalesce(a.name COLLATE "C" <= p_after, false), a.name COLLATE "C" LIMIT p_total;
      RETURN;
    END IF;
    RETURN QUERY$new$),
      ('due_archives(integer, uuid)', $old$  BEGIN
    RETURN QUERY$old$, $new$  BEGIN
    IF is_distributed() THEN
      RETURN QUERY
        SELECT q.company_id FROM archive_queue q GROUP BY q.company_id
        ORDER BY coalesce(q.company_id <= p_after, false), q.company_id LIMIT p_total;
      RETURN;
    END IF;
    RETURN QUERY$new$),
      ('due_archive_heads(integer, double precision)', $old$  BEGIN
    RETURN QUERY$old$, $new$  BEGIN
    IF is_distributed() THEN
      RETURN QUERY
        SELECT l.company_id, c.environment, l.position, encode(l.link_hash, 'hex')
        FROM (SELECT a.company_id, max(a.position) AS position FROM archive_links a GROUP BY a.company_id) AS e
          JOIN archive_links l ON l.company_id = e.company_id AND l.position = e.position
          JOIN companies c ON c.company_id = e.company_id
          LEFT JOIN (SELECT h.company_id, max(h.position) AS position, max(h.signed_at) AS signed_at FROM archive_heads h
                     GROUP BY h.company_id) AS h ON h.company_id = e.company_id
        WHERE h.position IS NULL
           OR h.position < l.position AND h.signed_at <= statement_timestamp() - p_older_ms * interval '1 ms'
        ORDER BY h.signed_at NULLS FIRST LIMIT p_total;
      RETURN;
    END IF;
    RETURN QUERY$new$),
      ('due_searches(integer, uuid)', $old$  BEGIN
    RETURN QUERY$old$, $new$  BEGIN
    IF is_distributed() THEN
      RETURN QUERY
        SELECT c.company_id FROM (
            SELECT s.company_id FROM series s LEFT JOIN search_progress p ON p.company_id = s.company_id
            WHERE EXISTS (
              SELECT FROM documents d WHERE d.company_id = s.company_id
                AND (d.posted_at, d.document_id) > (coalesce(p.posted_at, '-infinity'),
                  coalesce(p.document_id, '00000000-0000-0000-0000-000000000000'))
                AND d.posted_at < statement_timestamp() - interval '2 minutes')) AS c
        GROUP BY c.company_id ORDER BY coalesce(c.company_id <= p_after, false), c.company_id LIMIT p_total;
      RETURN;
    END IF;
    RETURN QUERY$new$)
    ) AS e (door, old, new)
  LOOP
    before := pg_get_functiondef(edit.door::regprocedure);
    known := replace(before, edit.old, edit.new);
    IF known = before THEN
      RAISE EXCEPTION 'a line of % was not found: %', edit.door, edit.old;
    END IF;
    EXECUTE known;
  END LOOP;
END $$;
