-- Refuses a document that is not sound. One trigger stands for the checks of all columns, because it costs less than
-- they do.
CREATE OR REPLACE FUNCTION check_document()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  IF char_length(NEW.external_ref) NOT BETWEEN 1 AND 100
     OR NEW.doc_type NOT IN ('01', '03', '05', '11', '14')
     OR NEW.environment NOT IN ('00', '01')
     OR char_length(NEW.control_number) <> 31
     OR NEW.state NOT IN ('claimed', 'in_flight', 'contingency', 'rejected', 'stamped')
     OR NEW.generation NOT IN ('v1', 'v2')
     OR NEW.generation_code !~ '^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$'
     OR NEW.reception_stamp !~ '^[A-Z0-9]{40}$'
     OR (NEW.state = 'stamped') <> (NEW.reception_stamp IS NOT NULL AND NEW.stamped_attempt IS NOT NULL)
     OR NEW.contingency_type NOT BETWEEN 1 AND 5
     OR (NEW.doc_type = '05') <> (NEW.adjusts IS NOT NULL)
     OR NEW.adjust_mode NOT IN ('full', 'lines', 'clone', 'automatic')
     OR NEW.adjusted_gross <= 0
     OR NEW.adjusted_net < 0
     OR NEW.adjusts IS NOT NULL AND (NEW.adjust_mode IS NULL OR NEW.adjusted_gross IS NULL OR NEW.adjusted_net IS NULL)
  THEN
    RAISE EXCEPTION 'document % is not sound', NEW.document_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;
