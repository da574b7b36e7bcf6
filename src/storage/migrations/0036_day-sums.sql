-- Up Migration

-- What the documents of the search come to, by the day of El Salvador (six hours behind UTC all year), type and state. Whoever
-- changes a row of the search adds what that changes, as rows of their own (`part` > 0), so that two that change documents
-- of one day do not wait for each other; whoever adds documents to the search gathers those (`part` 0).
CREATE TABLE day_sums (
  company_id uuid NOT NULL,
  environment text NOT NULL,
  day date NOT NULL,
  doc_type text NOT NULL,
  -- As the search has it.
  state text NOT NULL,
  invalidated boolean NOT NULL,
  part bigint NOT NULL DEFAULT 0,
  documents bigint NOT NULL,
  -- In cents.
  taxable numeric NOT NULL,
  vat numeric NOT NULL,
  gross numeric NOT NULL,
  retention numeric NOT NULL,
  total numeric NOT NULL,
  PRIMARY KEY (company_id, environment, day, doc_type, state, invalidated, part)
);
CREATE INDEX day_sums_loose ON day_sums (company_id) WHERE part > 0;
CREATE SEQUENCE day_sum_parts;

-- Messages that nobody tries again, and invalidations that were rejected, wait for somebody to look.
CREATE INDEX deliveries_failed ON deliveries (company_id, queued_at, document_id) WHERE state = 'failed';
CREATE INDEX invalidations_rejected ON invalidations (company_id, settled_at, document_id) WHERE state = 'rejected';

DO $$
DECLARE
  wall record;
BEGIN
  ALTER TABLE day_sums ENABLE ROW LEVEL SECURITY;
  ALTER TABLE day_sums FORCE ROW LEVEL SECURITY;
  -- The walls around it are those around the documents.
  FOR wall IN SELECT polname, pg_get_expr(polqual, polrelid) AS proof,
      CASE polname WHEN 'tenant' THEN 'sello_service' ELSE 'sello_operator' END AS visitor
    FROM pg_policy WHERE polrelid = 'documents'::regclass
  LOOP
    EXECUTE format('CREATE POLICY %I ON day_sums TO %I USING (%s)', wall.polname, wall.visitor, wall.proof);
  END LOOP;
END $$;
-- Nothing here that could not be made again from the search.
GRANT SELECT, INSERT, UPDATE, DELETE ON day_sums TO sello_service, sello_operator;
GRANT USAGE ON SEQUENCE day_sum_parts TO sello_service, sello_operator;

CREATE FUNCTION local_day(p_at timestamptz) RETURNS date
  LANGUAGE sql IMMUTABLE STRICT
  RETURN (p_at AT TIME ZONE interval '-06:00')::date;

-- Only whoever adds documents to the search inserts, and that one waits for those who change some, and they for it.
CREATE FUNCTION gather_day_sums() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH loose AS (
    DELETE FROM day_sums d WHERE d.part > 0 AND d.company_id IN (SELECT f.company_id FROM fresh f) RETURNING d.*)
  INSERT INTO day_sums AS d (company_id, environment, day, doc_type, state, invalidated, documents, taxable, vat, gross,
      retention, total)
    SELECT a.company_id, a.environment, a.day, a.doc_type, a.state, a.invalidated, sum(a.documents), sum(a.taxable),
      sum(a.vat), sum(a.gross), sum(a.retention), sum(a.total)
    FROM (
        SELECT l.company_id, l.environment, l.day, l.doc_type, l.state, l.invalidated, l.documents, l.taxable, l.vat, l.gross,
          l.retention, l.total FROM loose l
        UNION ALL
        SELECT f.company_id, f.environment, local_day(f.posted_at), f.doc_type, f.state, f.invalidated, 1, f.taxable, f.vat,
          f.gross, f.retention, f.total FROM fresh f) AS a
    GROUP BY a.company_id, a.environment, a.day, a.doc_type, a.state, a.invalidated
    ON CONFLICT (company_id, environment, day, doc_type, state, invalidated, part) DO UPDATE
      SET documents = d.documents + excluded.documents, taxable = d.taxable + excluded.taxable, vat = d.vat + excluded.vat,
        gross = d.gross + excluded.gross, retention = d.retention + excluded.retention, total = d.total + excluded.total;
  RETURN NULL;
