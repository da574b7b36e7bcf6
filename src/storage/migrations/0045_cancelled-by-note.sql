-- Up Migration

-- A CCF that a note cancels counts on its day, and the note against it on its own (decision 33). `invalidated` is what lists
-- are filtered by, and has both these and what an event cancels; `by_note` tells them apart. No CCF with a note is invalidated
-- by an event, so the search knows them by its own columns.
ALTER TABLE day_sums ADD COLUMN by_note boolean NOT NULL DEFAULT false;
ALTER TABLE day_sums DROP CONSTRAINT day_sums_pkey;
ALTER TABLE day_sums ADD PRIMARY KEY (company_id, environment, day, doc_type, state, invalidated, by_note, part);

CREATE OR REPLACE FUNCTION gather_day_sums() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH loose AS (
    DELETE FROM day_sums d WHERE d.part > 0 AND d.company_id IN (SELECT f.company_id FROM fresh f) RETURNING d.*)
  INSERT INTO day_sums AS d (company_id, environment, day, doc_type, state, invalidated, by_note, documents, taxable, vat,
      gross, retention, total)
    SELECT a.company_id, a.environment, a.day, a.doc_type, a.state, a.invalidated, a.by_note, sum(a.documents), sum(a.taxable),
      sum(a.vat), sum(a.gross), sum(a.retention), sum(a.total)
    FROM (
        SELECT l.company_id, l.environment, l.day, l.doc_type, l.state, l.invalidated, l.by_note, l.documents, l.taxable, l.vat,
          l.gross, l.retention, l.total FROM loose l
        UNION ALL
        SELECT f.company_id, f.environment, local_day(f.posted_at), f.doc_type, f.state, f.invalidated,
          f.invalidated AND f.adjusted, 1, f.taxable, f.vat, f.gross, f.retention, f.total FROM fresh f) AS a
    GROUP BY a.company_id, a.environment, a.day, a.doc_type, a.state, a.invalidated, a.by_note
    ON CONFLICT (company_id, environment, day, doc_type, state, invalidated, by_note, part) DO UPDATE
      SET documents = d.documents + excluded.documents, taxable = d.taxable + excluded.taxable, vat = d.vat + excluded.vat,
        gross = d.gross + excluded.gross, retention = d.retention + excluded.retention, total = d.total + excluded.total;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION change_day_sums() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO day_sums (company_id, environment, day, doc_type, state, invalidated, by_note, part, documents, taxable,
      vat, gross, retention, total)
    SELECT c.company_id, c.environment, local_day(c.posted_at), c.doc_type, c.state, c.invalidated,
      c.invalidated AND c.adjusted, nextval('day_sum_parts'), sum(c.sign), sum(c.sign * c.taxable), sum(c.sign * c.vat),
      sum(c.sign * c.gross), sum(c.sign * c.retention), sum(c.sign * c.total)
    FROM (SELECT -1 AS sign, former.* FROM former UNION ALL SELECT 1, fresh.* FROM fresh) AS c
    GROUP BY c.company_id, c.environment, local_day(c.posted_at), c.doc_type, c.state, c.invalidated,
      c.invalidated AND c.adjusted
    HAVING sum(c.sign) <> 0 OR sum(c.sign * c.taxable) <> 0 OR sum(c.sign * c.vat) <> 0 OR sum(c.sign * c.gross) <> 0
      OR sum(c.sign * c.retention) <> 0 OR sum(c.sign * c.total) <> 0;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION drop_from_day_sums() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO day_sums (company_id, environment, day, doc_type, state, invalidated, by_note, part, documents, taxable,
      vat, gross, retention, total)
    SELECT f.company_id, f.environment, local_day(f.posted_at), f.doc_type, f.state, f.invalidated,
      f.invalidated AND f.adjusted, nextval('day_sum_parts'), -count(*), -sum(f.taxable), -sum(f.vat),
      -sum(f.gross), -sum(f.retention), -sum(f.total)
    FROM former f
    GROUP BY f.company_id, f.environment, local_day(f.posted_at), f.doc_type, f.state, f.invalidated,
      f.invalidated AND f.adjusted;
  RETURN NULL;
END $$;

