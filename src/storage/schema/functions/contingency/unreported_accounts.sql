-- Accounts with formal documents that no event lists, without those whose authority answers nothing. One step along
-- the index for each account, however many documents it has.
CREATE OR REPLACE FUNCTION unreported_accounts(p_total integer, p_environments text[], p_offline text[], p_after text)
  RETURNS TABLE (company_id uuid, environment text)
  LANGUAGE plpgsql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp
  SET enable_seqscan = off
  SET plan_cache_mode = force_generic_plan
AS $$
#variable_conflict use_column
BEGIN
  IF is_distributed() THEN
    RETURN QUERY
      SELECT a.company_id, a.environment FROM (
          SELECT DISTINCT d.company_id, d.environment, d.environment || ' ' || d.company_id AS name FROM documents d
          WHERE d.contingency_type IS NOT NULL AND d.event_id IS NULL AND d.state = 'contingency'
            AND d.environment = ANY (p_environments)) AS a
      WHERE a.name <> ALL (p_offline)
      ORDER BY coalesce(a.name COLLATE "C" <= p_after, false), a.name COLLATE "C" LIMIT p_total;
    RETURN;
  END IF;
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
END
$$;
ALTER FUNCTION unreported_accounts OWNER TO sello_operator;
GRANT EXECUTE ON FUNCTION unreported_accounts TO sello_service;