END $$;

-- What leaves the search, or was said of a document before, counts against what is gathered.
CREATE FUNCTION change_day_sums() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO day_sums (company_id, environment, day, doc_type, state, invalidated, part, documents, taxable, vat, gross,
      retention, total)
    SELECT c.company_id, c.environment, local_day(c.posted_at), c.doc_type, c.state, c.invalidated,
      nextval('day_sum_parts'), sum(c.sign), sum(c.sign * c.taxable), sum(c.sign * c.vat), sum(c.sign * c.gross),
      sum(c.sign * c.retention), sum(c.sign * c.total)
    FROM (SELECT -1 AS sign, former.* FROM former UNION ALL SELECT 1, fresh.* FROM fresh) AS c
    GROUP BY c.company_id, c.environment, local_day(c.posted_at), c.doc_type, c.state, c.invalidated
    HAVING sum(c.sign) <> 0 OR sum(c.sign * c.taxable) <> 0 OR sum(c.sign * c.vat) <> 0 OR sum(c.sign * c.gross) <> 0
      OR sum(c.sign * c.retention) <> 0 OR sum(c.sign * c.total) <> 0;
  RETURN NULL;
END $$;

CREATE FUNCTION drop_from_day_sums() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO day_sums (company_id, environment, day, doc_type, state, invalidated, part, documents, taxable, vat, gross,
      retention, total)
    SELECT f.company_id, f.environment, local_day(f.posted_at), f.doc_type, f.state, f.invalidated,
      nextval('day_sum_parts'), -count(*), -sum(f.taxable), -sum(f.vat), -sum(f.gross), -sum(f.retention), -sum(f.total)
    FROM former f
    GROUP BY f.company_id, f.environment, local_day(f.posted_at), f.doc_type, f.state, f.invalidated;
  RETURN NULL;
END $$;

CREATE TRIGGER gather_day_sums AFTER INSERT ON document_search
  REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION gather_day_sums();
CREATE TRIGGER change_day_sums AFTER UPDATE ON document_search
  REFERENCING OLD TABLE AS former NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION change_day_sums();
CREATE TRIGGER drop_from_day_sums AFTER DELETE ON document_search
  REFERENCING OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION drop_from_day_sums();

-- What the search has already is summed by the operator, who sees the rows of all companies.
DO $$
BEGIN
  SET LOCAL ROLE sello_operator;
  INSERT INTO day_sums (company_id, environment, day, doc_type, state, invalidated, documents, taxable, vat, gross,
      retention, total)
    SELECT s.company_id, s.environment, local_day(s.posted_at), s.doc_type, s.state, s.invalidated, count(*),
      sum(s.taxable), sum(s.vat), sum(s.gross), sum(s.retention), sum(s.total)
    FROM document_search s
    GROUP BY s.company_id, s.environment, local_day(s.posted_at), s.doc_type, s.state, s.invalidated;
  RESET ROLE;
END $$;

