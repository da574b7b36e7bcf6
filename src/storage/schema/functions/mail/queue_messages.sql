-- Queues the messages of a verdict, one for each address that the document names now, and withdraws those that wait
-- in vain: to other addresses, or of a state that is over. What was queued or sent before stays as it is. A rejection
-- has one message, to the address that its company has for it; each rejection is mailed anew, and so under a
-- Message-ID of its own, in place of one that still waits. Only what is queued has a next time; named by its state,
-- it would be looked for among all that the company has queued.
CREATE OR REPLACE FUNCTION queue_messages(p_company uuid, p_document uuid, p_kind text)
  RETURNS void
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
    DO UPDATE SET state = 'queued', message_id = excluded.message_id, queued_at = excluded.queued_at, tries = 0,
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
  DO UPDATE SET state = 'queued', queued_at = excluded.queued_at, next_attempt_at = excluded.next_attempt_at
  WHERE o.state = 'withdrawn';
END
$$;
GRANT EXECUTE ON FUNCTION queue_messages TO sello_service, sello_phases;
