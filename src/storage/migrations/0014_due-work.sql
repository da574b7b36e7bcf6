-- Up Migration

-- The looks for due work across companies, which act as the operator and give identifiers only. They go from company to
-- company along the index of what is due, so that companies without waiting work cost nothing, and those whose first is
-- not due yet one step.

CREATE FUNCTION due_documents(p_total integer, p_per_company integer, p_states text[], p_environments text[],
    p_offline text[], p_quarantine_ms float8)
  RETURNS TABLE (company_id uuid, document_id uuid)
  LANGUAGE plpgsql STABLE
  SET role = 'sello_operator'
  SET search_path = public, pg_temp
  SET enable_seqscan = off
  SET plan_cache_mode = force_generic_plan
  AS $$
  #variable_conflict use_column
  BEGIN
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
      ORDER BY due.turn, due.next_attempt_at LIMIT p_total;
  END $$;

CREATE FUNCTION due_deliveries(p_total integer, p_per_company integer, p_environments text[])
  RETURNS TABLE (company_id uuid, document_id uuid, kind text, address text)
  LANGUAGE plpgsql STABLE
  SET role = 'sello_operator'
  SET search_path = public, pg_temp
  SET enable_seqscan = off
  SET plan_cache_mode = force_generic_plan
  AS $$
  #variable_conflict use_column
  BEGIN
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
      ORDER BY due.turn, due.next_attempt_at LIMIT p_total;
  END $$;

CREATE FUNCTION due_invalidations(p_total integer, p_per_company integer, p_environments text[], p_offline text[])
  RETURNS TABLE (company_id uuid, document_id uuid)
  LANGUAGE plpgsql STABLE
  SET role = 'sello_operator'
  SET search_path = public, pg_temp
  SET enable_seqscan = off
  SET plan_cache_mode = force_generic_plan
  AS $$
  #variable_conflict use_column
  BEGIN
    RETURN QUERY
      SELECT due.company_id, due.document_id FROM (
          SELECT i.company_id, i.document_id, i.next_attempt_at,
            row_number() OVER (PARTITION BY i.company_id ORDER BY i.next_attempt_at) AS turn
          FROM invalidations i
          WHERE i.next_attempt_at <= statement_timestamp() AND i.environment = ANY (p_environments)
            AND (i.lease_until IS NULL OR i.lease_until <= statement_timestamp())
            AND i.environment || ' ' || i.company_id <> ALL (p_offline)) AS due
      WHERE due.turn <= p_per_company ORDER BY due.turn, due.next_attempt_at LIMIT p_total;
  END $$;

CREATE FUNCTION due_contingencies(p_total integer, p_environments text[])
  RETURNS TABLE (company_id uuid, environment text, event_id uuid)
  LANGUAGE plpgsql STABLE
  SET role = 'sello_operator'
  SET search_path = public, pg_temp
  SET enable_seqscan = off
  SET plan_cache_mode = force_generic_plan
  AS $$
  #variable_conflict use_column
  BEGIN
    RETURN QUERY
      (SELECT e.company_id, e.environment, e.event_id FROM contingency_events e
       WHERE e.next_attempt_at <= statement_timestamp() AND e.environment = ANY (p_environments)
         AND (e.lease_until IS NULL OR e.lease_until <= statement_timestamp())
       ORDER BY e.next_attempt_at LIMIT p_total)
      UNION ALL
      (SELECT DISTINCT d.company_id, d.environment, NULL::uuid FROM documents d
       WHERE d.contingency_type IS NOT NULL AND d.event_id IS NULL AND d.state = 'contingency'
         AND d.environment = ANY (p_environments) LIMIT p_total);
  END $$;

REVOKE ALL ON FUNCTION due_documents, due_deliveries, due_invalidations, due_contingencies FROM PUBLIC;
GRANT EXECUTE ON FUNCTION due_documents, due_deliveries, due_invalidations, due_contingencies TO sello_operator;