-- The sums of the days between two, both included, with what is not in the search yet: the newest p_limit documents of that.
-- Where there are more, those from `gap_since` until `gap_until` are missing. All of it is one statement, so that no
-- document is counted both in the search and behind it.
CREATE FUNCTION sum_days(p_company uuid, p_environment text, p_since date, p_until date, p_limit integer) RETURNS json
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
    since_at CONSTANT timestamptz := p_since::timestamp AT TIME ZONE interval '-06:00';
    until_at CONSTANT timestamptz := (p_until + 1)::timestamp AT TIME ZONE interval '-06:00';
    answer json;
  BEGIN
    PERFORM set_config('sello.company_id', p_company::text, true);
    WITH progress AS (
      SELECT coalesce(max(p.posted_at), '-infinity') AS at, coalesce(max(p.document_id::text), repeat('0', 32))::uuid AS id
      FROM search_progress p WHERE p.company_id = p_company),
    behind AS MATERIALIZED (
      SELECT d.document_id, d.posted_at, d.environment, d.doc_type, d.summary, d.state, d.doubt ->> 'about' AS about
      FROM documents d
      WHERE d.company_id = p_company AND d.posted_at >= since_at AND d.posted_at < until_at
        AND (d.posted_at, d.document_id) > ((SELECT p.at FROM progress p), (SELECT p.id FROM progress p))
      ORDER BY d.posted_at DESC, d.document_id DESC LIMIT p_limit),
    looked AS (SELECT count(*) = p_limit AS is_full, min(b.posted_at) AS first_at FROM behind b),
    parts AS (
      SELECT d.day, d.doc_type, d.state, d.invalidated, d.documents, d.taxable, d.vat, d.gross, d.retention, d.total
      FROM day_sums d
      WHERE d.company_id = p_company AND d.environment = p_environment AND d.day BETWEEN p_since AND p_until
      UNION ALL
      SELECT local_day(b.posted_at), b.doc_type,
        CASE WHEN b.state IN ('stamped', 'rejected') THEN b.state WHEN b.about = 'copy' THEN 'rejected' ELSE 'contingency' END,
        EXISTS (SELECT FROM invalidations i WHERE i.company_id = p_company AND i.document_id = b.document_id
            AND i.state IN ('open', 'sealed'))
          OR b.doc_type = '03' AND (SELECT (searchable(d, 0)).invalidated FROM documents d
            WHERE d.company_id = p_company AND d.document_id = b.document_id),
        1, cents(b.summary ->> 'amountTaxable'), cents(b.summary ->> 'amountVat'), cents(b.summary ->> 'amountGross'),
        cents(b.summary ->> 'amountRetention'), cents(b.summary ->> 'amountTotal')
      FROM behind b WHERE b.environment = p_environment)
    SELECT json_build_object(
        'gap_since', (SELECT (extract(epoch FROM greatest(p.at, since_at)) * 1000)::float8 FROM progress p, looked l WHERE l.is_full),
        'gap_until', (SELECT (extract(epoch FROM l.first_at) * 1000)::float8 FROM looked l WHERE l.is_full),
        -- Amounts are texts, because a number of JSON is a double to its reader.
        'sums', (SELECT coalesce(json_agg(json_build_object('day', t.day, 'doc_type', t.doc_type, 'state', t.state,
            'invalidated', t.invalidated, 'documents', t.documents, 'taxable', t.taxable::text, 'vat', t.vat::text,
            'gross', t.gross::text, 'retention', t.retention::text, 'total', t.total::text)
            ORDER BY t.day, t.doc_type, t.state, t.invalidated), '[]'::json)
          FROM (
            SELECT p.day, p.doc_type, p.state, p.invalidated, sum(p.documents)::bigint AS documents,
              coalesce(sum(p.taxable), 0)::bigint AS taxable, coalesce(sum(p.vat), 0)::bigint AS vat,
              coalesce(sum(p.gross), 0)::bigint AS gross, coalesce(sum(p.retention), 0)::bigint AS retention,
              coalesce(sum(p.total), 0)::bigint AS total
            FROM parts p GROUP BY p.day, p.doc_type, p.state, p.invalidated HAVING sum(p.documents) <> 0) AS t))
      INTO answer;
    PERFORM set_config('sello.company_id', '', true);
    RETURN answer;
  END $$;

REVOKE ALL ON FUNCTION local_day, gather_day_sums, change_day_sums, drop_from_day_sums, sum_days FROM PUBLIC;
GRANT EXECUTE ON FUNCTION local_day, gather_day_sums, change_day_sums, drop_from_day_sums TO sello_service, sello_operator;
GRANT EXECUTE ON FUNCTION sum_days TO sello_service;
