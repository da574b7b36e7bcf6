-- The entry function by which the background writes the next rows of a company's search, at the company's server
-- (decision 48). Answers whether there may be more.
CREATE OR REPLACE FUNCTION extend_search(p_anchor uuid, p_pass text, p_rows integer)
  RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
  SET enable_seqscan = off
  SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
  is_more boolean;
BEGIN
  PERFORM take_turn(p_anchor, p_pass);
  is_more := continue_search(p_anchor, p_rows);
  PERFORM set_config('sello.company_id', '', true);
  RETURN is_more;
END
$$;
ALTER FUNCTION extend_search OWNER TO sello_phases;
GRANT EXECUTE ON FUNCTION extend_search TO sello_service;
