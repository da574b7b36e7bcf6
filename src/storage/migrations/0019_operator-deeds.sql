-- Up Migration

-- What was done as the operator. The operator's role adds to it and reads it; nobody's role changes or removes a row.
CREATE TABLE operator_deeds (
  deed_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  happened_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- The login of the database and the address from which it is connected; null over a socket.
  login text NOT NULL DEFAULT session_user,
  client_address text DEFAULT host(inet_client_addr()),
  -- The user of the operating system, and who became that user by sudo.
  os_user text NOT NULL,
  sudo_user text,
  host text NOT NULL,
  -- From where the user was logged in over SSH.
  ssh_address text,
  command text NOT NULL,
  arguments jsonb NOT NULL
);
ALTER TABLE operator_deeds ENABLE ROW LEVEL SECURITY;
ALTER TABLE operator_deeds FORCE ROW LEVEL SECURITY;
CREATE POLICY operator ON operator_deeds TO sello_operator USING (true);
GRANT SELECT, INSERT (os_user, sudo_user, host, ssh_address, command, arguments) ON operator_deeds TO sello_operator;
