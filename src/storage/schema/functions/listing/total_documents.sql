-- How many documents a selection has of each type and state, and what they come to. Looks at all of it.
CREATE OR REPLACE FUNCTION total_documents(p_company uuid, p_filter json)
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
  PERFORM enter(p_company, NULL);
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
        WHERE s.company_id = p_company AND s.position > low AND s.position <= high AND search_matches(ROW(s.*)::document_search, f)
          AND (f.external_ref IS NULL OR s.document_id = (SELECT x.document_id FROM documents x
            WHERE x.company_id = p_company AND x.external_ref = f.external_ref))
        GROUP BY s.doc_type, s.state
        UNION ALL
        SELECT s.doc_type, s.state, 1, s.taxable, s.vat, s.gross, s.retention, s.total
        FROM (SELECT ROW(n.*)::documents AS document, n.posted_at, n.external_ref FROM documents n
              WHERE n.company_id = p_company AND (n.posted_at, n.document_id) > (end_at, end_id)
              ORDER BY n.posted_at, n.document_id OFFSET 0) AS d, searchable(d.document, 0) AS s
        WHERE (f.since_at IS NULL OR d.posted_at >= f.since_at) AND (f.until_at IS NULL OR d.posted_at < f.until_at)
          AND (f.external_ref IS NULL OR d.external_ref = f.external_ref) AND search_matches(s, f)) AS t
    GROUP BY t.doc_type, t.state ORDER BY t.doc_type, t.state;
  PERFORM set_config('sello.company_id', '', true);
END
$$;
GRANT EXECUTE ON FUNCTION total_documents TO sello_service;
