-- Notes an audit event of a document. It is a function of its own because a phase names the parts of its tables where
-- tables are spread, and this table is not among them (decision 50).
CREATE OR REPLACE FUNCTION note_event(p_company uuid, p_document uuid, p_kind text, p_detail jsonb)
  RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO audit_events (company_id, document_id, kind, detail) VALUES (p_company, p_document, p_kind, p_detail);
END
$$;
GRANT EXECUTE ON FUNCTION note_event TO sello_service, sello_phases;
