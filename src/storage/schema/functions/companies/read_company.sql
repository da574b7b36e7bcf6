-- A company as a service reads it; its profile is null where the caller knows this version of it already. Only paper
-- needs the logo, which may be a thousand times the rest.
CREATE OR REPLACE FUNCTION read_company(p_company uuid, p_known text)
  RETURNS TABLE (version text, profile jsonb, links_epoch integer)
  LANGUAGE plpgsql
  SET role = 'sello_service'
  SET search_path = public, pg_temp
  SET timezone = 'UTC'
AS $$
BEGIN
  PERFORM enter(p_company, NULL);
  RETURN QUERY SELECT c.updated_at::text,
      CASE WHEN c.updated_at::text = p_known THEN NULL ELSE c.profile #- '{branding,logo}' END, c.links_epoch
    FROM companies c WHERE c.company_id = p_company;
  PERFORM set_config('sello.company_id', '', true);
END
$$;
GRANT EXECUTE ON FUNCTION read_company TO sello_service;
