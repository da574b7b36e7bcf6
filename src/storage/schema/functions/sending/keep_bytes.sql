-- The bytes of an attempt never change. A statement that does not name them is not asked, because to compare them is
-- to read them twice from where long texts lie.
CREATE OR REPLACE FUNCTION keep_bytes()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  RAISE EXCEPTION 'the bytes of attempt % of document % cannot change', OLD.attempt, OLD.document_id
    USING ERRCODE = 'SE003';
END
$$;
