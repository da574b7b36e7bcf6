-- Up Migration

-- The document's row is the queue of the background work. All of this stands beside what a node of the version before
-- reads and writes, so both may run at once.
ALTER TABLE documents
  -- When somebody must look at the document, unless a lease says later; null where nothing is left to do.
  ADD COLUMN next_attempt_at timestamptz,
  -- Runs in a row that ended in silence, for the back-off.
  ADD COLUMN tries integer NOT NULL DEFAULT 0,
  -- Runs in a row that did not end orderly; too many put the document aside.
  ADD COLUMN takings integer NOT NULL DEFAULT 0,
  ADD COLUMN put_aside_at timestamptz,
  -- When the first request about the document ended without a verdict.
  ADD COLUMN contingency_since timestamptz;
-- What a node of the version before inserts is looked after as well.
ALTER TABLE documents ALTER COLUMN next_attempt_at SET DEFAULT clock_timestamp() + interval '1 minute';
UPDATE documents SET next_attempt_at = clock_timestamp() WHERE state IN ('claimed', 'in_flight', 'contingency');
-- The state is no part of it, so that the steps of an issuance leave the index alone.
CREATE INDEX documents_due ON documents (company_id, next_attempt_at) WHERE next_attempt_at IS NOT NULL;
