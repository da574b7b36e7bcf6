-- Up Migration

-- A database that goes on from an older state of itself, after a fail-over to a lagging standby or from a backup, would
-- number sales that it has forgotten a second time. So it says which log its history is written in, nodes keep how far
-- they have seen that log, here and beside the master key, and nothing is numbered where the two do not agree.

CREATE TABLE log_agreement (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  -- The log that the history is written in; null until something is numbered.
  identity text,
  -- Grows with each reconciliation; positions of an earlier one say nothing any more.
  epoch bigint NOT NULL DEFAULT 0,
  -- Until then a reference that is new here may be one that was forgotten: so many codes of it are asked about before
  -- anything of it leaves, and a series that begins does so behind this number.
  doubt_until timestamptz,
  codes_to_ask integer NOT NULL DEFAULT 0,
  given_number bigint NOT NULL DEFAULT 0
);
-- What each node has seen; a node is a folder beside a master key.
CREATE TABLE log_positions (
  node uuid PRIMARY KEY,
  position pg_lsn NOT NULL,
  kept_at timestamptz NOT NULL
);
DO $$
DECLARE
  relation text;
BEGIN
  FOREACH relation IN ARRAY ARRAY['log_agreement', 'log_positions']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', relation);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', relation);
    EXECUTE format('CREATE POLICY installation ON %I TO sello_service, sello_operator USING (true)', relation);
  END LOOP;
END $$;
GRANT SELECT, UPDATE ON log_agreement TO sello_service, sello_operator;
GRANT SELECT, INSERT, UPDATE ON log_positions TO sello_service, sello_operator;

-- What a reconciliation changes across companies.
GRANT UPDATE (last_number) ON series TO sello_operator;

-- Codes of the document that the authority has to be asked about before anything of it leaves.
ALTER TABLE documents ADD COLUMN codes_to_ask integer NOT NULL DEFAULT 0;
GRANT UPDATE (codes_to_ask, next_attempt_at) ON documents TO sello_operator;

-- What tells this log from every other: the cluster, its timeline, and the database in it. A provider that shows neither
-- has the database's own number.
CREATE FUNCTION log_identity() RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  cluster text;
BEGIN
  BEGIN
    cluster := (SELECT system_identifier FROM pg_control_system()) || '/'
      || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8);
  EXCEPTION WHEN insufficient_privilege OR feature_not_supported OR undefined_function
              OR object_not_in_prerequisite_state THEN
    cluster := 'unknown';
  END;
  RETURN cluster || '/' || (SELECT oid FROM pg_database WHERE datname = current_database());
END $$;

CREATE FUNCTION log_position() RETURNS pg_lsn LANGUAGE plpgsql AS $$
BEGIN
  RETURN pg_current_wal_insert_lsn();
EXCEPTION WHEN insufficient_privilege OR feature_not_supported OR undefined_function
            OR object_not_in_prerequisite_state THEN
  RETURN '0/0';
END $$;

INSERT INTO log_agreement (identity) SELECT CASE WHEN EXISTS (SELECT 1 FROM series) THEN log_identity() END;

CREATE TYPE log_standing AS (obstacle text, place pg_lsn, epoch bigint, codes_to_ask integer, given_number bigint);

