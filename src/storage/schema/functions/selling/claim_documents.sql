-- Phase 1, the entry function: numbers and inserts what is new for each company, whose pass stands at the same
-- position as its claims. Answers what `number_documents` does, for each claim in its order.
CREATE OR REPLACE FUNCTION claim_documents(p_anchor uuid, p_companies uuid[], p_passes text[], p_claims text[],
    p_drafts text[], p_log log_standing)
  RETURNS TABLE (place integer, correlative bigint, existing_id uuid, existing_state text, existing_type text,
    codes_to_ask integer)
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
  SET lock_timeout = '10s'
  SET enable_seqscan = off
  SET plan_cache_mode = force_generic_plan
AS $$
BEGIN
  FOR turn IN 1 .. cardinality(p_companies) LOOP
    PERFORM take_turn(p_companies[turn], p_passes[turn]);
    RETURN QUERY SELECT * FROM number_documents(p_companies[turn], p_claims[turn]::json, p_drafts, p_log);
  END LOOP;
  PERFORM set_config('sello.company_id', '', true);
END
$$;
ALTER FUNCTION claim_documents(uuid, uuid[], text[], text[], text[], log_standing) OWNER TO sello_phases;
GRANT EXECUTE ON FUNCTION claim_documents(uuid, uuid[], text[], text[], text[], log_standing) TO sello_service;
