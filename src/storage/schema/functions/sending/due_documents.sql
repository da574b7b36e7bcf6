-- Documents that are due, by companies in rotation: at most p_per_company of each, and of those the ones that have
-- waited longest.
CREATE OR REPLACE FUNCTION due_documents(p_total integer, p_per_company integer, p_states text[],
    p_environments text[], p_offline text[], p_quarantine_ms float8, p_after uuid)
  RETURNS TABLE (company_id uuid, document_id uuid)
  LANGUAGE plpgsql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp
  SET enable_seqscan = off
  SET plan_cache_mode = force_generic_plan
AS $$
#variable_conflict use_column
BEGIN
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
  RETURN QUERY
    WITH RECURSIVE companies_waiting AS (
      (SELECT d.company_id, d.next_attempt_at AS first_at FROM documents d
       WHERE d.next_attempt_at IS NOT NULL ORDER BY d.company_id, d.next_attempt_at LIMIT 1)
      UNION ALL
      SELECT n.company_id, n.next_attempt_at FROM companies_waiting w CROSS JOIN LATERAL (
        SELECT d.company_id, d.next_attempt_at FROM documents d
        WHERE d.next_attempt_at IS NOT NULL AND d.company_id > w.company_id
        ORDER BY d.company_id, d.next_attempt_at LIMIT 1) AS n)
    SELECT w.company_id, due.document_id FROM companies_waiting w CROSS JOIN LATERAL (
        SELECT d.document_id, d.next_attempt_at, row_number() OVER (ORDER BY d.next_attempt_at) AS turn
        FROM documents d
        WHERE d.company_id = w.company_id AND d.next_attempt_at <= statement_timestamp() AND d.state = ANY (p_states)
          AND (d.lease_until IS NULL OR d.lease_until <= statement_timestamp())
          AND d.environment = ANY (p_environments)
          -- Where the authority answers nobody, only what needs no answer is due: what never entered contingency, and
          -- what has been in it for longer than the quarantine with nothing of unknown fate, to become formal.
          AND (d.state <> 'contingency' OR d.environment || ' ' || d.company_id <> ALL (p_offline)
               OR d.contingency_type IS NULL
                  AND d.contingency_since <= statement_timestamp() - p_quarantine_ms * interval '1 ms'
                  AND NOT EXISTS (SELECT 1 FROM attempts a WHERE a.company_id = d.company_id
                                    AND a.document_id = d.document_id AND a.outcome = 'unknown'))
        ORDER BY d.next_attempt_at LIMIT p_per_company) AS due
    WHERE w.first_at <= statement_timestamp()
    ORDER BY due.turn, coalesce(w.company_id <= p_after, false), w.company_id LIMIT p_total;
END
$$;
ALTER FUNCTION due_documents OWNER TO sello_operator;
GRANT EXECUTE ON FUNCTION due_documents TO sello_service;
