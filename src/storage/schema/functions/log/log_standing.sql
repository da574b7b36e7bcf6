-- How this database stands to what a node has seen of it, as far as the node has seen anything; the place is where
-- its log has come to. The first to number something says that the history is written in this log.
CREATE OR REPLACE FUNCTION log_standing(p_node uuid, p_epoch bigint, p_seen pg_lsn, p_kept pg_lsn,
    p_node_ms float8 DEFAULT NULL::float8)
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
  ELSIF p_epoch < agreed.epoch AND p_epoch >= agreed.reconciled_epoch THEN
    standing.obstacle := 'it has failed over since';
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
END
$$;
ALTER FUNCTION log_standing OWNER TO sello_operator;
GRANT EXECUTE ON FUNCTION log_standing TO sello_service;
