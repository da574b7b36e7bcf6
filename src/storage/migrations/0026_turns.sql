-- Up Migration

-- Companies take turns at everything that is due: a look begins behind the company that something was begun for last, and
-- comes to the others in the order of their identifiers. By age alone, the backlogs of a few companies kept everybody
-- whose work came due later waiting until they were empty. The functions of before stay for nodes of the version before.

CREATE FUNCTION due_documents(p_total integer, p_per_company integer, p_states text[], p_environments text[],
    p_offline text[], p_quarantine_ms float8, p_after uuid)
  RETURNS TABLE (company_id uuid, document_id uuid)
  LANGUAGE plpgsql STABLE SECURITY DEFINER
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
      ORDER BY due.turn, coalesce(w.company_id <= p_after, false), w.company_id LIMIT p_total;
  END $$;

CREATE FUNCTION due_deliveries(p_total integer, p_per_company integer, p_environments text[], p_after uuid)
  RETURNS TABLE (company_id uuid, document_id uuid, kind text, address text)
  LANGUAGE plpgsql STABLE SECURITY DEFINER
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
      ORDER BY due.turn, coalesce(w.company_id <= p_after, false), w.company_id LIMIT p_total;
  END $$;

CREATE FUNCTION due_invalidations(p_total integer, p_per_company integer, p_environments text[], p_offline text[],
    p_after uuid)
  RETURNS TABLE (company_id uuid, document_id uuid)
  LANGUAGE plpgsql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp
  SET enable_seqscan = off
  SET plan_cache_mode = force_generic_plan
  AS $$
  #variable_conflict use_column
  BEGIN
    RETURN QUERY
      SELECT due.company_id, due.document_id FROM (
          SELECT i.company_id, i.document_id,
            row_number() OVER (PARTITION BY i.company_id ORDER BY i.next_attempt_at) AS turn
          FROM invalidations i
          WHERE i.next_attempt_at <= statement_timestamp() AND i.environment = ANY (p_environments)
            AND (i.lease_until IS NULL OR i.lease_until <= statement_timestamp())
            AND i.environment || ' ' || i.company_id <> ALL (p_offline)) AS due
      WHERE due.turn <= p_per_company
      ORDER BY due.turn, coalesce(due.company_id <= p_after, false), due.company_id LIMIT p_total;
  END $$;

-- Events of contingencies, either those that are to be sealed or those whose documents are to follow: a lote may take
-- minutes, and no report waits behind one.
CREATE FUNCTION due_events(p_total integer, p_per_company integer, p_environments text[], p_sealed boolean,
    p_after uuid)
  RETURNS TABLE (company_id uuid, environment text, event_id uuid)
  LANGUAGE plpgsql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp
  SET enable_seqscan = off
  SET plan_cache_mode = force_generic_plan
  AS $$
  #variable_conflict use_column
  BEGIN
    RETURN QUERY
      SELECT due.company_id, due.environment, due.event_id FROM (
          SELECT e.company_id, e.environment, e.event_id,
            row_number() OVER (PARTITION BY e.company_id ORDER BY e.next_attempt_at) AS turn
          FROM contingency_events e
          WHERE e.next_attempt_at <= statement_timestamp() AND e.environment = ANY (p_environments)
            AND (e.sealed_at IS NOT NULL) = p_sealed
            AND (e.lease_until IS NULL OR e.lease_until <= statement_timestamp())) AS due
      WHERE due.turn <= p_per_company
      ORDER BY due.turn, coalesce(due.company_id <= p_after, false), due.company_id LIMIT p_total;
  END $$;

-- Accounts with formal documents that no event lists, those apart whose authority answers nobody. One step along the index
-- for each account, however many documents it has.
CREATE FUNCTION unreported_accounts(p_total integer, p_environments text[], p_offline text[], p_after text)
  RETURNS TABLE (company_id uuid, environment text)
  LANGUAGE plpgsql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp
  SET enable_seqscan = off
  SET plan_cache_mode = force_generic_plan
  AS $$
  #variable_conflict use_column
  BEGIN
    RETURN QUERY
      WITH RECURSIVE accounts AS (
        (SELECT d.company_id, d.environment FROM documents d
         WHERE d.contingency_type IS NOT NULL AND d.event_id IS NULL ORDER BY d.company_id, d.environment LIMIT 1)
        UNION ALL
        SELECT n.company_id, n.environment FROM accounts a CROSS JOIN LATERAL (
          SELECT d.company_id, d.environment FROM documents d
          WHERE d.contingency_type IS NOT NULL AND d.event_id IS NULL
            AND (d.company_id, d.environment) > (a.company_id, a.environment)
          ORDER BY d.company_id, d.environment LIMIT 1) AS n)
      SELECT a.company_id, a.environment FROM (
          SELECT *, accounts.environment || ' ' || accounts.company_id AS name FROM accounts) AS a
      WHERE a.environment = ANY (p_environments) AND a.name <> ALL (p_offline)
        AND EXISTS (SELECT 1 FROM documents d
                    WHERE d.company_id = a.company_id AND d.environment = a.environment AND d.state = 'contingency'
                      AND d.contingency_type IS NOT NULL AND d.event_id IS NULL)
      ORDER BY coalesce(a.name COLLATE "C" <= p_after, false), a.name COLLATE "C" LIMIT p_total;
  END $$;

-- Companies with rows that are final and have no link yet, by one step along the key for each.
CREATE FUNCTION due_archives(p_total integer, p_after uuid) RETURNS TABLE (company_id uuid)
  LANGUAGE plpgsql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp
  SET enable_seqscan = off
  SET plan_cache_mode = force_generic_plan
  AS $$
  #variable_conflict use_column
  BEGIN
    RETURN QUERY
      WITH RECURSIVE waiting AS (
        (SELECT q.company_id FROM archive_queue q ORDER BY q.company_id LIMIT 1)
        UNION ALL
        SELECT n.company_id FROM waiting w CROSS JOIN LATERAL (
          SELECT q.company_id FROM archive_queue q WHERE q.company_id > w.company_id ORDER BY q.company_id LIMIT 1) AS n)
      SELECT w.company_id FROM waiting w
      ORDER BY coalesce(w.company_id <= p_after, false), w.company_id LIMIT p_total;
  END $$;

-- How long the oldest document in contingency has been in it that no sealed event lists, in seconds. By the indexes of what
-- is due and of what was put aside.
CREATE FUNCTION unreported_seconds(p_enter integer) RETURNS float8
  LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp
  AS $$
    SELECT extract(epoch FROM clock_timestamp() - min(contingency_since))::float8 FROM documents
    WHERE (next_attempt_at IS NOT NULL OR put_aside_at IS NOT NULL) AND state = 'contingency'
      AND transmit_until IS NULL
  $$;

-- As migration 18 has it: they act as the role that may look across companies, and see nothing without the queues' pass.
GRANT CREATE ON SCHEMA public TO sello_operator;
DO $$
DECLARE
  crossing regprocedure;
BEGIN
  FOR crossing IN SELECT oid FROM pg_proc WHERE pronamespace = 'public'::regnamespace
    AND pg_get_userbyid(proowner) <> 'sello_operator' AND proname = ANY (ARRAY[
    'due_documents', 'due_deliveries', 'due_invalidations', 'due_events', 'due_archives', 'unreported_accounts',
    'unreported_seconds'])
  LOOP
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', crossing);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO sello_service, sello_operator', crossing);
    EXECUTE format('ALTER FUNCTION %s OWNER TO sello_operator', crossing);
  END LOOP;
END $$;
REVOKE CREATE ON SCHEMA public FROM sello_operator;
