-- A document with everything that a status shows of it, read at the server of the company.
CREATE OR REPLACE FUNCTION read_document(p_anchor uuid, p_pass text, p_id uuid, p_reference text, p_bytes boolean)
  RETURNS json
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
  SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
  view json;
BEGIN
  PERFORM take_turn(p_anchor, p_pass);
  view := document_view(p_anchor, p_id, p_reference, p_bytes);
  PERFORM set_config('sello.company_id', '', true);
  RETURN view;
END
$$;
ALTER FUNCTION read_document OWNER TO sello_phases;
GRANT EXECUTE ON FUNCTION read_document TO sello_service;
