-- By identifier first, then by reference, byte for byte: each look goes down one index to one row, however many
-- documents the company has and whatever the planner believes of them. (A row-security condition comes before a
-- comparison with `coalesce`, but not before one with the result of a subquery.)
CREATE OR REPLACE FUNCTION find_document(p_company uuid, p_id uuid, p_reference text)
  RETURNS SETOF document_records
  LANGUAGE plpgsql
  SET role = 'sello_service'
  SET search_path = public, pg_temp
  SET plan_cache_mode = force_generic_plan
AS $$
BEGIN
  PERFORM enter(p_company, NULL);
  RETURN QUERY SELECT r.* FROM document_records r
    WHERE r.company_id = p_company AND r.document_id = (SELECT coalesce(
      (SELECT i.document_id FROM documents i WHERE i.company_id = p_company AND i.document_id = p_id),
      (SELECT x.document_id FROM documents x WHERE x.company_id = p_company AND x.external_ref = p_reference)));
  PERFORM set_config('sello.company_id', '', true);
END
$$;
GRANT EXECUTE ON FUNCTION find_document TO sello_service;
