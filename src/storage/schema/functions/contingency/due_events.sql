-- Events of contingencies that are due: either those that are to be sealed, or those whose documents are to follow. A
-- lote may take minutes, and no report waits behind one.
CREATE OR REPLACE FUNCTION due_events(p_total integer, p_per_company integer, p_environments text[], p_sealed boolean,
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
END
$$;
ALTER FUNCTION due_events OWNER TO sello_operator;
GRANT EXECUTE ON FUNCTION due_events TO sello_service;
