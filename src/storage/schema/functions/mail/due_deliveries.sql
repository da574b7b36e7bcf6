-- Messages that are due, by companies in rotation: at most p_per_company of each.
CREATE OR REPLACE FUNCTION due_deliveries(p_total integer, p_per_company integer, p_environments text[], p_after uuid)
  RETURNS TABLE (company_id uuid, document_id uuid, kind text, address text)
  LANGUAGE plpgsql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp
  SET enable_seqscan = off
  SET plan_cache_mode = force_generic_plan
AS $$
#variable_conflict use_column
BEGIN
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
  RETURN QUERY
    WITH RECURSIVE companies_waiting AS (
      (SELECT d.company_id, d.next_attempt_at AS first_at FROM deliveries d
       WHERE d.state = 'queued' ORDER BY d.company_id, d.next_attempt_at LIMIT 1)
      UNION ALL
      SELECT n.company_id, n.next_attempt_at FROM companies_waiting w CROSS JOIN LATERAL (
        SELECT d.company_id, d.next_attempt_at FROM deliveries d
        WHERE d.state = 'queued' AND d.company_id > w.company_id
        ORDER BY d.company_id, d.next_attempt_at LIMIT 1) AS n)
    SELECT w.company_id, due.document_id, due.kind, due.address FROM companies_waiting w CROSS JOIN LATERAL (
        SELECT d.document_id, d.kind, d.address, d.next_attempt_at,
          row_number() OVER (ORDER BY d.next_attempt_at) AS turn
        FROM deliveries d
        WHERE d.company_id = w.company_id AND d.state = 'queued' AND d.next_attempt_at <= statement_timestamp()
          AND d.environment = ANY (p_environments)
        ORDER BY d.next_attempt_at LIMIT p_per_company) AS due
    WHERE w.first_at <= statement_timestamp()
    ORDER BY due.turn, coalesce(w.company_id <= p_after, false), w.company_id LIMIT p_total;
END
$$;
ALTER FUNCTION due_deliveries OWNER TO sello_operator;
GRANT EXECUTE ON FUNCTION due_deliveries TO sello_service;
