-- The sums of the days between two, both included, with what is not in the search yet: the newest p_limit documents
-- of that. Where there are more, those from `gap_since` until `gap_until` are missing. All of it is one statement, so
-- that no document is counted both in the search and behind it.
CREATE OR REPLACE FUNCTION sum_days(p_company uuid, p_environment text, p_since date, p_until date, p_limit integer)
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
  since_at CONSTANT timestamptz := p_since::timestamp AT TIME ZONE interval '-06:00';
  until_at CONSTANT timestamptz := (p_until + 1)::timestamp AT TIME ZONE interval '-06:00';
  answer json;
BEGIN
  PERFORM enter(p_company, NULL);
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
        FROM (SELECT searchable(ROW(d.*)::documents, 0) AS s FROM documents d
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
END
$$;
GRANT EXECUTE ON FUNCTION sum_days TO sello_service;
