-- Adds a certificate to the transaction's company; false where it is another taxpayer's or of another environment.
CREATE OR REPLACE FUNCTION add_own_certificate(p_company uuid, p_certificate uuid, p_environment text, p_nit text,
    p_not_before timestamptz, p_not_after timestamptz, p_public_key bytea, p_sealed text)
  RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
BEGIN
  PERFORM refuse_foreign(p_company);
  INSERT INTO certificates (company_id, certificate_id, environment, nit, not_before, not_after, public_key,
      sealed_private_key, imported_at)
    SELECT c.company_id, p_certificate, c.environment, p_nit, p_not_before, p_not_after, p_public_key, p_sealed,
      clock_timestamp()
    FROM companies c
    WHERE c.company_id = p_company AND c.environment = p_environment AND c.profile ->> 'nit' = p_nit;
  RETURN FOUND;
END
$$;
ALTER FUNCTION add_own_certificate OWNER TO sello_operator;
GRANT EXECUTE ON FUNCTION add_own_certificate TO sello_service;
