-- Where the log has come to; 0/0 where the provider does not show it.
CREATE OR REPLACE FUNCTION log_position()
  RETURNS pg_lsn
  LANGUAGE plpgsql
AS $$
BEGIN
  RETURN pg_current_wal_insert_lsn();
EXCEPTION WHEN insufficient_privilege OR feature_not_supported OR undefined_function
            OR object_not_in_prerequisite_state THEN
  RETURN '0/0';
END
$$;
GRANT EXECUTE ON FUNCTION log_position TO sello_service, sello_operator, sello_phases;
