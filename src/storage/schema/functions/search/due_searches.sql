-- Companies with documents that the search may take up, or that are in the search and not remembered, in rotation.
CREATE OR REPLACE FUNCTION due_searches(p_total integer, p_after uuid)
  RETURNS TABLE (company_id uuid)
  LANGUAGE plpgsql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp
  SET enable_seqscan = off
  SET enable_hashjoin = off
  SET enable_mergejoin = off
  SET plan_cache_mode = force_generic_plan
AS $$
#variable_conflict use_column
BEGIN
  IF is_distributed() THEN
    RETURN QUERY
      SELECT c.company_id FROM (
          SELECT s.company_id FROM series s LEFT JOIN search_progress p ON p.company_id = s.company_id
          WHERE EXISTS (
            SELECT FROM documents d WHERE d.company_id = s.company_id
              AND (d.posted_at, d.document_id) > (coalesce(p.posted_at, '-infinity'),
                coalesce(p.document_id, '00000000-0000-0000-0000-000000000000'))
              AND d.posted_at < statement_timestamp() - interval '2 minutes')) AS c
      GROUP BY c.company_id ORDER BY coalesce(c.company_id <= p_after, false), c.company_id LIMIT p_total;
    RETURN;
  END IF;
  RETURN QUERY
    SELECT c.company_id FROM companies c
    WHERE EXISTS (
      SELECT FROM documents d WHERE d.company_id = c.company_id
        AND (d.posted_at, d.document_id) > (
          coalesce((SELECT p.posted_at FROM search_progress p WHERE p.company_id = c.company_id), '-infinity'),
          coalesce((SELECT p.document_id FROM search_progress p WHERE p.company_id = c.company_id),
            '00000000-0000-0000-0000-000000000000'))
        AND d.posted_at < statement_timestamp() - interval '2 minutes')
      OR coalesce((SELECT p.position FROM search_progress p WHERE p.company_id = c.company_id), 0)
        > coalesce((SELECT r.position FROM remembered_progress r WHERE r.company_id = c.company_id), 0)
    ORDER BY coalesce(c.company_id <= p_after, false), c.company_id LIMIT p_total;
END
$$;
ALTER FUNCTION due_searches OWNER TO sello_operator;
GRANT EXECUTE ON FUNCTION due_searches TO sello_service;
