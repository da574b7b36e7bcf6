-- Sets the authority's user and sealed password of the transaction's company; false where the company is of another
-- environment.
CREATE OR REPLACE FUNCTION set_own_credentials(p_company uuid, p_environment text, p_username text, p_sealed text)
  RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
BEGIN
  PERFORM refuse_foreign(p_company);
  INSERT INTO authority_credentials AS a (company_id, environment, username, sealed_password)
    SELECT c.company_id, c.environment, p_username, p_sealed
    FROM companies c WHERE c.company_id = p_company AND c.environment = p_environment
    ON CONFLICT (company_id, environment) DO UPDATE
      SET username = excluded.username, sealed_password = excluded.sealed_password, updated_at = excluded.updated_at;
  RETURN FOUND;
END
$$;
ALTER FUNCTION set_own_credentials OWNER TO sello_operator;
GRANT EXECUTE ON FUNCTION set_own_credentials TO sello_service;
