-- Up Migration

-- Where a company wants to be told of documents that were rejected; null for one that does not ask for it.
ALTER TABLE companies
  ADD COLUMN rejections_email text GENERATED ALWAYS AS (profile #>> '{delivery,rejections_email}') STORED;

-- rejected: tells the issuer, and nobody else, why the document was rejected. The kinds of before are among these, so no
-- message is read again for it.
ALTER TABLE deliveries DROP CONSTRAINT deliveries_kind_check;
ALTER TABLE deliveries
  ADD CONSTRAINT deliveries_kind_check CHECK (kind IN ('contingency', 'stamped', 'rejected')) NOT VALID;

-- As before for the recipients of a document. A rejection has one message, to the address that its company has for it; each
-- rejection is told anew, and so under a Message-ID of its own, in place of one that still waits.
CREATE OR REPLACE FUNCTION queue_messages(p_company uuid, p_document uuid, p_kind text) RETURNS void
  LANGUAGE plpgsql
  AS $$
  BEGIN
    IF p_kind = 'rejected' THEN
      WITH wanted AS (
        SELECT c.rejections_email AS address, d.environment
        FROM companies c JOIN documents d ON d.company_id = c.company_id
        WHERE c.company_id = p_company AND d.document_id = p_document AND c.rejections_email IS NOT NULL
      ), withdrawn AS (
        UPDATE deliveries SET state = 'withdrawn', next_attempt_at = NULL
        WHERE company_id = p_company AND document_id = p_document AND next_attempt_at IS NOT NULL
          AND (kind <> p_kind OR address NOT IN (SELECT address FROM wanted))
      )
      INSERT INTO deliveries AS o (company_id, document_id, kind, address, environment, state, message_id, next_attempt_at)
      SELECT p_company, p_document, p_kind, address, environment, 'queued',
        '<' || encode(sha256(convert_to(concat_ws(' ', p_company::text, p_document::text, p_kind, address,
                                                  clock_timestamp()::text), 'UTF8')), 'hex') || '@dte.sello>',
        clock_timestamp()
      FROM wanted
      ON CONFLICT (company_id, document_id, kind, address)
      DO UPDATE SET state = 'queued', message_id = excluded.message_id, queued_at = clock_timestamp(), tries = 0,
        next_attempt_at = excluded.next_attempt_at, sent_at = NULL, last_error = NULL;
      RETURN;
    END IF;
    WITH wanted AS (
      SELECT DISTINCT ON (lower(address)) address, d.environment
      FROM documents d, unnest(ARRAY[recipient_email(d.draft), d.redirect_email]) AS address
      WHERE d.company_id = p_company AND d.document_id = p_document AND char_length(address) BETWEEN 1 AND 100
      ORDER BY lower(address), address
    ), withdrawn AS (
      UPDATE deliveries SET state = 'withdrawn', next_attempt_at = NULL
      WHERE company_id = p_company AND document_id = p_document AND next_attempt_at IS NOT NULL
        AND (kind IS DISTINCT FROM p_kind OR address NOT IN (SELECT address FROM wanted))
    )
    INSERT INTO deliveries AS o (company_id, document_id, kind, address, environment, state, message_id, next_attempt_at)
    SELECT p_company, p_document, p_kind, address, environment, 'queued',
      '<' || encode(sha256(convert_to(concat_ws(' ', p_company::text, p_document::text, p_kind, address), 'UTF8')), 'hex')
          || '@dte.sello>',
      clock_timestamp()
    FROM wanted WHERE p_kind IS NOT NULL
    ON CONFLICT (company_id, document_id, kind, address)
    DO UPDATE SET state = 'queued', queued_at = clock_timestamp(), next_attempt_at = clock_timestamp()
    WHERE o.state = 'withdrawn';
  END $$;

-- As before; what is told to the issuer is no delivery of the document.
CREATE OR REPLACE FUNCTION document_view(p_company uuid, p_id uuid, p_reference text, p_bytes boolean) RETURNS json
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
  END $$;
