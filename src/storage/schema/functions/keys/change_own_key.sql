-- Changes a live key of the transaction's company; false where there is none. Null leaves a limit as it is. A key
-- that is revoked stays so.
CREATE OR REPLACE FUNCTION change_own_key(p_company uuid, p_key uuid, p_per_minute integer, p_per_hour integer,
    p_revoke boolean)
  RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
DECLARE
  now_at CONSTANT timestamptz := statement_timestamp();
BEGIN
  PERFORM refuse_foreign(p_company);
  UPDATE api_keys SET per_minute = coalesce(p_per_minute, per_minute), per_hour = coalesce(p_per_hour, per_hour),
      revoked_at = CASE WHEN p_revoke THEN now_at ELSE revoked_at END
    WHERE company_id = p_company AND key_id = p_key AND (revoked_at IS NULL OR revoked_at > now_at);
  RETURN FOUND;
END
$$;
ALTER FUNCTION change_own_key OWNER TO sello_operator;
GRANT EXECUTE ON FUNCTION change_own_key TO sello_service;
