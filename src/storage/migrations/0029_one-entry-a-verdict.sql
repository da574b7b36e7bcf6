-- Up Migration

-- A document and the bytes of its verdict become final in one transaction: one entry of the queue stands for both
-- (src/storage/archive/archived-rows.ts). Entries of documents that wait already are worked off as before.
DROP TRIGGER archive_new ON documents;
DROP TRIGGER archive_final ON documents;

-- The bytes of an attempt never change; a statement that does not name them is not asked, because to compare them is to
-- read them twice from where long texts lie.
CREATE FUNCTION keep_bytes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the bytes of attempt % of document % cannot change', OLD.attempt, OLD.document_id
    USING ERRCODE = 'SE003';
END $$;
CREATE TRIGGER keep_bytes BEFORE UPDATE OF company_id, document_id, attempt, generation_code, payload_hash, jws, jws_sha256
  ON attempts FOR EACH ROW
  WHEN ((NEW.company_id, NEW.document_id, NEW.attempt, NEW.generation_code, NEW.payload_hash, NEW.jws, NEW.jws_sha256)
        IS DISTINCT FROM
        (OLD.company_id, OLD.document_id, OLD.attempt, OLD.generation_code, OLD.payload_hash, OLD.jws, OLD.jws_sha256))
  EXECUTE FUNCTION keep_bytes();

-- One that is stamped is closed for good; a rejected one can only prove to be stamped after all, by a copy that was judged
-- otherwise.
CREATE OR REPLACE FUNCTION keep_attempt() RETURNS trigger LANGUAGE plpgsql AS $$
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
END $$;

-- On an empty database, of which PostgreSQL knows no statistics, the indexes of a company's references and of its control
-- numbers look equally good to find a reference by, and the older one is taken: with that of the control numbers all
-- documents of the company were read until the statistics came.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM documents) THEN
    ALTER TABLE documents
      DROP CONSTRAINT documents_company_id_environment_fiscal_year_control_number_key,
      ADD CONSTRAINT documents_company_id_environment_fiscal_year_control_number_key
        UNIQUE (company_id, environment, fiscal_year, control_number);
  END IF;
END $$;
