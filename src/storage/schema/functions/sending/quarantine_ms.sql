-- How long a document of unknown fate waits in this environment, in milliseconds.
CREATE OR REPLACE FUNCTION quarantine_ms(p_environment text)
  RETURNS float8
  LANGUAGE sql STABLE
AS $$
SELECT lasts_ms FROM quarantines WHERE environment = p_environment
$$;
GRANT EXECUTE ON FUNCTION quarantine_ms TO sello_service, sello_operator, sello_phases;
