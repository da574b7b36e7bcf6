-- Refuses an attempt that is not sound.
CREATE OR REPLACE FUNCTION check_attempt()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  IF NEW.outcome NOT IN ('unknown', 'stamped', 'rejected', 'not_delivered', 'absent') THEN
    RAISE EXCEPTION 'attempt % of document % is not sound', NEW.attempt, NEW.document_id
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;
