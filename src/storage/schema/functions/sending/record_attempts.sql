-- Phase 3, the entry function: records the bytes of each company's documents before they leave. Answers the positions
-- of those that were still held.
CREATE OR REPLACE FUNCTION record_attempts(p_anchor uuid, p_companies uuid[], p_passes text[], p_attempts text[],
    p_bytes text[])
  RETURNS SETOF integer
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
  SET lock_timeout = '10s'
  SET enable_seqscan = off
  SET plan_cache_mode = force_generic_plan
AS $$
BEGIN
  FOR turn IN 1 .. cardinality(p_companies) LOOP
    PERFORM take_turn(p_companies[turn], p_passes[turn]);
    RETURN QUERY SELECT * FROM write_attempts(p_companies[turn], p_attempts[turn]::json, p_bytes);
  END LOOP;
  PERFORM set_config('sello.company_id', '', true);
END
$$;
ALTER FUNCTION record_attempts OWNER TO sello_phases;
GRANT EXECUTE ON FUNCTION record_attempts TO sello_service;
