-- Invalidations that are due, by companies in rotation.
CREATE OR REPLACE FUNCTION due_invalidations(p_total integer, p_per_company integer, p_environments text[],
    p_offline text[], p_after uuid)
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
END
$$;
ALTER FUNCTION due_invalidations OWNER TO sello_operator;
GRANT EXECUTE ON FUNCTION due_invalidations TO sello_service;
