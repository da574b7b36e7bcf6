-- A sealed event of a contingency keeps its seal, its times and its code.
CREATE OR REPLACE FUNCTION keep_sealed_event()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  IF OLD.sealed_at IS NOT NULL AND
     (NEW.generation_code, NEW.starts_at, NEW.ends_at, NEW.sealed_at, NEW.reception_stamp, NEW.transmit_until)
     IS DISTINCT FROM
     (OLD.generation_code, OLD.starts_at, OLD.ends_at, OLD.sealed_at, OLD.reception_stamp, OLD.transmit_until)
  THEN
    RAISE EXCEPTION 'contingency event % is sealed and cannot change', OLD.event_id USING ERRCODE = 'SE005';
  END IF;
  RETURN NEW;
END
$$;
