-- What tells this log from every other: the cluster, its timeline, and the database in it. A provider that shows
-- neither of the first two has the database's own number.
CREATE OR REPLACE FUNCTION log_identity()
  RETURNS text
  LANGUAGE plpgsql
AS $$
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
END
$$;
GRANT EXECUTE ON FUNCTION log_identity TO sello_service, sello_operator, sello_phases;