-- How this database stands to what a node has seen of it, as far as the node has seen anything; the place is where its
-- log has come to. The first to number something says that the history is written in this log.
CREATE FUNCTION log_standing(p_node uuid, p_epoch bigint, p_seen pg_lsn, p_kept pg_lsn) RETURNS log_standing
  LANGUAGE plpgsql
  SET role = 'sello_service'
  SET search_path = public, pg_temp
  AS $$
  DECLARE
    agreed record;
    standing log_standing;
    here text := log_identity();
  BEGIN
    SELECT * INTO STRICT agreed FROM log_agreement;
    standing := (NULL, log_position(), agreed.epoch, 0, 0);
    IF agreed.doubt_until > clock_timestamp() THEN
      standing.codes_to_ask := agreed.codes_to_ask;
      standing.given_number := agreed.given_number;
    END IF;
    IF agreed.identity IS NULL THEN
      IF p_epoch IS NULL THEN
        UPDATE log_agreement SET identity = here WHERE identity IS NULL;
      ELSE
        standing.obstacle := 'it never numbered anything';
      END IF;
    ELSIF agreed.identity <> here THEN
      standing.obstacle := 'it goes on in another log';
    ELSIF p_epoch > agreed.epoch THEN
      standing.obstacle := 'it knows nothing of the last reconciliation';
    ELSIF p_epoch = agreed.epoch AND p_seen > standing.place THEN
      standing.obstacle := 'its log ends before ' || p_seen;
    ELSIF p_epoch = agreed.epoch AND p_kept > '0/0' AND p_kept > coalesce(
        (SELECT k.position FROM log_positions k WHERE k.node = p_node), '0/0') THEN
      standing.obstacle := 'it does not know that its log has come to ' || p_kept;
    END IF;
    RETURN standing;
  END $$;

-- Keeps that a node has seen the log up to here, and answers where that is.
CREATE FUNCTION keep_position(p_node uuid, p_epoch bigint, p_seen pg_lsn, p_kept pg_lsn)
  RETURNS TABLE (place pg_lsn, epoch bigint)
  LANGUAGE plpgsql
  SET role = 'sello_service'
  SET search_path = public, pg_temp
  SET lock_timeout = '10s'
  AS $$
  DECLARE
    standing log_standing := log_standing(p_node, p_epoch, p_seen, p_kept);
  BEGIN
    IF standing.obstacle IS NOT NULL THEN
      RAISE EXCEPTION 'the database has forgotten: %', standing.obstacle USING ERRCODE = 'SE010';
    END IF;
    INSERT INTO log_positions AS k (node, position, kept_at) VALUES (p_node, standing.place, clock_timestamp())
      ON CONFLICT (node) DO UPDATE SET position = greatest(k.position, excluded.position), kept_at = excluded.kept_at;
    RETURN QUERY SELECT standing.place, standing.epoch;
  END $$;

-- Before something that is there is worked on.
CREATE FUNCTION check_log(p_node uuid, p_epoch bigint, p_seen pg_lsn, p_kept pg_lsn) RETURNS void
  LANGUAGE plpgsql
  AS $$
  DECLARE
    standing log_standing := log_standing(p_node, p_epoch, p_seen, p_kept);
  BEGIN
    IF standing.obstacle IS NOT NULL THEN
      RAISE EXCEPTION 'the database has forgotten: %', standing.obstacle USING ERRCODE = 'SE010';
    END IF;
  END $$;

