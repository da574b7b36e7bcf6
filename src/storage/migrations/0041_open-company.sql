-- Up Migration

-- What an operator does in the console that no company's transaction may: a new company comes to be, together with the
-- hash of its pass, so that nodes act for it from then on. Only the pass of the queues lets it happen, whoever has logged in,
-- because users come in by it and no transaction of a company has it. `hindered_by` is the slug of the company that has the
-- slug, or the taxpayer in that environment, already; asking twice for the same company opens it once.
CREATE FUNCTION open_company(p_enter integer, p_company uuid, p_slug text, p_environment text, p_profile jsonb,
    p_pass_sha256 bytea) RETURNS TABLE (is_new boolean, hindered_by text)
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
  END $$;

-- A company's mail server and the password there change together. A password stays where none is given and the server still
-- has a user; without one it goes.
CREATE FUNCTION set_own_mail_account(p_company uuid, p_before jsonb, p_after jsonb, p_sealed text) RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
  AS $$
  BEGIN
    IF NOT change_own_profile(p_company, p_before, p_after) THEN
      RETURN false;
    END IF;
    IF p_after #>> '{delivery,smtp,user}' IS NULL THEN
      DELETE FROM smtp_passwords WHERE company_id = p_company;
    ELSIF p_sealed IS NOT NULL THEN
      PERFORM set_own_smtp_password(p_company, p_sealed);
    END IF;
    RETURN true;
  END $$;
GRANT DELETE ON smtp_passwords TO sello_operator;

-- A function's new owner must be able to create in its schema at that moment.
GRANT CREATE ON SCHEMA public TO sello_operator;
DO $$
DECLARE
  door regprocedure;
BEGIN
  FOR door IN SELECT oid FROM pg_proc WHERE pronamespace = 'public'::regnamespace
    AND proname = ANY (ARRAY['open_company', 'set_own_mail_account'])
  LOOP
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', door);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO sello_service', door);
    EXECUTE format('ALTER FUNCTION %s OWNER TO sello_operator', door);
  END LOOP;
END $$;
REVOKE CREATE ON SCHEMA public FROM sello_operator;
