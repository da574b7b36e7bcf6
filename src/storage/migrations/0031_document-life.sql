-- Up Migration

-- A company reads what happened to its documents. What was noted of one is found by it; nothing is noted of a sale that
-- goes as it should, so the index costs it nothing.
CREATE INDEX audit_events_of_document ON audit_events (company_id, document_id) WHERE document_id IS NOT NULL;
GRANT SELECT ON audit_events TO sello_service;

-- How often, and when last, somebody asked for the message to be sent again; the count is of the day of that moment.
ALTER TABLE deliveries
  ADD COLUMN asked integer NOT NULL DEFAULT 0,
  ADD COLUMN asked_at timestamptz;
