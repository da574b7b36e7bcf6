-- Whether the tables are spread over several servers.
CREATE OR REPLACE FUNCTION is_distributed()
  RETURNS boolean
  LANGUAGE sql IMMUTABLE
RETURN false;
GRANT EXECUTE ON FUNCTION is_distributed TO sello_service, sello_operator, sello_phases;
