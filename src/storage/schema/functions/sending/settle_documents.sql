-- Phase 4, the entry function: writes each company's verdicts. Answers what `write_verdicts` does, for each verdict
-- in its order.
CREATE OR REPLACE FUNCTION settle_documents(p_anchor uuid, p_companies uuid[], p_passes text[], p_verdicts text[],
    p_answers text[], p_mails boolean)
  RETURNS TABLE (place integer, generation_code text, message text, has_wanted boolean, ccf_standing json)
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
  SET lock_timeout = '10s'
  SET enable_seqscan = off
  SET plan_cache_mode = force_generic_plan
AS $$
BEGIN
  FOR turn IN 1 .. cardinality(p_companies) LOOP
    PERFORM take_turn(p_companies[turn], p_passes[turn]);
    RETURN QUERY SELECT * FROM write_verdicts(p_companies[turn], p_verdicts[turn]::json, p_answers, p_mails);
  END LOOP;
  PERFORM set_config('sello.company_id', '', true);
END
$$;
ALTER FUNCTION settle_documents OWNER TO sello_phases;
GRANT EXECUTE ON FUNCTION settle_documents TO sello_service;
