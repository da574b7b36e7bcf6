-- Up Migration

-- What a document declares of its contingency is written once: it changes only together with the generation code,
-- which makes it another document for the authority. A sealed event keeps its seal.
CREATE FUNCTION keep_contingency() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.contingency_type IS NOT NULL AND NEW.generation_code = OLD.generation_code AND
     (NEW.contingency_type, NEW.contingency_reason) IS DISTINCT FROM (OLD.contingency_type, OLD.contingency_reason)
  THEN
    RAISE EXCEPTION 'the contingency of document % cannot change', OLD.document_id USING ERRCODE = 'SE004';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER keep_contingency BEFORE UPDATE ON documents
  FOR EACH ROW EXECUTE FUNCTION keep_contingency();

CREATE FUNCTION keep_sealed_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.sealed_at IS NOT NULL AND
     (NEW.generation_code, NEW.starts_at, NEW.ends_at, NEW.sealed_at, NEW.reception_stamp, NEW.transmit_until)
     IS DISTINCT FROM
     (OLD.generation_code, OLD.starts_at, OLD.ends_at, OLD.sealed_at, OLD.reception_stamp, OLD.transmit_until)
  THEN
    RAISE EXCEPTION 'contingency event % is sealed and cannot change', OLD.event_id USING ERRCODE = 'SE005';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER keep_sealed_event BEFORE UPDATE ON contingency_events
  FOR EACH ROW EXECUTE FUNCTION keep_sealed_event();
