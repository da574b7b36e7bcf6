-- Up Migration

-- Every request is counted by a call that proves the pass of its company once, too (decision 48). Where tables are spread, it stays
-- on the first server, which has the keys and the counts, and a document that the request asks for is read by a call of its own.
CREATE FUNCTION has_turn(p_company uuid, p_pass text) RETURNS boolean
  LANGUAGE plpgsql
  AS $$
  BEGIN
    PERFORM set_config('sello.company_id', p_company::text, true);
    RETURN pg_has_role(session_user, 'sello_operator', 'MEMBER') OR EXISTS (
      SELECT FROM passes p WHERE p.sha256 = sha256(convert_to(p_company || ' ' || p_pass, 'UTF8')));
  END $$;
CREATE OR REPLACE FUNCTION take_turn(p_company uuid, p_pass text) RETURNS void
  LANGUAGE plpgsql
  AS $$
  BEGIN
    PERFORM set_config('synchronous_commit', 'on', true);
    IF NOT has_turn(p_company, p_pass) THEN
      RAISE EXCEPTION 'this is not the pass of company %', p_company USING ERRCODE = 'insufficient_privilege';
    END IF;
  END $$;

-- As `admit_requests`, which nodes of the version before go on calling; a company whose pass is not proven is passed over, as is a key
-- that lives no longer. Another name, because their call says no types and would fit both.
CREATE FUNCTION count_requests(p_companies uuid[], p_passes text[], p_keys uuid[], p_counts integer[], p_reads json)
  RETURNS TABLE (place integer, version text, per_minute integer, per_hour integer, admitted integer,
    minute_count integer, hour_count integer, minute_left_ms float8, hour_left_ms float8, found json)
  LANGUAGE plpgsql
  SET search_path = public, pg_temp
  SET lock_timeout = '10s'
  SET timezone = 'UTC'
  SET plan_cache_mode = force_generic_plan
  AS $$
  #variable_conflict use_column
  DECLARE
    company uuid;
    key uuid;
    wanted integer;
    most_a_minute integer;
    most_an_hour integer;
    known_version text;
  BEGIN
    FOR turn IN 1 .. cardinality(p_companies) LOOP
      company := p_companies[turn];
      key := p_keys[turn];
      wanted := p_counts[turn];
      CONTINUE WHEN NOT has_turn(company, p_passes[turn]);
      SELECT k.per_minute, k.per_hour INTO most_a_minute, most_an_hour FROM api_keys k
        WHERE k.company_id = company AND k.key_id = key
          AND (k.revoked_at IS NULL OR k.revoked_at > clock_timestamp());
      CONTINUE WHEN NOT FOUND;
      SELECT c.updated_at::text INTO known_version FROM companies c WHERE c.company_id = company;
      -- The stored window holds while it is the clock's or the one after: a request that began before the turn of the
      -- minute and gets the row after one that began later counts in the later one's window, instead of throwing its
      -- count away. A window further ahead comes from a clock that was wrong.
      RETURN QUERY
        INSERT INTO rate_windows AS w (company_id, key_id, minute_start, minute_count, hour_start, hour_count, admitted,
            counted)
          SELECT company, key, date_trunc('minute', statement_timestamp()), fits,
            date_trunc('hour', statement_timestamp()), fits, fits = wanted, fits
          FROM (SELECT least(wanted, most_a_minute, most_an_hour) AS fits) AS first
          ON CONFLICT (company_id, key_id) DO UPDATE SET
            (minute_start, minute_count, hour_start, hour_count, admitted, counted) = (
              SELECT minute_start, minute_used + fits, hour_start, hour_used + fits, fits = wanted, fits
              FROM (SELECT
                  CASE WHEN w.minute_start BETWEEN excluded.minute_start AND excluded.minute_start + interval '1 minute'
                    THEN w.minute_start ELSE excluded.minute_start END AS minute_start,
                  CASE WHEN w.minute_start BETWEEN excluded.minute_start AND excluded.minute_start + interval '1 minute'
                    THEN w.minute_count ELSE 0 END AS minute_used,
                  CASE WHEN w.hour_start BETWEEN excluded.hour_start AND excluded.hour_start + interval '1 hour'
                    THEN w.hour_start ELSE excluded.hour_start END AS hour_start,
                  CASE WHEN w.hour_start BETWEEN excluded.hour_start AND excluded.hour_start + interval '1 hour'
                    THEN w.hour_count ELSE 0 END AS hour_used) AS held,
                LATERAL (SELECT greatest(0, least(wanted, most_a_minute - minute_used, most_an_hour - hour_used))
                  AS fits) AS decision)
          RETURNING turn, known_version, most_a_minute, most_an_hour, w.counted, w.minute_count, w.hour_count,
            extract(epoch FROM w.minute_start + interval '1 minute' - clock_timestamp())::float8 * 1000,
            extract(epoch FROM w.hour_start + interval '1 hour' - clock_timestamp())::float8 * 1000,
            CASE WHEN json_typeof(p_reads -> (turn - 1)) = 'array' THEN (
              SELECT json_agg(json_build_object('turn', r.turn,
                       'view', document_view(company, r.id, r.reference, r.bytes)))
              FROM json_to_recordset(p_reads -> (turn - 1)) AS r (turn integer, id uuid, reference text, bytes boolean)
              WHERE r.turn <= w.counted) END;
    END LOOP;
    PERFORM set_config('sello.company_id', '', true);
  END $$;

-- As before, at the server of the company.
CREATE FUNCTION read_document(p_anchor uuid, p_pass text, p_id uuid, p_reference text, p_bytes boolean) RETURNS json
  LANGUAGE plpgsql
  SET search_path = public, pg_temp
  SET plan_cache_mode = force_generic_plan
  AS $$
  DECLARE
    view json;
  BEGIN
    PERFORM take_turn(p_anchor, p_pass);
    view := document_view(p_anchor, p_id, p_reference, p_bytes);
    PERFORM set_config('sello.company_id', '', true);
    RETURN view;
  END $$;

GRANT SELECT ON api_keys, document_records TO sello_phases;
GRANT SELECT, INSERT, UPDATE ON rate_windows TO sello_phases;
GRANT CREATE ON SCHEMA public TO sello_phases;
DO $$
DECLARE
  name text;
  door regprocedure;
BEGIN
  FOREACH name IN ARRAY ARRAY['api_keys', 'rate_windows'] LOOP
    EXECUTE format($wall$CREATE POLICY turn ON %I TO sello_phases
      USING (company_id = nullif(current_setting('sello.company_id', true), '')::uuid)$wall$, name);
  END LOOP;
  FOREACH door IN ARRAY ARRAY['count_requests(uuid[], text[], uuid[], integer[], json)',
    'read_document(uuid, text, uuid, text, boolean)']::regprocedure[]
  LOOP
    EXECUTE format('ALTER FUNCTION %s SECURITY DEFINER', door);
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', door);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO sello_service', door);
    EXECUTE format('ALTER FUNCTION %s OWNER TO sello_phases', door);
  END LOOP;
END $$;
REVOKE CREATE ON SCHEMA public FROM sello_phases;
REVOKE ALL ON FUNCTION has_turn FROM PUBLIC;
GRANT EXECUTE ON FUNCTION has_turn, document_view TO sello_phases;
