-- The live keys of these public ids. Row-level security shows of all keys the one that was presented.
CREATE OR REPLACE FUNCTION look_up_keys(p_public_ids text[])
  RETURNS TABLE (public_id text, company_id uuid, key_id uuid, environment text, secret_hmac bytea)
  LANGUAGE plpgsql
  SET role = 'sello_service'
  SET search_path = public, pg_temp
  SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
  presented text;
BEGIN
  FOREACH presented IN ARRAY p_public_ids LOOP
    PERFORM set_config('sello.key_public_id', presented, true);
    RETURN QUERY SELECT k.public_id, k.company_id, k.key_id, k.environment, k.secret_hmac FROM api_keys k
      WHERE k.public_id = presented AND (k.revoked_at IS NULL OR k.revoked_at > clock_timestamp());
  END LOOP;
  PERFORM set_config('sello.key_public_id', '', true);
END
$$;
GRANT EXECUTE ON FUNCTION look_up_keys TO sello_service;
