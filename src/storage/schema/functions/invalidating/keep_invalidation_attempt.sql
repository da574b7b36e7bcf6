-- The bytes of an invalidation never change, and those with a verdict are closed for good, as a document's are.
CREATE OR REPLACE FUNCTION keep_invalidation_attempt()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  IF (NEW.company_id, NEW.document_id, NEW.attempt, NEW.generation_code, NEW.jws)
     IS DISTINCT FROM (OLD.company_id, OLD.document_id, OLD.attempt, OLD.generation_code, OLD.jws)
     OR OLD.outcome IN ('sealed', 'rejected')
  THEN
    RAISE EXCEPTION 'attempt % to invalidate document % cannot change', OLD.attempt, OLD.document_id
      USING ERRCODE = 'SE008';
  END IF;
  RETURN NEW;
END
$$;
