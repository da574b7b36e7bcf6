-- A document with everything that a status shows of it, and with its signed bytes and their hash where p_bytes asks
-- for them. A message that says to the issuer why the document was rejected is no delivery of the document.
CREATE OR REPLACE FUNCTION document_view(p_company uuid, p_id uuid, p_reference text, p_bytes boolean)
  RETURNS json
  LANGUAGE plpgsql STABLE
AS $$
BEGIN
  RETURN (SELECT json_build_object(
    'record', row_to_json(r),
    'standing', document_standing(p_company, r.document_id),
    'has_smtp', (SELECT c.has_smtp FROM companies c WHERE c.company_id = p_company),
    'redirect_whatsapp', (SELECT d.redirect_whatsapp FROM documents d
      WHERE d.company_id = p_company AND d.document_id = r.document_id),
    'messages', (SELECT coalesce(json_agg(json_build_object('kind', m.kind, 'address', m.address, 'state', m.state,
        'sentMs', (extract(epoch FROM m.sent_at) * 1000)::float8, 'lastError', m.last_error)
        ORDER BY m.queued_at, m.kind, m.address), '[]'::json)
      FROM deliveries m WHERE m.company_id = p_company AND m.document_id = r.document_id AND m.state <> 'withdrawn'
        AND m.kind <> 'rejected'),
    'signed', CASE WHEN p_bytes THEN (
      SELECT json_build_object('jws', a.jws, 'sha256', encode(a.jws_sha256, 'hex'), 'status', a.answer_status,
        'body', a.answer_body)
      FROM attempts a WHERE a.company_id = p_company AND a.document_id = r.document_id
      ORDER BY a.outcome = 'stamped' DESC, a.attempt DESC LIMIT 1) END)
  FROM document_records r
  WHERE r.company_id = p_company AND r.document_id = (SELECT coalesce(
    (SELECT i.document_id FROM documents i WHERE i.company_id = p_company AND i.document_id = p_id),
    (SELECT x.document_id FROM documents x WHERE x.company_id = p_company AND x.external_ref = p_reference))));
END
$$;
GRANT EXECUTE ON FUNCTION document_view TO sello_service, sello_phases;
