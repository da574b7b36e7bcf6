-- Sets the sealed password of the mail server of the transaction's company.
CREATE OR REPLACE FUNCTION set_own_smtp_password(p_company uuid, p_sealed text)
  RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
BEGIN
  PERFORM refuse_foreign(p_company);
  INSERT INTO smtp_passwords AS s (company_id, sealed_password)
    SELECT c.company_id, p_sealed FROM companies c WHERE c.company_id = p_company
    ON CONFLICT (company_id) DO UPDATE SET sealed_password = excluded.sealed_password, updated_at = excluded.updated_at;
  RETURN FOUND;
END
$$;
ALTER FUNCTION set_own_smtp_password OWNER TO sello_operator;
GRANT EXECUTE ON FUNCTION set_own_smtp_password TO sello_service;
