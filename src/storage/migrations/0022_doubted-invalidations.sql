-- Up Migration

-- Whether a rejection of an event that is told is in doubt, because an earlier sending of its bytes is unanswered; the
-- event stays open, so that nothing takes its place (src/core/submitting/doubt.ts).
ALTER TABLE invalidations ADD COLUMN doubted boolean NOT NULL DEFAULT false;
-- The sending before the last one, which stays unanswered where the last one is answered.
ALTER TABLE invalidation_attempts ADD COLUMN earlier_sent_at timestamptz;
