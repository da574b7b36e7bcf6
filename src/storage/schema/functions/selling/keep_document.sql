-- A document that was numbered keeps its identity, and one that is stamped keeps everything but its lease. One
-- without a stamp may get another number, which is counted and puts the former number on record; a stamp on bytes
-- with a number that was given up brings that number back. What a document declares of its contingency changes only
-- with the generation code, which makes it another document for the authority. A note keeps its CCF.
CREATE OR REPLACE FUNCTION keep_document()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
DECLARE
  carried text;
BEGIN
  IF NEW.numbers > 1 AND NEW.state = 'stamped' AND OLD.state <> 'stamped' THEN
    SELECT a.control_number INTO carried FROM attempts a
      WHERE a.company_id = NEW.company_id AND a.document_id = NEW.document_id AND a.attempt = NEW.stamped_attempt;
    IF carried IS NOT NULL THEN
      NEW.control_number := carried;
      NEW.numbers := OLD.numbers + 1;
    END IF;
  END IF;
  IF (NEW.company_id, NEW.document_id, NEW.external_ref, NEW.doc_type, NEW.environment,
      NEW.fiscal_year, NEW.establishment, NEW.point_of_sale, NEW.posted_at)
     IS DISTINCT FROM
     (OLD.company_id, OLD.document_id, OLD.external_ref, OLD.doc_type, OLD.environment,
      OLD.fiscal_year, OLD.establishment, OLD.point_of_sale, OLD.posted_at)
     OR (NEW.control_number <> OLD.control_number) <> (NEW.numbers <> OLD.numbers)
     OR NEW.numbers <> OLD.numbers AND OLD.state = 'stamped'
  THEN
    RAISE EXCEPTION 'the identity of document % cannot change', OLD.document_id USING ERRCODE = 'SE001';
  END IF;
  IF NEW.control_number <> OLD.control_number THEN
    INSERT INTO given_up_numbers (company_id, environment, fiscal_year, control_number, document_id, replaced_by, because)
      VALUES (OLD.company_id, OLD.environment, OLD.fiscal_year, OLD.control_number, OLD.document_id, NEW.control_number,
        CASE WHEN carried IS NULL THEN 'taken' ELSE 'unused' END);
    UPDATE attempts a SET control_number = OLD.control_number
      WHERE a.company_id = OLD.company_id AND a.document_id = OLD.document_id AND a.control_number IS NULL;
  END IF;
  IF NEW.adjusts IS DISTINCT FROM OLD.adjusts THEN
    RAISE EXCEPTION 'what note % adjusts cannot change', OLD.document_id USING ERRCODE = 'SE006';
  END IF;
  IF OLD.contingency_type IS NOT NULL AND NEW.generation_code = OLD.generation_code AND
     (NEW.contingency_type, NEW.contingency_reason) IS DISTINCT FROM (OLD.contingency_type, OLD.contingency_reason)
  THEN
    RAISE EXCEPTION 'the contingency of document % cannot change', OLD.document_id USING ERRCODE = 'SE004';
  END IF;
  IF OLD.state = 'stamped' THEN
    IF (NEW.state, NEW.generation, NEW.generation_code, NEW.draft, NEW.summary, NEW.payload_hash, NEW.wanted,
        NEW.reception_stamp, NEW.stamped_attempt, NEW.processed_at, NEW.message_code, NEW.message, NEW.observations,
        NEW.settled_at)
       IS DISTINCT FROM
       (OLD.state, OLD.generation, OLD.generation_code, OLD.draft, OLD.summary, OLD.payload_hash, OLD.wanted,
        OLD.reception_stamp, OLD.stamped_attempt, OLD.processed_at, OLD.message_code, OLD.message, OLD.observations,
        OLD.settled_at)
    THEN
      RAISE EXCEPTION 'document % is stamped and cannot change', OLD.document_id USING ERRCODE = 'SE002';
    END IF;
    IF (NEW.adjust_mode, NEW.adjusted_gross, NEW.adjusted_net, NEW.adjusted_sales)
       IS DISTINCT FROM (OLD.adjust_mode, OLD.adjusted_gross, OLD.adjusted_net, OLD.adjusted_sales)
    THEN
      RAISE EXCEPTION 'what note % adjusts cannot change', OLD.document_id USING ERRCODE = 'SE006';
    END IF;
  END IF;
  RETURN NEW;
END
$$;
