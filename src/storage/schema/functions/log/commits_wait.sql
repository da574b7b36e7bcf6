-- Whether a commit waits for a standby, where its transaction does not say otherwise.
CREATE OR REPLACE FUNCTION commits_wait()
  RETURNS boolean
  LANGUAGE sql STABLE
RETURN current_setting('synchronous_standby_names') <> '';
GRANT EXECUTE ON FUNCTION commits_wait TO sello_operator;
