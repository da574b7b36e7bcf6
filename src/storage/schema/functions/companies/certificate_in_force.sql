-- The certificate imported last for an environment.
CREATE OR REPLACE FUNCTION certificate_in_force(p_company uuid, p_environment text)
  RETURNS TABLE (certificate_id uuid, sealed_private_key text, public_key bytea, not_before_ms float8,
    not_after_ms float8)
  LANGUAGE plpgsql
  SET role = 'sello_service'
  SET search_path = public, pg_temp
AS $$
BEGIN
  PERFORM enter(p_company, NULL);
  RETURN QUERY SELECT c.certificate_id, c.sealed_private_key, c.public_key,
      (extract(epoch FROM c.not_before) * 1000)::float8, (extract(epoch FROM c.not_after) * 1000)::float8
    FROM certificates c WHERE c.company_id = p_company AND c.environment = p_environment
    ORDER BY c.imported_at DESC LIMIT 1;
  PERFORM set_config('sello.company_id', '', true);
END
$$;
GRANT EXECUTE ON FUNCTION certificate_in_force TO sello_service;
