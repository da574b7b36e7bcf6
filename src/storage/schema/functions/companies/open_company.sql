-- Makes a new company in the console, together with the hash of its pass, so that nodes act for it from then on. Only
-- the pass of the queues allows it, whatever the login, because users sign in by it and no transaction of a company
-- has it. `hindered_by` is the slug of the company that has the slug, or the taxpayer in that environment, already; a
-- second call for the same company opens nothing.
CREATE OR REPLACE FUNCTION open_company(p_enter integer, p_company uuid, p_slug text, p_environment text,
    p_profile jsonb, p_pass_sha256 bytea)
  RETURNS TABLE (is_new boolean, hindered_by text)
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
  SET lock_timeout = '10s'
AS $$
DECLARE
  before companies%ROWTYPE;
BEGIN
  IF NOT EXISTS (SELECT FROM passes p
    WHERE p.sha256 = sha256(convert_to('queues ' || current_setting('sello.queues_pass', true), 'UTF8'))) THEN
    RAISE EXCEPTION 'permission denied: not with the pass of the queues' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF p_slug IS DISTINCT FROM p_profile ->> 'slug' OR p_environment IS DISTINCT FROM p_profile ->> 'environment' THEN
    RAISE EXCEPTION 'the profile is another company''s' USING ERRCODE = 'check_violation';
  END IF;
  -- The same locks in the same order as those of the command line.
  PERFORM pg_advisory_xact_lock(hashtextextended('company ' || p_slug, 0));
  PERFORM pg_advisory_xact_lock(hashtextextended('taxpayer ' || p_environment || ' ' || (p_profile ->> 'nit'), 0));
  SELECT * INTO before FROM companies c WHERE c.slug = p_slug OR c.company_id = p_company
    ORDER BY c.company_id = p_company DESC LIMIT 1;
  IF FOUND THEN
    RETURN QUERY SELECT false, CASE WHEN before.company_id = p_company AND before.slug = p_slug THEN NULL
      ELSE before.slug END;
    RETURN;
  END IF;
  SELECT c.slug INTO hindered_by FROM companies c
    WHERE c.environment = p_environment AND c.profile ->> 'nit' = p_profile ->> 'nit' LIMIT 1;
  IF FOUND THEN
    RETURN QUERY SELECT false, hindered_by;
    RETURN;
  END IF;
  INSERT INTO companies (company_id, slug, environment, profile)
    VALUES (p_company, p_slug, p_environment, p_profile);
  INSERT INTO passes (scope, sha256) VALUES (p_company::text, p_pass_sha256);
  RETURN QUERY SELECT true, NULL::text;
END
$$;
ALTER FUNCTION open_company OWNER TO sello_operator;
GRANT EXECUTE ON FUNCTION open_company TO sello_service;
