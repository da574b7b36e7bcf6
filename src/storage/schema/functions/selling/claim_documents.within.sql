-- Phase 1 within a transaction that has entered its company already.
CREATE OR REPLACE FUNCTION claim_documents(p_company uuid, p_claims json, p_drafts text[], p_log log_standing)
  RETURNS TABLE (place integer, correlative bigint, existing_id uuid, existing_state text, existing_type text,
    codes_to_ask integer)
  LANGUAGE plpgsql
  SET role = 'sello_service'
  SET search_path = public, pg_temp
  SET lock_timeout = '10s'
  SET enable_seqscan = off
  SET plan_cache_mode = force_generic_plan
AS $$
BEGIN
  PERFORM enter(p_company, NULL);
  RETURN QUERY SELECT * FROM number_documents(p_company, p_claims, p_drafts, p_log);
  PERFORM set_config('sello.company_id', '', true);
END
$$;
GRANT EXECUTE ON FUNCTION claim_documents(uuid, json, text[], log_standing) TO sello_service;
