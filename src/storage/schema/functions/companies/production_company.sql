-- A company of the production environment, for a program that must not serve one; null where there is none.
CREATE OR REPLACE FUNCTION production_company(p_enter integer)
  RETURNS text
  LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
SELECT slug FROM companies WHERE environment = '01' ORDER BY slug LIMIT 1
$$;
ALTER FUNCTION production_company OWNER TO sello_operator;
GRANT EXECUTE ON FUNCTION production_company TO sello_service;
