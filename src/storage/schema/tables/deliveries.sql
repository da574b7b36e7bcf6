-- The outbox: a message is queued by the very transaction that writes its verdict.
CREATE TABLE deliveries (
  company_id uuid NOT NULL,
  document_id uuid NOT NULL,
  -- contingency: the document without its seal; stamped: with it; rejected: says to the issuer, and to no other address, why.
  kind text NOT NULL CHECK (kind IN ('contingency', 'stamped', 'rejected')),
  address text NOT NULL CHECK (char_length(address) BETWEEN 1 AND 100),
  environment text NOT NULL CHECK (environment IN ('00', '01')),
  -- withdrawn: before it was sent, other addresses were wanted or the document got its verdict.
  state text NOT NULL CHECK (state IN ('queued', 'sent', 'failed', 'withdrawn')),
  -- The same at every sending, so that the recipient's server can tell a repetition.
  message_id text NOT NULL,
  -- Leases so far; the holder of the last one may postpone the message or give it up.
  tries integer NOT NULL DEFAULT 0,
  queued_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- When it is due; while a node sends it, when its lease ends.
  next_attempt_at timestamptz,
  sent_at timestamptz,
  last_error text,
  -- How often, and when last, the message was asked for again; the count is of the day of that moment.
  asked integer NOT NULL DEFAULT 0,
  asked_at timestamptz,
  PRIMARY KEY (company_id, document_id, kind, address),
  FOREIGN KEY (company_id, document_id) REFERENCES documents,
  CHECK ((state = 'queued') = (next_attempt_at IS NOT NULL)),
  CHECK ((state = 'sent') = (sent_at IS NOT NULL))
);
CREATE INDEX deliveries_due ON deliveries (company_id, next_attempt_at) WHERE state = 'queued';
-- Messages that are tried no longer wait for a person.
CREATE INDEX deliveries_failed ON deliveries (company_id, queued_at, document_id) WHERE state = 'failed';
