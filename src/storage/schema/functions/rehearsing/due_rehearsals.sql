-- Companies whose rehearsal waits for a node, in rotation.
CREATE OR REPLACE FUNCTION due_rehearsals(p_total integer, p_environments text[], p_after uuid)
  RETURNS TABLE (company_id uuid, rehearsal_id uuid)
  LANGUAGE plpgsql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp
  SET enable_seqscan = off
  SET plan_cache_mode = force_generic_plan
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT r.company_id, r.rehearsal_id FROM rehearsals r
    WHERE r.finished_at IS NULL AND r.environment = ANY (p_environments)
      AND (r.lease_until IS NULL OR r.lease_until <= clock_timestamp())
    ORDER BY coalesce(r.company_id <= p_after, false), r.company_id LIMIT p_total;
END
$$;
ALTER FUNCTION due_rehearsals OWNER TO sello_operator;
GRANT EXECUTE ON FUNCTION due_rehearsals TO sello_service;
