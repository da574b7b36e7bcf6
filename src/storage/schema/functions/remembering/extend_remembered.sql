-- The entry function by which the background walks the next rows of a company's search, at the company's server
-- (decision 48). Answers whether there may be more.
CREATE OR REPLACE FUNCTION extend_remembered(p_anchor uuid, p_pass text, p_rows integer, p_most integer)
  RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
  SET enable_seqscan = off
  SET enable_hashjoin = off
  SET enable_mergejoin = off
  SET jit = off
  SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
  is_more boolean;
BEGIN
  PERFORM take_turn(p_anchor, p_pass);
  is_more := continue_remembered(p_anchor, p_rows, p_most);
  PERFORM set_config('sello.company_id', '', true);
  RETURN is_more;
END
$$;
ALTER FUNCTION extend_remembered OWNER TO sello_phases;
GRANT EXECUTE ON FUNCTION extend_remembered TO sello_service;
