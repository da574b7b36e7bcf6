-- Phase 3 for one company that the transaction has entered: the bytes are on record as unknown, under the lease of
-- their holder, before the first of them leaves. Answers the positions of those that were still held. A call that is
-- repeated because its answer was lost finds what it recorded itself: the lease is its own, and nothing was sent
-- since.
CREATE OR REPLACE FUNCTION write_attempts(p_company uuid, p_attempts json, p_bytes text[])
  RETURNS SETOF integer
  LANGUAGE plpgsql
AS $$
DECLARE
  sent record;
  bytes text;
  hash bytea;
  leased timestamptz;
  sent_at timestamptz;
BEGIN
  FOR sent IN
    SELECT * FROM json_to_recordset(p_attempts) AS a (place integer, long_text integer, document_id uuid, fence bigint,
      lease_ms float8, state_before text[], state text, attempt integer, generation_code text, payload_hash text,
      sha256 text, formal boolean, again boolean)
  LOOP
    bytes := p_bytes[sent.long_text];
    hash := decode(sent.sha256, 'hex');
    leased := statement_timestamp() + sent.lease_ms * interval '1 ms';
    UPDATE documents d SET state = sent.state, lease_until = leased
      WHERE d.company_id = p_company AND d.document_id = sent.document_id AND d.fence = sent.fence
        AND d.state = ANY (sent.state_before);
    CONTINUE WHEN NOT FOUND;
    RETURN NEXT sent.place;
    IF sent.again THEN
      PERFORM 1 FROM attempts a WHERE a.company_id = p_company AND a.document_id = sent.document_id
        AND a.attempt = sent.attempt AND a.jws_sha256 = hash AND a.outcome = 'unknown'
        AND a.sends = 1;
      CONTINUE WHEN FOUND;
    END IF;
    sent_at := clock_timestamp();
    INSERT INTO attempts (company_id, document_id, attempt, generation_code, payload_hash, jws, jws_sha256, outcome,
        sends, formal, last_sent_at)
      VALUES (p_company, sent.document_id, sent.attempt, sent.generation_code, sent.payload_hash,
        bytes, hash, 'unknown', 1, sent.formal, sent_at);
  END LOOP;
END
$$;
GRANT EXECUTE ON FUNCTION write_attempts TO sello_service, sello_phases;
