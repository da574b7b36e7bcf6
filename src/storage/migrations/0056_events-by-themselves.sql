-- Up Migration

-- What a phase writes beside its documents and attempts is written by functions of their own: where tables are spread, a phase names
-- the parts of its tables, and only the rest is left to be looked for (decision 50).
CREATE FUNCTION note_event(p_company uuid, p_document uuid, p_kind text, p_detail jsonb) RETURNS void
  LANGUAGE plpgsql
  AS $$
  BEGIN
    INSERT INTO audit_events (company_id, document_id, kind, detail) VALUES (p_company, p_document, p_kind, p_detail);
  END $$;
REVOKE ALL ON FUNCTION note_event FROM PUBLIC;
GRANT EXECUTE ON FUNCTION note_event TO sello_service, sello_phases;
DO $$
DECLARE
  before CONSTANT text := pg_get_functiondef('write_verdicts'::regproc);
  after CONSTANT text := replace(before, $old$INSERT INTO audit_events (company_id, document_id, kind, detail)
          VALUES (p_company, verdict.document_id, verdict.event, verdict.event_detail)$old$,
    'PERFORM note_event(p_company, verdict.document_id, verdict.event, verdict.event_detail)');
BEGIN
  IF after = before THEN
    RAISE EXCEPTION 'the line of write_verdicts that notes an event was not found';
  END IF;
  EXECUTE after;
END $$;

-- Whoever writes the parts by their names goes in by this door first, which is always empty: a part does not leave its server meanwhile.
GRANT SELECT, DELETE ON doors TO sello_phases;
