-- Adds a key to the transaction's company; false where the company is of another environment than the key, whose hash
-- is bound to it.
CREATE OR REPLACE FUNCTION add_own_key(p_company uuid, p_key uuid, p_public_id text, p_environment text, p_name text,
    p_hash bytea, p_per_minute integer, p_per_hour integer)
  RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
BEGIN
  PERFORM refuse_foreign(p_company);
  INSERT INTO api_keys (company_id, key_id, public_id, environment, name, secret_hmac, per_minute, per_hour)
    SELECT c.company_id, p_key, p_public_id, c.environment, p_name, p_hash, p_per_minute, p_per_hour
    FROM companies c WHERE c.company_id = p_company AND c.environment = p_environment;
  RETURN FOUND;
END
$$;
ALTER FUNCTION add_own_key OWNER TO sello_operator;
GRANT EXECUTE ON FUNCTION add_own_key TO sello_service;
