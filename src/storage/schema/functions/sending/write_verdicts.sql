-- Phase 4 for one company that the transaction has entered: verdicts, each under the lease it was earned with,
-- together with everything that follows from it. Answers what became of those that were still held, and of a note how
-- its CCF stands now. A stamp is on record with its attempt; a rejection, which a retry overwrites, and the first of
-- several silences are noted as events as well. A rejection in doubt leaves its attempt open; where it answers one
-- sending among several (`answered`), that one counts no longer. A stamp on an earlier version brings back what that
-- version said.
CREATE OR REPLACE FUNCTION write_verdicts(p_company uuid, p_verdicts json, p_answers text[], p_mails boolean)
  RETURNS TABLE (place integer, generation_code text, message text, has_wanted boolean, ccf_standing json)
  LANGUAGE plpgsql
AS $$
#variable_conflict use_column
DECLARE
  verdict record;
  settled record;
  carried_code text;
  carried jsonb;
  answer text;
  retry_at timestamptz;
  mails boolean := p_mails;
  now_at CONSTANT timestamptz := statement_timestamp();
BEGIN
  IF NOT mails THEN
    SELECT c.has_smtp INTO mails FROM companies c WHERE c.company_id = p_company;
  END IF;
  FOR verdict IN
    SELECT * FROM json_to_recordset(p_verdicts) AS v (place integer, long_text integer, document_id uuid, fence bigint,
      state_before text[], state text, attempt integer, outcome text, reception_stamp text,
      processed_at text, message_code text, message text, message_if_wanted text, observations jsonb,
      answer_status integer, retry_ms float8, event text, event_detail jsonb, mail_kind text, doubt jsonb,
      answered integer)
  LOOP
    carried_code := NULL;
    carried := NULL;
    answer := p_answers[verdict.long_text];
    retry_at := now_at + verdict.retry_ms * interval '1 ms';
    IF verdict.reception_stamp IS NOT NULL THEN
      SELECT a.generation_code, a.former INTO carried_code, carried FROM attempts a
        WHERE a.company_id = p_company AND a.document_id = verdict.document_id AND a.attempt = verdict.attempt;
    END IF;
    UPDATE documents d SET state = verdict.state, reception_stamp = verdict.reception_stamp,
        stamped_attempt = CASE WHEN verdict.reception_stamp IS NOT NULL THEN verdict.attempt END,
        processed_at = verdict.processed_at, message_code = verdict.message_code,
        message = CASE WHEN d.wanted IS NULL AND carried IS NULL THEN verdict.message
                       ELSE coalesce(verdict.message_if_wanted, verdict.message) END,
        observations = verdict.observations,
        generation_code = coalesce(carried_code, d.generation_code),
        generation = coalesce(carried ->> 'generation', d.generation),
        draft = coalesce(carried ->> 'draft', d.draft),
        summary = coalesce(carried -> 'summary', d.summary),
        payload_hash = coalesce(carried ->> 'payload_hash', d.payload_hash),
        adjust_mode = coalesce(carried ->> 'adjust_mode', d.adjust_mode),
        adjusted_gross = coalesce((carried ->> 'adjusted_gross')::numeric, d.adjusted_gross),
        adjusted_net = coalesce((carried ->> 'adjusted_net')::numeric, d.adjusted_net),
        adjusted_sales = CASE WHEN carried IS NULL THEN d.adjusted_sales
                              ELSE nullif(carried -> 'adjusted_sales', 'null') END,
        wanted = CASE WHEN verdict.attempt IS NULL AND verdict.answered IS NULL THEN d.wanted END,
        doubt = CASE WHEN verdict.attempt IS NULL THEN coalesce(verdict.doubt, d.doubt) END,
        settled_at = CASE WHEN verdict.attempt IS NULL THEN d.settled_at ELSE now_at END,
        lease_until = NULL, takings = 0,
        tries = CASE WHEN verdict.attempt IS NULL THEN d.tries + 1 ELSE 0 END,
        next_attempt_at = retry_at,
        contingency_since = CASE WHEN verdict.attempt IS NULL THEN coalesce(d.contingency_since, now_at)
                                 ELSE d.contingency_since END
      WHERE d.company_id = p_company AND d.document_id = verdict.document_id AND d.fence = verdict.fence
        AND d.state = ANY (verdict.state_before)
      RETURNING d.generation_code, d.message, d.wanted IS NOT NULL AS has_wanted, d.tries, d.adjusts INTO settled;
    CONTINUE WHEN NOT FOUND;
    IF verdict.attempt IS NOT NULL THEN
      -- One version is stamped of several that may have arrived: nothing can come of the others.
      UPDATE attempts a SET settled_at = now_at,
          outcome = CASE WHEN a.attempt = verdict.attempt THEN verdict.outcome ELSE 'rejected' END,
          answer_status = CASE WHEN a.attempt = verdict.attempt THEN verdict.answer_status ELSE a.answer_status END,
          answer_body = CASE WHEN a.attempt = verdict.attempt THEN answer ELSE a.answer_body END
        WHERE a.company_id = p_company AND a.document_id = verdict.document_id
          AND (a.attempt = verdict.attempt OR verdict.reception_stamp IS NOT NULL AND a.outcome = 'unknown');
      IF NOT FOUND OR verdict.reception_stamp IS NOT NULL AND carried_code IS NULL THEN
        RAISE EXCEPTION 'attempt % of document % is missing', verdict.attempt, verdict.document_id;
      END IF;
    END IF;
    IF verdict.answered IS NOT NULL THEN
      UPDATE attempts a SET sends = a.sends - 1, last_sent_at = coalesce(a.earlier_sent_at, a.last_sent_at)
        WHERE a.company_id = p_company AND a.document_id = verdict.document_id AND a.attempt = verdict.answered
          AND a.outcome = 'unknown';
      IF NOT FOUND THEN
        RAISE EXCEPTION 'attempt % of document % is not open', verdict.answered, verdict.document_id;
      END IF;
    END IF;
    IF verdict.event IS NOT NULL
      AND (verdict.attempt IS NOT NULL OR verdict.doubt IS NOT NULL OR settled.tries = 1) THEN
      PERFORM note_event(p_company, verdict.document_id, verdict.event, verdict.event_detail);
    END IF;
    IF mails THEN
      PERFORM queue_messages(p_company, verdict.document_id, verdict.mail_kind);
    END IF;
    place := verdict.place;
    generation_code := settled.generation_code;
    message := settled.message;
    has_wanted := settled.has_wanted;
    ccf_standing := CASE WHEN settled.adjusts IS NOT NULL THEN document_standing(p_company, settled.adjusts) END;
    RETURN NEXT;
  END LOOP;
END
$$;
GRANT EXECUTE ON FUNCTION write_verdicts TO sello_service, sello_phases;
