-- Up Migration

-- Since when the files of a closing lack verdicts: the instant before the first of them was read. Null in closings from
-- before, of which only the end is known.
ALTER TABLE month_closings ADD COLUMN read_since timestamptz;

-- Which documents changed a closed month is asked for all closed months at once, and so are those that a later month
-- invalidated.
CREATE INDEX invalidations_requested ON invalidations (company_id, requested_at);
CREATE INDEX documents_sealed_late ON documents (company_id, settled_at)
  WHERE state = 'stamped' AND settled_at - posted_at > interval '1 hour';
