-- The codes of a document; a note to which none were given has those of its CCF.
CREATE OR REPLACE FUNCTION own_class(d documents)
  RETURNS jsonb
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  given jsonb := given_class(d);
  adjusted documents;
BEGIN
  IF given IS NULL AND d.adjusts IS NOT NULL THEN
    SELECT * INTO adjusted FROM documents o WHERE o.company_id = d.company_id AND o.document_id = d.adjusts;
    RETURN given_class(adjusted);
  END IF;
  RETURN given;
END
$$;
GRANT EXECUTE ON FUNCTION own_class TO sello_service, sello_operator, sello_phases;
