-- Goes on behind a fail-over for a node that has found there what it has seen last; answers from where. Raises SE010
-- where this is no fail-over of the same cluster to a later timeline, where commits wait for no standby, or where
-- what was kept for the node is missing, and SE011 where the clocks are apart.
CREATE OR REPLACE FUNCTION go_on_behind_fail_over(p_enter integer, p_node uuid, p_epoch bigint, p_seen pg_lsn,
    p_kept pg_lsn, p_node_ms float8, p_lease_ms float8)
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
END
$$;
ALTER FUNCTION go_on_behind_fail_over OWNER TO sello_operator;
GRANT EXECUTE ON FUNCTION go_on_behind_fail_over TO sello_service;
