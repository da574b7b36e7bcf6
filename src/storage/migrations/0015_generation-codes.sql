-- Up Migration

-- How many generation codes a document has had: the next one is derived from it. Documents of before have had one or
-- more that were random, so that none of theirs is met again.
ALTER TABLE documents ADD COLUMN generation_codes integer NOT NULL DEFAULT 1;
