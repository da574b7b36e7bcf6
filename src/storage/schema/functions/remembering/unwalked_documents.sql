-- Of the newest 100 documents, those of these types that the walk has not come to; what Hacienda rejected may be
-- wrong, and large ones are left to the walk.
CREATE OR REPLACE FUNCTION unwalked_documents(p_company uuid, p_types text[])
  RETURNS uuid[]
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  walked_at timestamptz := '-infinity';
  walked_id uuid := '00000000-0000-0000-0000-000000000000';
  walked record;
BEGIN
  SELECT s.posted_at, s.document_id INTO walked FROM remembered_progress r
    JOIN document_search s ON s.company_id = r.company_id AND s.position = r.position
    WHERE r.company_id = p_company;
  IF FOUND THEN
    walked_at := walked.posted_at;
    walked_id := walked.document_id;
  END IF;
  RETURN ARRAY(
    SELECT n.document_id FROM (
      SELECT d.document_id, d.doc_type, d.state, octet_length(d.draft) AS size FROM documents d
      WHERE d.company_id = p_company AND (d.posted_at, d.document_id) > (walked_at, walked_id)
      ORDER BY d.posted_at DESC, d.document_id DESC LIMIT 100) AS n
    WHERE n.doc_type = ANY (p_types) AND n.state <> 'rejected' AND n.size <= 32768);
END
$$;
GRANT EXECUTE ON FUNCTION unwalked_documents TO sello_service, sello_phases;
