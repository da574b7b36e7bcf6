-- Up Migration

-- Documents are dated by a node's clock; leases and quarantines are counted by the database's. A server that takes over
-- with a clock that is ahead would end both early, and number under the date of another day. So whoever numbers, or takes
-- something up, says what the node's clock shows, and nothing happens where the two are apart.

-- How long bytes that were sent may still be worked off: one value for all nodes, which none of them can shorten.
CREATE TABLE quarantines (
  environment text PRIMARY KEY CHECK (environment IN ('00', '01')),
  lasts_ms bigint NOT NULL
    CHECK (lasts_ms BETWEEN CASE environment WHEN '01' THEN 900000 ELSE 0 END AND 86400000)
);
INSERT INTO quarantines VALUES ('00', 0), ('01', 900000);
ALTER TABLE quarantines ENABLE ROW LEVEL SECURITY;
ALTER TABLE quarantines FORCE ROW LEVEL SECURITY;
CREATE POLICY installation ON quarantines TO sello_service, sello_operator USING (true);
GRANT SELECT ON quarantines TO sello_service, sello_operator;
GRANT UPDATE (lasts_ms) ON quarantines TO sello_operator;

-- A node says with how long a quarantine it was started: the longest that any node was started with holds for all.
CREATE FUNCTION keep_quarantine(p_lasts_ms float8) RETURNS void
  LANGUAGE sql SECURITY DEFINER
  SET search_path = public, pg_temp
  AS $$ UPDATE quarantines SET lasts_ms = ceil(p_lasts_ms) WHERE lasts_ms < p_lasts_ms $$;

CREATE FUNCTION quarantine_ms(p_environment text) RETURNS float8
  LANGUAGE sql STABLE
  AS $$ SELECT lasts_ms FROM quarantines WHERE environment = p_environment $$;

-- A reconciliation begins leases and quarantines anew: the clock of the server that goes on may be ahead of that by which
-- they were written.
GRANT UPDATE (lease_until) ON documents, invalidations, contingency_events TO sello_operator;
GRANT UPDATE (last_sent_at, earlier_sent_at) ON attempts, invalidation_attempts TO sello_operator;

-- `refusal` is the SQLSTATE of an obstacle.
ALTER TYPE log_standing ADD ATTRIBUTE refusal text, ADD ATTRIBUTE clock_ahead_ms float8,
  ADD ATTRIBUTE test_quarantine_ms float8, ADD ATTRIBUTE production_quarantine_ms float8;

-- As before, with what the node's clock shows; a version before this one says nothing of it. The statement's beginning is
-- compared, so that no lock that it waits for counts.
DROP FUNCTION log_standing(uuid, bigint, pg_lsn, pg_lsn);
CREATE FUNCTION log_standing(p_node uuid, p_epoch bigint, p_seen pg_lsn, p_kept pg_lsn, p_node_ms float8 DEFAULT NULL)
  RETURNS log_standing
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
  AS $$
  DECLARE
    agreed record;
    standing log_standing;
    here text := log_identity();
  BEGIN
    SELECT * INTO STRICT agreed FROM log_agreement;
    standing.place := log_position();
    standing.epoch := agreed.epoch;
    standing.codes_to_ask := 0;
    standing.given_number := 0;
    SELECT t.lasts_ms, p.lasts_ms INTO STRICT standing.test_quarantine_ms, standing.production_quarantine_ms
      FROM quarantines t, quarantines p WHERE t.environment = '00' AND p.environment = '01';
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
    IF standing.obstacle IS NOT NULL THEN
      standing.refusal := 'SE010';
    END IF;
    standing.clock_ahead_ms := extract(epoch FROM statement_timestamp()) * 1000 - p_node_ms;
    IF standing.obstacle IS NULL AND abs(standing.clock_ahead_ms) > 5000 THEN
      standing.refusal := 'SE011';
      standing.obstacle := round(standing.clock_ahead_ms) || ' ms ahead of the node''s';
    END IF;
    RETURN standing;
  END $$;

CREATE FUNCTION refuse_standing(p_standing log_standing) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF p_standing.refusal = 'SE011' THEN
    RAISE EXCEPTION 'the database''s clock is %', p_standing.obstacle USING ERRCODE = 'SE011';
  ELSIF p_standing.obstacle IS NOT NULL THEN
    RAISE EXCEPTION 'the database has forgotten: %', p_standing.obstacle USING ERRCODE = 'SE010';
  END IF;
END $$;

-- Before something that is there is worked on.
DROP FUNCTION check_log;
CREATE FUNCTION check_log(p_node uuid, p_epoch bigint, p_seen pg_lsn, p_kept pg_lsn, p_node_ms float8 DEFAULT NULL)
  RETURNS void
  LANGUAGE plpgsql
  AS $$
  BEGIN
    PERFORM refuse_standing(log_standing(p_node, p_epoch, p_seen, p_kept, p_node_ms));
  END $$;

-- Numbering stays as it is, but for the one line that refuses.
DO $$
DECLARE
  numbering text := pg_get_functiondef('claim_documents(uuid, json, text[], log_standing)'::regprocedure);
  refusing text := replace(numbering,
    $line$RAISE EXCEPTION 'the database has forgotten: %', (p_log).obstacle USING ERRCODE = 'SE010';$line$,
    $line$PERFORM refuse_standing(p_log);$line$);
BEGIN
  IF refusing = numbering THEN
    RAISE EXCEPTION 'the line of claim_documents that refuses was not found';
  END IF;
  EXECUTE refusing;
END $$;

REVOKE ALL ON FUNCTION keep_quarantine, quarantine_ms, log_standing, refuse_standing, check_log FROM PUBLIC;
GRANT EXECUTE ON FUNCTION keep_quarantine, quarantine_ms, log_standing, refuse_standing, check_log TO sello_service, sello_operator;
-- What all nodes know is changed by functions that act as the operator. A function's new owner must be able to create in
-- its schema at that moment.
GRANT CREATE ON SCHEMA public TO sello_operator;
ALTER FUNCTION keep_quarantine OWNER TO sello_operator;
ALTER FUNCTION log_standing OWNER TO sello_operator;
REVOKE CREATE ON SCHEMA public FROM sello_operator;