-- What the sums have already is moved by the operator, who sees the rows of all companies.
DO $$
BEGIN
  SET LOCAL ROLE sello_operator;
  INSERT INTO day_sums (company_id, environment, day, doc_type, state, invalidated, by_note, part, documents, taxable, vat, gross,
      retention, total)
    SELECT s.company_id, s.environment, local_day(s.posted_at), s.doc_type, s.state, true, m.by_note, nextval('day_sum_parts'),
      sum(m.sign), sum(m.sign * s.taxable), sum(m.sign * s.vat), sum(m.sign * s.gross), sum(m.sign * s.retention),
      sum(m.sign * s.total)
    FROM document_search s CROSS JOIN (VALUES (false, -1), (true, 1)) AS m (by_note, sign)
    WHERE s.invalidated AND s.adjusted
    GROUP BY s.company_id, s.environment, local_day(s.posted_at), s.doc_type, s.state, m.by_note;
  RESET ROLE;
END $$;

CREATE OR REPLACE FUNCTION sum_days(p_company uuid, p_environment text, p_since date, p_until date, p_limit integer) RETURNS json
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
      SELECT d.day, d.doc_type, d.state, d.invalidated, d.by_note, d.documents, d.taxable, d.vat, d.gross, d.retention, d.total
      FROM day_sums d
      WHERE d.company_id = p_company AND d.environment = p_environment AND d.day BETWEEN p_since AND p_until
      UNION ALL
      SELECT local_day(b.posted_at), b.doc_type,
        CASE WHEN b.state IN ('stamped', 'rejected') THEN b.state WHEN b.about = 'copy' THEN 'rejected' ELSE 'contingency' END,
        e.is_cancelled OR n.is_cancelled, n.is_cancelled AND NOT e.is_cancelled,
        1, cents(b.summary ->> 'amountTaxable'), cents(b.summary ->> 'amountVat'), cents(b.summary ->> 'amountGross'),
        cents(b.summary ->> 'amountRetention'), cents(b.summary ->> 'amountTotal')
      FROM behind b
        CROSS JOIN LATERAL (SELECT EXISTS (SELECT FROM invalidations i WHERE i.company_id = p_company
          AND i.document_id = b.document_id AND i.state IN ('open', 'sealed')) AS is_cancelled) AS e
        CROSS JOIN LATERAL (SELECT b.doc_type = '03' AND (SELECT (s).invalidated AND (s).adjusted
          FROM (SELECT searchable(d, 0) AS s FROM documents d
            WHERE d.company_id = p_company AND d.document_id = b.document_id OFFSET 0) AS f) AS is_cancelled) AS n
      WHERE b.environment = p_environment)
    SELECT json_build_object(
        'gap_since', (SELECT (extract(epoch FROM greatest(p.at, since_at)) * 1000)::float8 FROM progress p, looked l WHERE l.is_full),
        'gap_until', (SELECT (extract(epoch FROM l.first_at) * 1000)::float8 FROM looked l WHERE l.is_full),
        -- Amounts are texts, because a number of JSON is a double to its reader.
        'sums', (SELECT coalesce(json_agg(json_build_object('day', t.day, 'doc_type', t.doc_type, 'state', t.state,
            'invalidated', t.invalidated, 'by_note', t.by_note, 'documents', t.documents, 'taxable', t.taxable::text,
            'vat', t.vat::text, 'gross', t.gross::text, 'retention', t.retention::text, 'total', t.total::text)
            ORDER BY t.day, t.doc_type, t.state, t.invalidated, t.by_note), '[]'::json)
          FROM (
            SELECT p.day, p.doc_type, p.state, p.invalidated, p.by_note, sum(p.documents)::bigint AS documents,
              coalesce(sum(p.taxable), 0)::bigint AS taxable, coalesce(sum(p.vat), 0)::bigint AS vat,
              coalesce(sum(p.gross), 0)::bigint AS gross, coalesce(sum(p.retention), 0)::bigint AS retention,
              coalesce(sum(p.total), 0)::bigint AS total
            FROM parts p GROUP BY p.day, p.doc_type, p.state, p.invalidated, p.by_note HAVING sum(p.documents) <> 0) AS t))
      INTO answer;
    PERFORM set_config('sello.company_id', '', true);
    RETURN answer;
  END $$;
