-- Up Migration

-- An event is signed in the generation that its company writes events in on that day, and lists documents of either.
ALTER TABLE contingency_events DROP COLUMN generation;
