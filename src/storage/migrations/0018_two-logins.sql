-- Up Migration

-- A node may serve as a login that is a member of sello_service alone. Such a login can set every setting of ours, and so
-- could a statement that somebody smuggled into one of ours. Therefore the company of a transaction counts only together
-- with its pass, which nodes compute with a secret that the database does not have; the database keeps hashes of passes.
-- A login that can become the operator sees everything anyway and needs no pass: nodes of the version before go on.
CREATE TABLE passes (
  -- A company's id, or 'queues' for what looks across companies.
  scope text PRIMARY KEY,
  -- Of the scope, a space and the pass.
  sha256 bytea NOT NULL UNIQUE
);
ALTER TABLE passes ENABLE ROW LEVEL SECURITY;
ALTER TABLE passes FORCE ROW LEVEL SECURITY;
CREATE POLICY hashes ON passes TO sello_service, sello_operator USING (true);
GRANT SELECT, INSERT, UPDATE ON passes TO sello_operator;
-- The hashes say nothing without the scopes, which would tell the companies.
GRANT SELECT (sha256) ON passes TO sello_service;
-- Whoever serves looks whether the schema is of its version.
GRANT SELECT ON schema_migrations TO sello_service;

-- The first argument of a function that acts for a company, or across companies, sets the pass before the function runs;
-- without one, that of the transaction holds.
CREATE FUNCTION enter_company(p_company uuid, p_pass text) RETURNS uuid LANGUAGE sql
  RETURN CASE WHEN set_config('sello.company_pass', coalesce(p_pass, current_setting('sello.company_pass', true), ''), true)
                IS NOT NULL THEN p_company END;
CREATE FUNCTION enter_queues(p_total integer, p_pass text) RETURNS integer LANGUAGE sql
  RETURN CASE WHEN set_config('sello.queues_pass', p_pass, true) IS NOT NULL THEN p_total END;

-- The proof stands in the policies themselves: as a subquery it is answered once a statement, and without the call of a
-- function, which would take several times as long. The function is for whoever wants to know the company elsewhere.
DO $$
DECLARE
  operates CONSTANT text := $text$pg_has_role(session_user, 'sello_operator', 'MEMBER')$text$;
  proof CONSTANT text := $text$EXISTS (SELECT FROM passes p
    WHERE p.sha256 = sha256(convert_to(%s || ' ' || current_setting(%L, true), 'UTF8')))$text$;
  company CONSTANT text := $text$current_setting('sello.company_id', true)$text$;
  proven_company CONSTANT text := format($text$(SELECT nullif(%s, '')::uuid WHERE %s OR %s)$text$,
    company, operates, format(proof, company, 'sello.company_pass'));
  proven_queues CONSTANT text := format($text$(SELECT %s OR %s)$text$,
    operates, format(proof, quote_literal('queues'), 'sello.queues_pass'));
  wall record;
BEGIN
  EXECUTE format('CREATE OR REPLACE FUNCTION current_company() RETURNS uuid LANGUAGE sql STABLE RETURN %s',
    proven_company);
  FOR wall IN SELECT polname, polrelid::regclass AS relation FROM pg_policy WHERE polname IN ('tenant', 'operator')
  LOOP
    EXECUTE format('ALTER POLICY %I ON %s USING (%s)', wall.polname, wall.relation, CASE wall.polname
      WHEN 'tenant' THEN 'company_id = ' || proven_company ELSE proven_queues END);
  END LOOP;
END $$;

