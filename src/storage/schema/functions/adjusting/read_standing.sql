-- What has been done to a document, for a caller outside of a transaction.
CREATE OR REPLACE FUNCTION read_standing(p_company uuid, p_document uuid)
  RETURNS json
  LANGUAGE plpgsql
  SET role = 'sello_service'
  SET search_path = public, pg_temp
  SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
  standing json;
BEGIN
  PERFORM enter(p_company, NULL);
  standing := document_standing(p_company, p_document);
  PERFORM set_config('sello.company_id', '', true);
  RETURN standing;
END
$$;
GRANT EXECUTE ON FUNCTION read_standing TO sello_service;
