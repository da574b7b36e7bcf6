-- An attempt that is stamped is closed for good; a rejected one can only prove to be stamped after all, by a copy
-- that was judged otherwise.
CREATE OR REPLACE FUNCTION keep_attempt()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  IF OLD.outcome = 'stamped'
     OR OLD.outcome = 'rejected' AND NEW.outcome <> 'stamped'
        AND (NEW.outcome, NEW.sends, NEW.last_sent_at, NEW.settled_at, NEW.answer_status, NEW.answer_body)
            IS DISTINCT FROM
            (OLD.outcome, OLD.sends, OLD.last_sent_at, OLD.settled_at, OLD.answer_status, OLD.answer_body)
  THEN
    RAISE EXCEPTION 'attempt % of document % cannot change', OLD.attempt, OLD.document_id USING ERRCODE = 'SE003';
  END IF;
  RETURN NEW;
END
$$;