-- The numbers of what waits, for the measures.
CREATE FUNCTION read_backlog(p_enter integer, p_states text[]) RETURNS json
  LANGUAGE plpgsql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp
  AS $$
  BEGIN
    RETURN json_build_object(
      -- By the index of what is due: a document with a verdict has no next attempt.
      'documents', (SELECT coalesce(json_agg(w ORDER BY environment, state), '[]'::json) FROM (
        SELECT environment, state, count(*) AS count,
          count(*) FILTER (WHERE next_attempt_at <= clock_timestamp()
            AND (lease_until IS NULL OR lease_until <= clock_timestamp())) AS due,
          extract(epoch FROM clock_timestamp() - min(posted_at))::float8 AS oldest
        FROM documents WHERE next_attempt_at IS NOT NULL AND state = ANY (p_states)
        GROUP BY environment, state) AS w),
      'invalidations', (SELECT count(*) FROM invalidations WHERE next_attempt_at IS NOT NULL),
      'documents_aside', (SELECT count(*) FROM documents WHERE put_aside_at IS NOT NULL),
      'invalidations_aside', (SELECT count(*) FROM invalidations WHERE put_aside_at IS NOT NULL),
      -- A clock runs from the end of the outage to report_until, and from the seal to transmit_until.
      'clocks', (SELECT coalesce(json_agg(c ORDER BY clock), '[]'::json) FROM (
        SELECT DISTINCT ON (clock) clock,
          extract(epoch FROM until - clock_timestamp())::float8 AS seconds_left,
          (extract(epoch FROM clock_timestamp() - since) / extract(epoch FROM until - since))::float8 AS used
        FROM (SELECT CASE WHEN sealed_at IS NULL THEN 'report' ELSE 'transmit' END AS clock,
                CASE WHEN sealed_at IS NULL THEN ends_at ELSE sealed_at END AS since,
                coalesce(transmit_until, report_until) AS until
              FROM contingency_events WHERE next_attempt_at IS NOT NULL) AS running
        WHERE until > since ORDER BY clock, until) AS c));
  END $$;

-- A company of the production environment, for whoever must not serve one; null where there is none.
CREATE FUNCTION production_company(p_enter integer) RETURNS text
  LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp
  AS $$ SELECT slug FROM companies WHERE environment = '01' ORDER BY slug LIMIT 1 $$;

-- What looks across companies belongs to the role that may, and acts as its owner; without the pass of the queues it sees
-- nothing of a company. What notes how far the log has come needs no pass. A function's new owner must be able to create
-- in its schema at that moment.
GRANT CREATE ON SCHEMA public TO sello_operator;
DO $$
DECLARE
  crossing regprocedure;
BEGIN
  FOR crossing IN SELECT oid FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND proname = ANY (ARRAY[
    'due_documents', 'due_deliveries', 'due_invalidations', 'due_contingencies', 'read_backlog', 'production_company',
    'log_standing', 'keep_position'])
  LOOP
    EXECUTE format('ALTER FUNCTION %s SECURITY DEFINER RESET role', crossing);
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', crossing);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO sello_service, sello_operator', crossing);
    EXECUTE format('ALTER FUNCTION %s OWNER TO sello_operator', crossing);
  END LOOP;
END $$;
REVOKE CREATE ON SCHEMA public FROM sello_operator;

-- What all know of the log, whoever serves changes by these functions alone.
REVOKE UPDATE ON log_agreement FROM sello_service;
REVOKE INSERT, UPDATE ON log_positions FROM sello_service;

-- As before, with the pass of each key's company; without passes for a node of the version before.
DROP FUNCTION admit_requests;
CREATE FUNCTION admit_requests(p_companies uuid[], p_keys uuid[], p_counts integer[], p_reads json,
    p_passes text[] DEFAULT NULL)
  RETURNS TABLE (place integer, version text, per_minute integer, per_hour integer, admitted integer,
    minute_count integer, hour_count integer, minute_left_ms float8, hour_left_ms float8, found json)
  LANGUAGE plpgsql
  SET role = 'sello_service'
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
      PERFORM set_config('sello.company_id', company::text, true),
        set_config('sello.company_pass', coalesce(p_passes[turn], ''), true);
      SELECT k.per_minute, k.per_hour, c.updated_at::text INTO most_a_minute, most_an_hour, known_version
        FROM api_keys k JOIN companies c ON c.company_id = k.company_id
        WHERE k.company_id = company AND k.key_id = key
          AND (k.revoked_at IS NULL OR k.revoked_at > clock_timestamp());
      CONTINUE WHEN NOT FOUND;
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

REVOKE ALL ON FUNCTION admit_requests, enter_company, enter_queues, current_company FROM PUBLIC;
GRANT EXECUTE ON FUNCTION admit_requests, enter_company TO sello_service;
GRANT EXECUTE ON FUNCTION enter_queues, current_company TO sello_service, sello_operator;
