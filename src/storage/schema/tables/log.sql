-- A database that goes on from an older state of itself, after a fail-over to a lagging standby or from a backup, would
-- number sales that it has forgotten a second time. So it says which log its history is written in, nodes keep how far
-- they have seen that log, here and beside the master key, and nothing is numbered where the two do not agree.
CREATE TABLE log_agreement (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  -- The log that the history is written in; null until something is numbered.
  identity text,
  -- Grows with each reconciliation; positions of an earlier one say nothing any more.
  epoch bigint NOT NULL DEFAULT 0,
  -- Until then a reference that is new here may be one that was forgotten: so many codes of it are asked about before
  -- anything of it leaves, and a series that begins does so behind this number.
  doubt_until timestamptz,
  codes_to_ask integer NOT NULL DEFAULT 0,
  given_number bigint NOT NULL DEFAULT 0,
  -- The epoch that the operator's last reconciliation began; those after it were begun by fail-overs, and a node looks back
  -- at each of these for itself.
  reconciled_epoch bigint NOT NULL DEFAULT 0
);
INSERT INTO log_agreement DEFAULT VALUES;

-- What each node has seen; a node is a folder beside a master key.
CREATE TABLE log_positions (
  node uuid PRIMARY KEY,
  position pg_lsn NOT NULL,
  kept_at timestamptz NOT NULL
);

-- How a database stands to what a node has seen of it: what is in the way of numbering, in words and as an error's code, and
-- what a node goes on with.
CREATE TYPE log_standing AS (
  obstacle text, place pg_lsn, epoch bigint, codes_to_ask integer, given_number bigint, refusal text,
  clock_ahead_ms float8, test_quarantine_ms float8, production_quarantine_ms float8);
