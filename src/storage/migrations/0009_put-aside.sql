-- Up Migration

-- What the background gave up is counted for the operator at every look; it is rare among ten years of documents.
CREATE INDEX documents_put_aside ON documents (company_id) WHERE put_aside_at IS NOT NULL;
CREATE INDEX invalidations_put_aside ON invalidations (company_id) WHERE put_aside_at IS NOT NULL;
-- The clocks that run: events without a seal, and sealed ones that still have documents.
CREATE INDEX contingency_events_running ON contingency_events (report_until) WHERE next_attempt_at IS NOT NULL;
