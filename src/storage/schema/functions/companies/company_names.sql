-- The companies by name, to find those of a user: all of these ids, or the one of this slug, or all.
CREATE OR REPLACE FUNCTION company_names(p_companies uuid[], p_slug text)
  RETURNS TABLE (company_id uuid, slug text, name text, environment text)
  LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
SELECT c.company_id, c.slug, coalesce(c.profile ->> 'trade_name', c.profile ->> 'name'), c.environment
FROM companies c
WHERE (p_companies IS NULL OR c.company_id = ANY (p_companies)) AND (p_slug IS NULL OR c.slug = p_slug)
$$;
ALTER FUNCTION company_names OWNER TO sello_operator;
GRANT EXECUTE ON FUNCTION company_names TO sello_service;
