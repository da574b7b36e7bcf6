-- Up Migration

-- Where every commit waits for the standby that takes over, a fail-over forgets nothing that was answered. Where the
-- operator has said that it is so, nodes need not wait for a reconciliation: each looks whether what it has seen last is
-- there, and the first goes on.

-- The epoch that the operator's last reconciliation began; those after it were begun by fail-overs, and a node looks back
-- at each of these for itself.
ALTER TABLE log_agreement ADD COLUMN reconciled_epoch bigint NOT NULL DEFAULT 0;
UPDATE log_agreement SET reconciled_epoch = epoch;

-- Whether a commit waits for a standby, where its transaction does not say otherwise.
CREATE FUNCTION commits_wait() RETURNS boolean LANGUAGE sql STABLE
  RETURN current_setting('synchronous_standby_names') <> '';

-- Rows that somebody holds, or whose bytes may be under way, by the indexes of what is due.
CREATE FUNCTION begin_leases_anew(p_lease_ms float8) RETURNS void
  LANGUAGE plpgsql
  AS $$
  BEGIN
    UPDATE documents SET lease_until = clock_timestamp() + p_lease_ms * interval '1 ms'
      WHERE next_attempt_at IS NOT NULL AND lease_until IS NOT NULL;
    UPDATE invalidations SET lease_until = clock_timestamp() + p_lease_ms * interval '1 ms'
      WHERE next_attempt_at IS NOT NULL AND lease_until IS NOT NULL;
    UPDATE contingency_events SET lease_until = clock_timestamp() + p_lease_ms * interval '1 ms'
      WHERE next_attempt_at IS NOT NULL AND lease_until IS NOT NULL;
    UPDATE attempts SET last_sent_at = clock_timestamp(),
        earlier_sent_at = CASE WHEN earlier_sent_at IS NOT NULL THEN clock_timestamp() END
      WHERE outcome = 'unknown';
    UPDATE invalidation_attempts SET last_sent_at = clock_timestamp(),
        earlier_sent_at = CASE WHEN earlier_sent_at IS NOT NULL THEN clock_timestamp() END
      WHERE outcome = 'unknown';
  END $$;

-- As before, but for a node that has not looked back at a fail-over yet.
DO $$
DECLARE
  standing text := pg_get_functiondef('log_standing(uuid, bigint, pg_lsn, pg_lsn, float8)'::regprocedure);
  known CONSTANT text := $line$ELSIF p_epoch > agreed.epoch THEN$line$;
  looking text := replace(standing, known, $line$ELSIF p_epoch < agreed.epoch AND p_epoch >= agreed.reconciled_epoch THEN
      standing.obstacle := 'it has failed over since';
    $line$ || known);
BEGIN
  IF looking = standing THEN
    RAISE EXCEPTION 'the line of log_standing before which nodes look back was not found';
  END IF;
  EXECUTE looking;
END $$;

-- Goes on behind a fail-over for a node that has found there what it has seen last; answers from where. Raises SE010 where
-- this is no fail-over of the same cluster to a later timeline, where commits wait for no standby, or where what was kept
-- for the node is missing, and SE011 where the clocks are apart.
CREATE FUNCTION go_on_behind_fail_over(p_enter integer, p_node uuid, p_epoch bigint, p_seen pg_lsn, p_kept pg_lsn,
    p_node_ms float8, p_lease_ms float8)
  RETURNS TABLE (place pg_lsn, epoch bigint)
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
  SET lock_timeout = '10s'
  AS $$
  #variable_conflict use_column
  DECLARE
    agreed record;
    here text[] := string_to_array(log_identity(), '/');
    before text[];
  BEGIN
    SELECT * INTO STRICT agreed FROM log_agreement FOR UPDATE;
    before := string_to_array(agreed.identity, '/');
    IF abs(extract(epoch FROM statement_timestamp()) * 1000 - p_node_ms) > 5000 THEN
      RAISE EXCEPTION 'the database''s clock is not the node''s' USING ERRCODE = 'SE011';
    END IF;
    IF p_epoch > agreed.epoch OR p_epoch >= agreed.reconciled_epoch AND (p_seen > log_position()
      OR p_kept > coalesce((SELECT k.position FROM log_positions k WHERE k.node = p_node), '0/0'))
    THEN
      RAISE EXCEPTION 'the database has forgotten what a node has seen' USING ERRCODE = 'SE010';
    END IF;
    IF agreed.identity <> array_to_string(here, '/') THEN
      IF cardinality(before) <> 3 OR cardinality(here) <> 3 OR before[1] <> here[1] OR before[3] <> here[3]
        OR before[2] COLLATE "C" > here[2] COLLATE "C"
      THEN
        RAISE EXCEPTION 'the database goes on in another log than that of a fail-over' USING ERRCODE = 'SE010';
      END IF;
      IF NOT commits_wait() THEN
        RAISE EXCEPTION 'the database has failed over, and commits wait for no standby' USING ERRCODE = 'SE010';
      END IF;
      PERFORM begin_leases_anew(p_lease_ms);
      UPDATE log_agreement SET identity = array_to_string(here, '/'),
        epoch = greatest(agreed.epoch + 1, (extract(epoch FROM clock_timestamp()) * 1000)::bigint);
    END IF;
    RETURN QUERY SELECT log_position(), a.epoch FROM log_agreement a;
  END $$;

REVOKE ALL ON FUNCTION commits_wait, begin_leases_anew, go_on_behind_fail_over FROM PUBLIC;
GRANT EXECUTE ON FUNCTION commits_wait, begin_leases_anew TO sello_operator;
GRANT EXECUTE ON FUNCTION go_on_behind_fail_over TO sello_service, sello_operator;
-- A function's new owner must be able to create in its schema at that moment.
GRANT CREATE ON SCHEMA public TO sello_operator;
ALTER FUNCTION go_on_behind_fail_over OWNER TO sello_operator;
REVOKE CREATE ON SCHEMA public FROM sello_operator;