-- Phase 1 as before, for a node that tells how this database stands to what it has seen of it: a reference that is new
-- is numbered only where nothing was forgotten. Versions before this one call the function without that.
CREATE FUNCTION claim_documents(p_company uuid, p_claims json, p_drafts text[], p_log log_standing)
  RETURNS TABLE (place integer, correlative bigint, existing_id uuid, existing_state text, existing_type text,
    codes_to_ask integer)
  LANGUAGE plpgsql
  SET role = 'sello_service'
  SET search_path = public, pg_temp
  SET lock_timeout = '10s'
  SET enable_seqscan = off
  SET plan_cache_mode = force_generic_plan
  AS $$
  DECLARE
    claim record;
  BEGIN
    PERFORM set_config('sello.company_id', p_company::text, true);
    FOR claim IN
      SELECT * FROM json_to_recordset(p_claims) AS c (place integer, long_text integer, document_id uuid, external_ref text,
        doc_type text, environment text, number_prefix text, fiscal_year integer, scope text, establishment text,
        point_of_sale text, posted_ms float8, state text, generation text, generation_code text, summary jsonb,
        payload_hash text, lease_ms float8, adjusts uuid, adjust_mode text, adjusted_gross numeric,
        adjusted_net numeric, adjusted_sales jsonb, ccf_standing text, redirect_email text, redirect_whatsapp text)
    LOOP
      place := claim.place;
      correlative := NULL;
      IF claim.ccf_standing IS NOT NULL THEN
        PERFORM 1 FROM documents d WHERE d.company_id = p_company AND d.document_id = claim.adjusts FOR UPDATE;
      END IF;
      SELECT d.document_id, d.state, d.doc_type INTO existing_id, existing_state, existing_type
        FROM documents d WHERE d.company_id = p_company AND d.external_ref = claim.external_ref;
      IF NOT FOUND AND (claim.ccf_standing IS NULL
                        OR claim.ccf_standing = md5(document_standing(p_company, claim.adjusts)::text))
      THEN
        IF (p_log).obstacle IS NOT NULL THEN
          RAISE EXCEPTION 'the database has forgotten: %', (p_log).obstacle USING ERRCODE = 'SE010';
        END IF;
        codes_to_ask := (p_log).codes_to_ask;
        -- Scopes that contain one another share control numbers, and both have counters only where the company's series
        -- mode changed during the year: then the numbers go on after the highest of either.
        UPDATE series s SET last_number = 1 + greatest(s.last_number, (
            SELECT max(o.last_number) FROM series o
            WHERE o.company_id = p_company AND o.environment = claim.environment AND o.fiscal_year = claim.fiscal_year
              AND o.scope <> claim.scope
              AND (starts_with(o.scope, claim.scope) OR starts_with(claim.scope, o.scope))))
          WHERE s.company_id = p_company AND s.environment = claim.environment AND s.fiscal_year = claim.fiscal_year
            AND s.scope = claim.scope
          RETURNING s.last_number INTO correlative;
        IF NOT FOUND THEN
          INSERT INTO series AS s (company_id, environment, fiscal_year, scope, last_number)
            SELECT p_company, claim.environment, claim.fiscal_year, claim.scope, coalesce(max(o.last_number), (p_log).given_number) + 1
            FROM series o
            WHERE o.company_id = p_company AND o.environment = claim.environment AND o.fiscal_year = claim.fiscal_year
              AND (starts_with(o.scope, claim.scope) OR starts_with(claim.scope, o.scope))
            ON CONFLICT (company_id, environment, fiscal_year, scope)
            DO UPDATE SET last_number = greatest(s.last_number, excluded.last_number - 1) + 1
            RETURNING s.last_number INTO correlative;
        END IF;
        INSERT INTO documents (company_id, document_id, external_ref, doc_type, environment, control_number,
            fiscal_year, establishment, point_of_sale, posted_at, state, generation, generation_code, draft, summary,
            payload_hash, lease_until, next_attempt_at, lease_holder, fence, adjusts, adjust_mode, adjusted_gross,
            adjusted_net, adjusted_sales, redirect_email, redirect_whatsapp, codes_to_ask)
          VALUES (p_company, claim.document_id, claim.external_ref, claim.doc_type, claim.environment,
            claim.number_prefix || lpad(correlative::text, 15, '0'), claim.fiscal_year, claim.establishment,
            claim.point_of_sale, to_timestamp(claim.posted_ms / 1000), claim.state, claim.generation,
            claim.generation_code, p_drafts[claim.long_text], claim.summary, claim.payload_hash,
            statement_timestamp() + claim.lease_ms * interval '1 ms',
            statement_timestamp() + claim.lease_ms * interval '1 ms', claim.document_id, 1, claim.adjusts,
            claim.adjust_mode, claim.adjusted_gross, claim.adjusted_net, claim.adjusted_sales, claim.redirect_email,
            claim.redirect_whatsapp, (p_log).codes_to_ask);
      END IF;
      RETURN NEXT;
    END LOOP;
    PERFORM set_config('sello.company_id', '', true);
  END $$;

REVOKE ALL ON FUNCTION log_standing, check_log, keep_position, claim_documents(uuid, json, text[], log_standing) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION log_standing, check_log, keep_position, claim_documents(uuid, json, text[], log_standing)
  TO sello_service;
