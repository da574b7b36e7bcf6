-- The codes that were given to a document itself: those of the last change, else those of its request. A row of a
-- part of a table is of the part's type: a caller that hands one over makes it one of the table.
CREATE OR REPLACE FUNCTION given_class(d documents)
  RETURNS jsonb
  LANGUAGE plpgsql STABLE
AS $$
BEGIN
  RETURN coalesce((SELECT c.income_class FROM document_classes c
    WHERE c.company_id = d.company_id AND c.document_id = d.document_id ORDER BY c.change_id DESC LIMIT 1), d.income_class);
END
$$;
GRANT EXECUTE ON FUNCTION given_class TO sello_service, sello_operator, sello_phases;
