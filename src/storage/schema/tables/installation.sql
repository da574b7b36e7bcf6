-- Secrets of the installation itself (API key pepper, link secret), sealed by the master key.
CREATE TABLE installation_secrets (
  purpose text PRIMARY KEY,
  sealed text NOT NULL
);

-- A node may serve as a login that is a member of sello_service alone. Such a login can set every setting of ours, and so
-- could a statement that was smuggled into one of ours. Therefore the company of a transaction counts only together with its
-- pass, which nodes compute with a secret that the database does not have; the database keeps hashes of passes. A login that
-- can become the operator sees everything anyway and needs no pass.
CREATE TABLE passes (
  -- A company's id, or 'queues' for what looks across companies.
  scope text PRIMARY KEY,
  -- Of the scope, a space and the pass.
  sha256 bytea NOT NULL UNIQUE
);

-- How long bytes that were sent may still be worked off: one value for all nodes, which none of them can shorten.
CREATE TABLE quarantines (
  environment text PRIMARY KEY CHECK (environment IN ('00', '01')),
  lasts_ms bigint NOT NULL
    CHECK (lasts_ms BETWEEN CASE environment WHEN '01' THEN 900000 ELSE 0 END AND 86400000)
);
INSERT INTO quarantines VALUES ('00', 0), ('01', 900000);

-- Always empty. Where tables are spread, a transaction that enters a company deletes its row here, which is none: so the server
-- with the company's rows begins a transaction of its own and learns the company, and the part that lies there, with every row
-- that is locked in it, stays there until the commit. (A lock alone let it go: decision 47.)
CREATE TABLE doors (company_id uuid PRIMARY KEY);

-- What was done as the operator. The operator's role adds to it and reads it; no role changes or removes a row.
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
