-- Up Migration

-- Since when the files of a closing lack verdicts: the instant before the first of them was read. Null in closings from
-- before, of which only the end is known.
ALTER TABLE month_closings ADD COLUMN read_since timestamptz;

-- Which documents changed a closed month is asked for all closed months at once, and so are those that a later month
-- invalidated.
CREATE INDEX invalidations_requested ON invalidations (company_id, requested_at);
-- Whom the first holder brought to no verdict. No statement of a sale that goes well changes either column, so that its
-- last rewriting touches no index.
CREATE INDEX documents_taken_up ON documents (company_id, posted_at) WHERE fence > 1;
