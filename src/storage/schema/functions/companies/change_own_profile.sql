-- Changes the profile of the transaction's company; false where it has changed meanwhile, or the change is one that
-- only the operator makes.
CREATE OR REPLACE FUNCTION change_own_profile(p_company uuid, p_before jsonb, p_after jsonb)
  RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
BEGIN
  PERFORM refuse_foreign(p_company);
  UPDATE companies c SET profile = p_after, updated_at = statement_timestamp()
    WHERE c.company_id = p_company AND c.profile = p_before
      AND NOT EXISTS (SELECT FROM unnest(ARRAY['slug', 'environment', 'nit', 'schema_generation', 'generation_deadline',
          'series_mode', 'windows']) AS kept (name)
        WHERE c.profile -> kept.name IS DISTINCT FROM p_after -> kept.name);
  RETURN FOUND;
END
$$;
ALTER FUNCTION change_own_profile OWNER TO sello_operator;
GRANT EXECUTE ON FUNCTION change_own_profile TO sello_service;
