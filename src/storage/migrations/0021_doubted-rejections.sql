-- Up Migration

-- A rejection that is not known to hold, with the answer it came in, until the authority has been asked after the
-- quarantine (src/core/submitting/doubt.ts).
ALTER TABLE documents ADD COLUMN doubt jsonb;

-- `first_sent_at`: an adopted seal belongs to the version of the bytes that had left when it was given.
-- `earlier_sent_at`: the sending before the last one, which stays unanswered where the last one is answered.
-- `former`: the payload of these bytes, kept when another one takes its place in the document's row.
ALTER TABLE attempts ADD COLUMN first_sent_at timestamptz, ADD COLUMN earlier_sent_at timestamptz,
  ADD COLUMN former jsonb;
ALTER TABLE attempts ALTER COLUMN first_sent_at SET DEFAULT clock_timestamp();

-- The bytes of an attempt never change. One that is stamped is closed for good; a rejected one can only prove to be
-- stamped after all, by a copy that was judged otherwise.
CREATE OR REPLACE FUNCTION keep_attempt() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.company_id, NEW.document_id, NEW.attempt, NEW.generation_code, NEW.payload_hash, NEW.jws, NEW.jws_sha256)
     IS DISTINCT FROM
     (OLD.company_id, OLD.document_id, OLD.attempt, OLD.generation_code, OLD.payload_hash, OLD.jws, OLD.jws_sha256)
     OR OLD.outcome = 'stamped'
     OR OLD.outcome = 'rejected' AND NEW.outcome <> 'stamped'
        AND (NEW.outcome, NEW.sends, NEW.last_sent_at, NEW.settled_at, NEW.answer_status, NEW.answer_body)
            IS DISTINCT FROM
            (OLD.outcome, OLD.sends, OLD.last_sent_at, OLD.settled_at, OLD.answer_status, OLD.answer_body)
  THEN
    RAISE EXCEPTION 'attempt % of document % cannot change', OLD.attempt, OLD.document_id USING ERRCODE = 'SE003';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION keep_former_payload() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE attempts SET former = jsonb_build_object('draft', OLD.draft, 'summary', OLD.summary,
      'generation', OLD.generation, 'payload_hash', OLD.payload_hash, 'adjust_mode', OLD.adjust_mode,
      'adjusted_gross', OLD.adjusted_gross, 'adjusted_net', OLD.adjusted_net, 'adjusted_sales', OLD.adjusted_sales)
    WHERE company_id = OLD.company_id AND document_id = OLD.document_id AND payload_hash = OLD.payload_hash
      AND former IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER keep_former_payload AFTER UPDATE OF payload_hash ON documents
  FOR EACH ROW WHEN (OLD.payload_hash <> NEW.payload_hash) EXECUTE FUNCTION keep_former_payload();

-- A document as status and lists show it: a rejection is told when it comes, whatever may be in doubt about it.
CREATE OR REPLACE VIEW document_records WITH (security_invoker = true) AS
  SELECT company_id, document_id, external_ref, doc_type, environment, control_number, establishment, point_of_sale,
    (extract(epoch FROM posted_at) * 1000)::float8 AS posted_ms,
    CASE WHEN doubt ->> 'about' = 'copy' THEN 'rejected' ELSE state END AS state, generation, generation_code, summary,
    payload_hash, wanted IS NOT NULL AS has_wanted, reception_stamp, message_code, message, observations, adjusts
  FROM documents;

