-- Positions between p_low and p_high whose rows match, each looked at, p_limit at the most.
CREATE OR REPLACE FUNCTION find_between(p_company uuid, f list_filter, p_low bigint, p_high bigint, p_newest boolean,
    p_limit integer)
  RETURNS bigint[]
  LANGUAGE plpgsql STABLE
AS $$
BEGIN
  RETURN ARRAY(
    SELECT s.position FROM document_search s
    WHERE s.company_id = p_company AND s.position BETWEEN p_low AND p_high AND search_matches(ROW(s.*)::document_search, f)
    ORDER BY CASE WHEN p_newest THEN -s.position ELSE s.position END LIMIT p_limit);
END
$$;
GRANT EXECUTE ON FUNCTION find_between TO sello_service, sello_operator, sello_phases;
