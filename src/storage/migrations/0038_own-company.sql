-- Up Migration

-- What the users of a company change of it themselves. The service's role still may not write these tables; each of these
-- functions does one thing to the company whose pass the transaction has shown, and to no other.
DO $$
DECLARE
  relation text;
  proof text;
BEGIN
  SELECT pg_get_expr(polqual, polrelid) INTO proof FROM pg_policy
    WHERE polrelid = 'documents'::regclass AND polname = 'tenant';
  FOREACH relation IN ARRAY ARRAY['companies', 'certificates', 'authority_credentials', 'api_keys', 'smtp_passwords']
  LOOP
    -- The functions act as the operator's role, which without the pass of the queues sees this company alone.
    EXECUTE format('CREATE POLICY own_company ON %I TO sello_operator USING (%s)', relation, proof);
  END LOOP;
END $$;

CREATE FUNCTION refuse_foreign(p_company uuid) RETURNS void
  LANGUAGE plpgsql STABLE
  SET search_path = public, pg_temp
  AS $$
  BEGIN
    IF p_company IS NULL OR p_company IS DISTINCT FROM current_company() THEN
      RAISE EXCEPTION 'permission denied: not the company of this transaction' USING ERRCODE = 'insufficient_privilege';
    END IF;
  END $$;

-- False where the company is of another environment than the key, whose hash is bound to it.
CREATE FUNCTION add_own_key(p_company uuid, p_key uuid, p_public_id text, p_environment text, p_name text, p_hash bytea,
    p_per_minute integer, p_per_hour integer) RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
  AS $$
  BEGIN
    PERFORM refuse_foreign(p_company);
    INSERT INTO api_keys (company_id, key_id, public_id, environment, name, secret_hmac, per_minute, per_hour)
      SELECT c.company_id, p_key, p_public_id, c.environment, p_name, p_hash, p_per_minute, p_per_hour
      FROM companies c WHERE c.company_id = p_company AND c.environment = p_environment;
    RETURN FOUND;
  END $$;

-- Null leaves a limit as it is. A key that is revoked stays so.
CREATE FUNCTION change_own_key(p_company uuid, p_key uuid, p_per_minute integer, p_per_hour integer, p_revoke boolean)
  RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
  AS $$
  BEGIN
    PERFORM refuse_foreign(p_company);
    UPDATE api_keys SET per_minute = coalesce(p_per_minute, per_minute), per_hour = coalesce(p_per_hour, per_hour),
        revoked_at = CASE WHEN p_revoke THEN clock_timestamp() ELSE revoked_at END
      WHERE company_id = p_company AND key_id = p_key AND (revoked_at IS NULL OR revoked_at > clock_timestamp());
    RETURN FOUND;
  END $$;

-- False where somebody else has changed the company meanwhile, or the change is one that only the operator makes.
CREATE FUNCTION change_own_profile(p_company uuid, p_before jsonb, p_after jsonb) RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
  AS $$
  BEGIN
    PERFORM refuse_foreign(p_company);
    UPDATE companies c SET profile = p_after, updated_at = clock_timestamp()
      WHERE c.company_id = p_company AND c.profile = p_before
        AND NOT EXISTS (SELECT FROM unnest(ARRAY['slug', 'environment', 'nit', 'schema_generation', 'generation_deadline',
            'series_mode', 'windows']) AS kept (name)
          WHERE c.profile -> kept.name IS DISTINCT FROM p_after -> kept.name);
    RETURN FOUND;
  END $$;

CREATE FUNCTION add_own_certificate(p_company uuid, p_certificate uuid, p_environment text, p_nit text,
    p_not_before timestamptz, p_not_after timestamptz, p_public_key bytea, p_sealed text) RETURNS boolean
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
  END $$;

CREATE FUNCTION set_own_credentials(p_company uuid, p_environment text, p_username text, p_sealed text) RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
  AS $$
  BEGIN
    PERFORM refuse_foreign(p_company);
    INSERT INTO authority_credentials AS a (company_id, environment, username, sealed_password)
      SELECT c.company_id, c.environment, p_username, p_sealed
      FROM companies c WHERE c.company_id = p_company AND c.environment = p_environment
      ON CONFLICT (company_id, environment) DO UPDATE
        SET username = excluded.username, sealed_password = excluded.sealed_password, updated_at = now();
    RETURN FOUND;
  END $$;

CREATE FUNCTION set_own_smtp_password(p_company uuid, p_sealed text) RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
  AS $$
  BEGIN
    PERFORM refuse_foreign(p_company);
    INSERT INTO smtp_passwords AS s (company_id, sealed_password)
      SELECT c.company_id, p_sealed FROM companies c WHERE c.company_id = p_company
      ON CONFLICT (company_id) DO UPDATE SET sealed_password = excluded.sealed_password, updated_at = now();
    RETURN FOUND;
  END $$;

-- What was done as the operator from the command line, the newest first; nothing without the pass of the queues, which no
-- transaction of a company has.
CREATE FUNCTION read_operator_deeds(p_enter integer, p_before bigint, p_command text)
  RETURNS SETOF operator_deeds
  LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp
  AS $$
    SELECT d.* FROM operator_deeds d
    WHERE (p_before IS NULL OR d.deed_id < p_before) AND (p_command IS NULL OR starts_with(d.command, p_command))
      AND (pg_has_role(session_user, 'sello_operator', 'MEMBER') OR EXISTS (SELECT FROM passes p
        WHERE p.sha256 = sha256(convert_to('queues ' || current_setting('sello.queues_pass', true), 'UTF8'))))
    ORDER BY d.deed_id DESC LIMIT p_enter
  $$;

-- A function's new owner must be able to create in its schema at that moment.
GRANT CREATE ON SCHEMA public TO sello_operator;
DO $$
DECLARE
  door regprocedure;
BEGIN
  FOR door IN SELECT oid FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND proname = ANY (ARRAY['add_own_key',
    'change_own_key', 'change_own_profile', 'add_own_certificate', 'set_own_credentials', 'set_own_smtp_password',
    'read_operator_deeds'])
  LOOP
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', door);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO sello_service', door);
    EXECUTE format('ALTER FUNCTION %s OWNER TO sello_operator', door);
  END LOOP;
END $$;
REVOKE CREATE ON SCHEMA public FROM sello_operator;
REVOKE ALL ON FUNCTION refuse_foreign FROM PUBLIC;
GRANT EXECUTE ON FUNCTION refuse_foreign TO sello_operator;
