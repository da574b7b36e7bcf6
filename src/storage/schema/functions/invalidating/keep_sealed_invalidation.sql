-- A sealed invalidation keeps its words, its instant and its seal.
CREATE OR REPLACE FUNCTION keep_sealed_invalidation()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  IF OLD.state = 'sealed' AND
     (NEW.state, NEW.generation_code, NEW.requested_at, NEW.draft, NEW.reception_stamp)
     IS DISTINCT FROM (OLD.state, OLD.generation_code, OLD.requested_at, OLD.draft, OLD.reception_stamp)
  THEN
    RAISE EXCEPTION 'the invalidation of document % is sealed and cannot change', OLD.document_id
      USING ERRCODE = 'SE007';
  END IF;
  RETURN NEW;
END
$$;