-- Phase 4: verdicts, each under the lease it was earned with, together with everything that follows from it. Answers what
-- became of those that were still held, and of a note how its CCF stands now. A stamp is on record with its attempt; a
-- rejection, which a retry overwrites, and the first of several silences are noted as events as well. A rejection in doubt
-- leaves its attempt open; where it answers one sending among several (`answered`), that one counts no longer. A stamp on
-- an earlier version brings back what that version said.
CREATE OR REPLACE FUNCTION settle_documents(p_company uuid, p_verdicts json, p_answers text[], p_mails boolean)
  RETURNS TABLE (place integer, generation_code text, message text, has_wanted boolean, ccf_standing json)
  LANGUAGE plpgsql
  SET role = 'sello_service'
  SET search_path = public, pg_temp
  SET lock_timeout = '10s'
  SET enable_seqscan = off
  SET plan_cache_mode = force_generic_plan
  AS $$
  #variable_conflict use_column
  DECLARE
    verdict record;
    settled record;
    carrier record;
    mails boolean;
  BEGIN
    PERFORM set_config('sello.company_id', p_company::text, true);
    SELECT p_mails OR c.has_smtp INTO mails FROM companies c WHERE c.company_id = p_company;
    FOR verdict IN
      SELECT * FROM json_to_recordset(p_verdicts) AS v (place integer, long_text integer, document_id uuid, fence bigint,
        state_before text[], state text, attempt integer, outcome text, reception_stamp text,
        processed_at text, message_code text, message text, message_if_wanted text, observations jsonb,
        answer_status integer, retry_ms float8, event text, event_detail jsonb, mail_kind text, doubt jsonb,
        answered integer)
    LOOP
      SELECT a.generation_code, a.former INTO carrier FROM attempts a
        WHERE verdict.reception_stamp IS NOT NULL AND a.company_id = p_company
          AND a.document_id = verdict.document_id AND a.attempt = verdict.attempt;
      UPDATE documents d SET state = verdict.state, reception_stamp = verdict.reception_stamp,
          stamped_attempt = CASE WHEN verdict.reception_stamp IS NOT NULL THEN verdict.attempt END,
          processed_at = verdict.processed_at, message_code = verdict.message_code,
          message = CASE WHEN d.wanted IS NULL AND carrier.former IS NULL THEN verdict.message
                         ELSE coalesce(verdict.message_if_wanted, verdict.message) END,
          observations = verdict.observations,
          generation_code = coalesce(carrier.generation_code, d.generation_code),
          generation = coalesce(carrier.former ->> 'generation', d.generation),
          draft = coalesce(carrier.former ->> 'draft', d.draft),
          summary = coalesce(carrier.former -> 'summary', d.summary),
          payload_hash = coalesce(carrier.former ->> 'payload_hash', d.payload_hash),
          adjust_mode = coalesce(carrier.former ->> 'adjust_mode', d.adjust_mode),
          adjusted_gross = coalesce((carrier.former ->> 'adjusted_gross')::numeric, d.adjusted_gross),
          adjusted_net = coalesce((carrier.former ->> 'adjusted_net')::numeric, d.adjusted_net),
          adjusted_sales = CASE WHEN carrier.former IS NULL THEN d.adjusted_sales
                                ELSE nullif(carrier.former -> 'adjusted_sales', 'null') END,
          wanted = CASE WHEN verdict.attempt IS NULL AND verdict.answered IS NULL THEN d.wanted END,
          doubt = CASE WHEN verdict.attempt IS NULL THEN coalesce(verdict.doubt, d.doubt) END,
          settled_at = CASE WHEN verdict.attempt IS NULL THEN d.settled_at ELSE clock_timestamp() END,
          lease_until = NULL, takings = 0,
          tries = CASE WHEN verdict.attempt IS NULL THEN d.tries + 1 ELSE 0 END,
          next_attempt_at = statement_timestamp() + verdict.retry_ms * interval '1 ms',
          contingency_since = CASE WHEN verdict.attempt IS NULL THEN coalesce(d.contingency_since, clock_timestamp())
                                   ELSE d.contingency_since END
        WHERE d.company_id = p_company AND d.document_id = verdict.document_id AND d.fence = verdict.fence
          AND d.state = ANY (verdict.state_before)
        RETURNING d.generation_code, d.message, d.wanted IS NOT NULL AS has_wanted, d.tries, d.adjusts INTO settled;
      CONTINUE WHEN NOT FOUND;
      IF verdict.attempt IS NOT NULL THEN
        -- One version is stamped of several that may have arrived: nothing can come of the others.
        UPDATE attempts a SET settled_at = clock_timestamp(),
            outcome = CASE WHEN a.attempt = verdict.attempt THEN verdict.outcome ELSE 'rejected' END,
            answer_status = CASE WHEN a.attempt = verdict.attempt THEN verdict.answer_status ELSE a.answer_status END,
            answer_body = CASE WHEN a.attempt = verdict.attempt THEN p_answers[verdict.long_text] ELSE a.answer_body END
          WHERE a.company_id = p_company AND a.document_id = verdict.document_id
            AND (a.attempt = verdict.attempt OR verdict.reception_stamp IS NOT NULL AND a.outcome = 'unknown');
        IF NOT FOUND OR verdict.reception_stamp IS NOT NULL AND carrier.generation_code IS NULL THEN
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
        INSERT INTO audit_events (company_id, document_id, kind, detail)
          VALUES (p_company, verdict.document_id, verdict.event, verdict.event_detail);
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
    PERFORM set_config('sello.company_id', '', true);
  END $$;
