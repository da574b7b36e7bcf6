-- Queues a row that has become final for its link in the archive. The argument says what the row is found by: an
-- event or a document.
CREATE OR REPLACE FUNCTION queue_for_archive()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  IF TG_ARGV[0] = 'event' THEN
    INSERT INTO archive_queue (company_id, relation, subject)
      VALUES (NEW.company_id, regexp_replace(TG_TABLE_NAME, '_[0-9]+$', ''), NEW.event_id);
  ELSE
    INSERT INTO archive_queue (company_id, relation, subject)
      VALUES (NEW.company_id, regexp_replace(TG_TABLE_NAME, '_[0-9]+$', ''), NEW.document_id);
  END IF;
  RETURN NULL;
END
$$;
