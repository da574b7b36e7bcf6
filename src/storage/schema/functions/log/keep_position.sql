-- Keeps that a node has seen the log up to here, and answers where that is.
CREATE OR REPLACE FUNCTION keep_position(p_node uuid, p_epoch bigint, p_seen pg_lsn, p_kept pg_lsn)
  RETURNS TABLE (place pg_lsn, epoch bigint)
  LANGUAGE plpgsql SECURITY DEFINER
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
END
$$;
ALTER FUNCTION keep_position OWNER TO sello_operator;
GRANT EXECUTE ON FUNCTION keep_position TO sello_service;
