-- Companies with rows that are final and have no link yet, in rotation, by one step along the key for each.
CREATE OR REPLACE FUNCTION due_archives(p_total integer, p_after uuid)
  RETURNS TABLE (company_id uuid)
  LANGUAGE plpgsql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp
  SET enable_seqscan = off
  SET plan_cache_mode = force_generic_plan
AS $$
#variable_conflict use_column
BEGIN
  IF is_distributed() THEN
    RETURN QUERY
      SELECT q.company_id FROM archive_queue q GROUP BY q.company_id
      ORDER BY coalesce(q.company_id <= p_after, false), q.company_id LIMIT p_total;
    RETURN;
  END IF;
  RETURN QUERY
    WITH RECURSIVE waiting AS (
      (SELECT q.company_id FROM archive_queue q ORDER BY q.company_id LIMIT 1)
      UNION ALL
      SELECT n.company_id FROM waiting w CROSS JOIN LATERAL (
        SELECT q.company_id FROM archive_queue q WHERE q.company_id > w.company_id ORDER BY q.company_id LIMIT 1) AS n)
    SELECT w.company_id FROM waiting w
    ORDER BY coalesce(w.company_id <= p_after, false), w.company_id LIMIT p_total;
END
$$;
ALTER FUNCTION due_archives OWNER TO sello_operator;
GRANT EXECUTE ON FUNCTION due_archives TO sello_service;
