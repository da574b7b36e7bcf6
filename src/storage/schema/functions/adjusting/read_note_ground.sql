-- What a note under this reference is made from: the document that exists under it, and the CCF of that one or else
-- the one that is named, with its signed bytes and everything that has been done to it. A claim that names the mark
-- again registers the note only while all that still stands so.
CREATE OR REPLACE FUNCTION read_note_ground(p_company uuid, p_reference text, p_ccf_id uuid, p_ccf_reference text)
  RETURNS json
  LANGUAGE plpgsql
  SET role = 'sello_service'
  SET search_path = public, pg_temp
  SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
  existing document_records;
  ccf document_records;
  standing json;
  ground json;
BEGIN
  PERFORM enter(p_company, NULL);
  SELECT * INTO existing FROM document_records r WHERE r.company_id = p_company AND r.external_ref = p_reference;
  SELECT * INTO ccf FROM document_records r
    WHERE r.company_id = p_company AND r.document_id = (SELECT coalesce(existing.adjusts,
      (SELECT i.document_id FROM documents i WHERE i.company_id = p_company AND i.document_id = p_ccf_id),
      (SELECT x.document_id FROM documents x WHERE x.company_id = p_company AND x.external_ref = p_ccf_reference)));
  standing := document_standing(p_company, ccf.document_id);
  ground := json_build_object(
    'existing', CASE WHEN existing.document_id IS NOT NULL THEN row_to_json(existing) END,
    'ccf', CASE WHEN ccf.document_id IS NOT NULL THEN json_build_object(
      'record', row_to_json(ccf), 'standing', standing, 'mark', md5(standing::text),
      'jws', (SELECT a.jws FROM attempts a WHERE a.company_id = p_company AND a.document_id = ccf.document_id
              AND ccf.doc_type = '03' AND a.outcome = 'stamped' ORDER BY a.attempt DESC LIMIT 1)) END);
  PERFORM set_config('sello.company_id', '', true);
  RETURN ground;
END
$$;
GRANT EXECUTE ON FUNCTION read_note_ground TO sello_service;
