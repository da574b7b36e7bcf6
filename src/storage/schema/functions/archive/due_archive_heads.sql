-- Companies whose chain has grown since its end was signed, where that is longer ago than p_older_ms.
CREATE OR REPLACE FUNCTION due_archive_heads(p_total integer, p_older_ms float8)
  RETURNS TABLE (company_id uuid, environment text, "position" bigint, link_hash text)
  LANGUAGE plpgsql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  IF is_distributed() THEN
    RETURN QUERY
      SELECT l.company_id, c.environment, l.position, encode(l.link_hash, 'hex')
      FROM (SELECT a.company_id, max(a.position) AS position FROM archive_links a GROUP BY a.company_id) AS e
        JOIN archive_links l ON l.company_id = e.company_id AND l.position = e.position
        JOIN companies c ON c.company_id = e.company_id
        LEFT JOIN (SELECT h.company_id, max(h.position) AS position, max(h.signed_at) AS signed_at FROM archive_heads h
                   GROUP BY h.company_id) AS h ON h.company_id = e.company_id
      WHERE h.position IS NULL
         OR h.position < l.position AND h.signed_at <= statement_timestamp() - p_older_ms * interval '1 ms'
      ORDER BY h.signed_at NULLS FIRST LIMIT p_total;
    RETURN;
  END IF;
  RETURN QUERY
    SELECT c.company_id, c.environment, l.position, encode(l.link_hash, 'hex')
    FROM companies c
      CROSS JOIN LATERAL (SELECT a.position, a.link_hash FROM archive_links a WHERE a.company_id = c.company_id
                          ORDER BY a.position DESC LIMIT 1) AS l
      LEFT JOIN LATERAL (SELECT h.position, h.signed_at FROM archive_heads h WHERE h.company_id = c.company_id
                         ORDER BY h.position DESC LIMIT 1) AS h ON true
    WHERE h.position IS NULL
       OR h.position < l.position AND h.signed_at <= statement_timestamp() - p_older_ms * interval '1 ms'
    ORDER BY h.signed_at NULLS FIRST LIMIT p_total;
END
$$;
ALTER FUNCTION due_archive_heads OWNER TO sello_operator;
GRANT EXECUTE ON FUNCTION due_archive_heads TO sello_service;
