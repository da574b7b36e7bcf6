-- Refuses to work on what is there where the database has forgotten something, or its clock is apart from the node's.
CREATE OR REPLACE FUNCTION check_log(p_node uuid, p_epoch bigint, p_seen pg_lsn, p_kept pg_lsn,
    p_node_ms float8 DEFAULT NULL::float8)
  RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM refuse_standing(log_standing(p_node, p_epoch, p_seen, p_kept, p_node_ms));
END
$$;
GRANT EXECUTE ON FUNCTION check_log TO sello_service, sello_operator, sello_phases;
