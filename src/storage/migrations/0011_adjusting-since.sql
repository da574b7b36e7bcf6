-- Up Migration

-- Since when a note takes from its CCF what it takes now: from its number on, or from when it was sent again with a
-- payload of its own choice. Rows from before have none, and count from when they were posted.
ALTER TABLE documents ADD COLUMN adjusts_since timestamptz;
ALTER TABLE documents ALTER COLUMN adjusts_since SET DEFAULT clock_timestamp();
