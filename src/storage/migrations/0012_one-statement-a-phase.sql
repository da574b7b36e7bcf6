-- Up Migration

-- Each phase of a document is one call of a function that takes the company first: one round trip and one transaction,
-- shared by the documents that wait at the same moment. A function names the role it acts as, and sets its company for
-- itself and takes it back, so that a call leaves nothing on its connection or to whatever follows it in a transaction,
-- and row-level security holds inside it as everywhere else. (A SET in the definition would restore the company by
-- itself, but only a superuser may name a setting of ours there.)
-- It decides nothing that core decides: states come from the state table as parameters.

-- A change of state leaves the text of a document where it is: outside the row, which is then narrow, and has room on
-- its page for the next version of itself.
ALTER TABLE documents SET (toast_tuple_target = 1024, fillfactor = 75);
ALTER TABLE attempts SET (toast_tuple_target = 512, fillfactor = 85);
-- Faster than PostgreSQL's own compression, where the server was built with it.
DO $$
BEGIN
  ALTER TABLE documents ALTER COLUMN draft SET COMPRESSION lz4;
  ALTER TABLE attempts ALTER COLUMN jws SET COMPRESSION lz4;
EXCEPTION WHEN feature_not_supported OR invalid_parameter_value THEN NULL;
END $$;

-- What a row must be like is looked at by its trigger. As constraints these conditions were read from the catalogs
-- anew by every statement, which took longer than the statement.
DO $$
DECLARE
  one record;
BEGIN
  FOR one IN SELECT conrelid::regclass AS relation, conname FROM pg_constraint
             WHERE contype = 'c' AND conrelid IN ('documents'::regclass, 'attempts'::regclass)
  LOOP
    EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', one.relation, one.conname);
  END LOOP;
END $$;

CREATE FUNCTION check_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF char_length(NEW.external_ref) NOT BETWEEN 1 AND 100
     OR NEW.doc_type NOT IN ('01', '03', '05', '11', '14')
     OR NEW.environment NOT IN ('00', '01')
     OR char_length(NEW.control_number) <> 31
     OR NEW.state NOT IN ('claimed', 'in_flight', 'contingency', 'rejected', 'stamped')
     OR NEW.generation NOT IN ('v1', 'v2')
     OR NEW.generation_code !~ '^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$'
     OR NEW.reception_stamp !~ '^[A-Z0-9]{40}$'
     OR (NEW.state = 'stamped') <> (NEW.reception_stamp IS NOT NULL AND NEW.stamped_attempt IS NOT NULL)
     OR NEW.contingency_type NOT BETWEEN 1 AND 5
     OR (NEW.doc_type = '05') <> (NEW.adjusts IS NOT NULL)
     OR NEW.adjust_mode NOT IN ('full', 'lines', 'clone', 'automatic')
     OR NEW.adjusted_gross <= 0
     OR NEW.adjusted_net < 0
     OR NEW.adjusts IS NOT NULL AND (NEW.adjust_mode IS NULL OR NEW.adjusted_gross IS NULL OR NEW.adjusted_net IS NULL)
  THEN
    RAISE EXCEPTION 'document % is not sound', NEW.document_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

-- What was numbered keeps its identity, what was stamped keeps everything but its lease, what a document declares of
-- its contingency changes only with the code that makes it another document for the authority, and a note keeps its CCF.
CREATE FUNCTION keep_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.company_id, NEW.document_id, NEW.external_ref, NEW.doc_type, NEW.environment, NEW.control_number,
      NEW.fiscal_year, NEW.establishment, NEW.point_of_sale, NEW.posted_at)
     IS DISTINCT FROM
     (OLD.company_id, OLD.document_id, OLD.external_ref, OLD.doc_type, OLD.environment, OLD.control_number,
      OLD.fiscal_year, OLD.establishment, OLD.point_of_sale, OLD.posted_at)
  THEN
    RAISE EXCEPTION 'the identity of document % cannot change', OLD.document_id USING ERRCODE = 'SE001';
  END IF;
  IF NEW.adjusts IS DISTINCT FROM OLD.adjusts THEN
    RAISE EXCEPTION 'what note % adjusts cannot change', OLD.document_id USING ERRCODE = 'SE006';
  END IF;
  IF OLD.contingency_type IS NOT NULL AND NEW.generation_code = OLD.generation_code AND
     (NEW.contingency_type, NEW.contingency_reason) IS DISTINCT FROM (OLD.contingency_type, OLD.contingency_reason)
  THEN
    RAISE EXCEPTION 'the contingency of document % cannot change', OLD.document_id USING ERRCODE = 'SE004';
  END IF;
  IF OLD.state = 'stamped' THEN
    IF (NEW.state, NEW.generation, NEW.generation_code, NEW.draft, NEW.summary, NEW.payload_hash, NEW.wanted,
        NEW.reception_stamp, NEW.stamped_attempt, NEW.processed_at, NEW.message_code, NEW.message, NEW.observations,
        NEW.settled_at)
       IS DISTINCT FROM
       (OLD.state, OLD.generation, OLD.generation_code, OLD.draft, OLD.summary, OLD.payload_hash, OLD.wanted,
        OLD.reception_stamp, OLD.stamped_attempt, OLD.processed_at, OLD.message_code, OLD.message, OLD.observations,
        OLD.settled_at)
    THEN
      RAISE EXCEPTION 'document % is stamped and cannot change', OLD.document_id USING ERRCODE = 'SE002';
    END IF;
    IF (NEW.adjust_mode, NEW.adjusted_gross, NEW.adjusted_net, NEW.adjusted_sales)
       IS DISTINCT FROM (OLD.adjust_mode, OLD.adjusted_gross, OLD.adjusted_net, OLD.adjusted_sales)
    THEN
      RAISE EXCEPTION 'what note % adjusts cannot change', OLD.document_id USING ERRCODE = 'SE006';
    END IF;
  END IF;
  RETURN NEW;
END $$;
DROP TRIGGER keep_issued_document ON documents;
DROP TRIGGER keep_contingency ON documents;
DROP TRIGGER keep_adjusted_document ON documents;
DROP FUNCTION keep_issued_document, keep_contingency, keep_adjusted_document;
CREATE TRIGGER check_document BEFORE INSERT OR UPDATE ON documents FOR EACH ROW EXECUTE FUNCTION check_document();
CREATE TRIGGER keep_document BEFORE UPDATE ON documents FOR EACH ROW EXECUTE FUNCTION keep_document();

CREATE FUNCTION check_attempt() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.outcome NOT IN ('unknown', 'stamped', 'rejected', 'not_delivered', 'absent') THEN
    RAISE EXCEPTION 'attempt % of document % is not sound', NEW.attempt, NEW.document_id
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER check_attempt BEFORE INSERT OR UPDATE ON attempts FOR EACH ROW EXECUTE FUNCTION check_attempt();

-- What a note takes in each class of sale: with VAT as its summary prints it, and without by its lines. Rows that an
-- earlier version wrote have none, and are read from the note itself.
ALTER TABLE documents ADD COLUMN adjusted_sales jsonb;

CREATE FUNCTION note_sales(p_draft text) RETURNS jsonb
  LANGUAGE sql IMMUTABLE
  AS $$
    SELECT jsonb_build_object(
      'taxed', jsonb_build_object(
        'gross', (total ->> 'montoTotalOperacion')::numeric - (total ->> 'totalExenta')::numeric
                 - (total ->> 'totalNoSuj')::numeric || '',
        'net', sum((line ->> 'ventaGravada')::numeric) || ''),
      'exempt', jsonb_build_object(
        'gross', total ->> 'totalExenta', 'net', sum((line ->> 'ventaExenta')::numeric) || ''),
      'non_subject', jsonb_build_object(
        'gross', total ->> 'totalNoSuj', 'net', sum((line ->> 'ventaNoSuj')::numeric) || ''))
    FROM (SELECT p_draft::jsonb -> 'resumen' AS total, p_draft::jsonb -> 'cuerpoDocumento' AS lines) AS note,
      jsonb_array_elements(lines) AS line
    GROUP BY total
  $$;

-- What has been done to a document, with its notes in the order in which they began to take what they take.
CREATE FUNCTION document_standing(p_company uuid, p_document uuid) RETURNS json
  LANGUAGE plpgsql STABLE
  AS $$
  BEGIN
    RETURN json_build_object(
      'invalidation', (SELECT i.state FROM invalidations i WHERE i.company_id = p_company AND i.document_id = p_document),
      'notes', (SELECT coalesce(json_agg(json_build_object(
           'document_id', n.document_id, 'adjust_mode', n.adjust_mode, 'state', n.state,
           'adjusted_sales', coalesce(n.adjusted_sales, note_sales(n.draft)),
           'wanted_sales', coalesce(n.wanted -> 'adjusted_sales', note_sales(n.wanted ->> 'draft')),
           'invalidation', i.state) ORDER BY coalesce(n.adjusts_since, n.posted_at), n.document_id), '[]'::json)
         FROM documents n LEFT JOIN invalidations i ON i.company_id = n.company_id AND i.document_id = n.document_id
         WHERE n.company_id = p_company AND n.adjusts = p_document));
  END $$;

-- Phase 1 for references that may be new: numbers and inserts each, or tells what exists under its reference. The draft of
-- a claim is the element of p_drafts that it names. A note is inserted only while its CCF stands as p_claims say that it
-- was seen; nobody changes that while the lock of the CCF's row is held.
CREATE FUNCTION claim_documents(p_company uuid, p_claims json, p_drafts text[])
  RETURNS TABLE (place integer, correlative bigint, existing_id uuid, existing_state text, existing_type text)
  LANGUAGE plpgsql
  SET role = 'sello_service'
  SET search_path = public, pg_temp
  SET lock_timeout = '10s'
  SET enable_seqscan = off
  SET plan_cache_mode = force_generic_plan
  AS $$
  DECLARE
    claim record;
  BEGIN
    PERFORM set_config('sello.company_id', p_company::text, true);
    FOR claim IN
      SELECT * FROM json_to_recordset(p_claims) AS c (place integer, long_text integer, document_id uuid, external_ref text,
        doc_type text, environment text, number_prefix text, fiscal_year integer, scope text, establishment text,
        point_of_sale text, posted_ms float8, state text, generation text, generation_code text, summary jsonb,
        payload_hash text, lease_ms float8, adjusts uuid, adjust_mode text, adjusted_gross numeric,
        adjusted_net numeric, adjusted_sales jsonb, ccf_standing text, redirect_email text, redirect_whatsapp text)
    LOOP
      place := claim.place;
      correlative := NULL;
      IF claim.ccf_standing IS NOT NULL THEN
        PERFORM 1 FROM documents d WHERE d.company_id = p_company AND d.document_id = claim.adjusts FOR UPDATE;
      END IF;
      SELECT d.document_id, d.state, d.doc_type INTO existing_id, existing_state, existing_type
        FROM documents d WHERE d.company_id = p_company AND d.external_ref = claim.external_ref;
      IF NOT FOUND AND (claim.ccf_standing IS NULL
                        OR claim.ccf_standing = md5(document_standing(p_company, claim.adjusts)::text))
      THEN
        -- Scopes that contain one another share control numbers, and both have counters only where the company's series
        -- mode changed during the year: then the numbers go on after the highest of either.
        UPDATE series s SET last_number = 1 + greatest(s.last_number, (
            SELECT max(o.last_number) FROM series o
            WHERE o.company_id = p_company AND o.environment = claim.environment AND o.fiscal_year = claim.fiscal_year
              AND o.scope <> claim.scope
              AND (starts_with(o.scope, claim.scope) OR starts_with(claim.scope, o.scope))))
          WHERE s.company_id = p_company AND s.environment = claim.environment AND s.fiscal_year = claim.fiscal_year
            AND s.scope = claim.scope
          RETURNING s.last_number INTO correlative;
        IF NOT FOUND THEN
          INSERT INTO series AS s (company_id, environment, fiscal_year, scope, last_number)
            SELECT p_company, claim.environment, claim.fiscal_year, claim.scope, coalesce(max(o.last_number), 0) + 1
            FROM series o
            WHERE o.company_id = p_company AND o.environment = claim.environment AND o.fiscal_year = claim.fiscal_year
              AND (starts_with(o.scope, claim.scope) OR starts_with(claim.scope, o.scope))
            ON CONFLICT (company_id, environment, fiscal_year, scope)
            DO UPDATE SET last_number = greatest(s.last_number, excluded.last_number - 1) + 1
            RETURNING s.last_number INTO correlative;
        END IF;
        INSERT INTO documents (company_id, document_id, external_ref, doc_type, environment, control_number,
            fiscal_year, establishment, point_of_sale, posted_at, state, generation, generation_code, draft, summary,
            payload_hash, lease_until, next_attempt_at, lease_holder, fence, adjusts, adjust_mode, adjusted_gross,
            adjusted_net, adjusted_sales, redirect_email, redirect_whatsapp)
          VALUES (p_company, claim.document_id, claim.external_ref, claim.doc_type, claim.environment,
            claim.number_prefix || lpad(correlative::text, 15, '0'), claim.fiscal_year, claim.establishment,
            claim.point_of_sale, to_timestamp(claim.posted_ms / 1000), claim.state, claim.generation,
            claim.generation_code, p_drafts[claim.long_text], claim.summary, claim.payload_hash,
            statement_timestamp() + claim.lease_ms * interval '1 ms',
            statement_timestamp() + claim.lease_ms * interval '1 ms', claim.document_id, 1, claim.adjusts,
            claim.adjust_mode, claim.adjusted_gross, claim.adjusted_net, claim.adjusted_sales, claim.redirect_email,
            claim.redirect_whatsapp);
      END IF;
      RETURN NEXT;
    END LOOP;
    PERFORM set_config('sello.company_id', '', true);
  END $$;

-- Phase 3: the bytes are on record as unknown, under the lease of their holder, before the first of them leaves. Answers
-- the places of those that were still held. A call that is made again because nobody heard how it ended finds what it
-- recorded itself: the lease is its own, and nothing was sent since.
CREATE FUNCTION record_attempts(p_company uuid, p_attempts json, p_bytes text[])
  RETURNS SETOF integer
  LANGUAGE plpgsql
  SET role = 'sello_service'
  SET search_path = public, pg_temp
  SET lock_timeout = '10s'
  SET enable_seqscan = off
  SET plan_cache_mode = force_generic_plan
  AS $$
  DECLARE
    sent record;
  BEGIN
    PERFORM set_config('sello.company_id', p_company::text, true);
    FOR sent IN
      SELECT * FROM json_to_recordset(p_attempts) AS a (place integer, long_text integer, document_id uuid, fence bigint,
        lease_ms float8, state_before text[], state text, attempt integer, generation_code text, payload_hash text,
        sha256 text, formal boolean, again boolean)
    LOOP
      UPDATE documents d SET state = sent.state, lease_until = statement_timestamp() + sent.lease_ms * interval '1 ms'
        WHERE d.company_id = p_company AND d.document_id = sent.document_id AND d.fence = sent.fence
          AND d.state = ANY (sent.state_before);
      CONTINUE WHEN NOT FOUND;
      RETURN NEXT sent.place;
      IF sent.again THEN
        PERFORM 1 FROM attempts a WHERE a.company_id = p_company AND a.document_id = sent.document_id
          AND a.attempt = sent.attempt AND a.jws_sha256 = decode(sent.sha256, 'hex') AND a.outcome = 'unknown'
          AND a.sends = 1;
        CONTINUE WHEN FOUND;
      END IF;
      INSERT INTO attempts (company_id, document_id, attempt, generation_code, payload_hash, jws, jws_sha256, outcome,
          sends, formal, last_sent_at)
        VALUES (p_company, sent.document_id, sent.attempt, sent.generation_code, sent.payload_hash,
          p_bytes[sent.long_text], decode(sent.sha256, 'hex'), 'unknown', 1, sent.formal, clock_timestamp());
    END LOOP;
    PERFORM set_config('sello.company_id', '', true);
  END $$;

-- Queues the messages of a verdict, one for each address that the document names now, and withdraws those that wait in
-- vain: to other addresses, or of a state that is over. What was queued or sent before stays as it is. (Only what is
-- queued has a next time; named by its state, it would be looked for among all that the company has queued.)
CREATE FUNCTION queue_messages(p_company uuid, p_document uuid, p_kind text) RETURNS void
  LANGUAGE plpgsql
  AS $$
  BEGIN
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

-- Phase 4: verdicts, each under the lease it was earned with, together with everything that follows from it. Answers what
-- became of those that were still held, and of a note how its CCF stands now. A stamp is on record with its attempt; a
-- rejection, which a retry overwrites, and the first of several silences are noted as events as well.
CREATE FUNCTION settle_documents(p_company uuid, p_verdicts json, p_answers text[], p_mails boolean)
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
    mails boolean;
  BEGIN
    PERFORM set_config('sello.company_id', p_company::text, true);
    SELECT p_mails OR c.has_smtp INTO mails FROM companies c WHERE c.company_id = p_company;
    FOR verdict IN
      SELECT * FROM json_to_recordset(p_verdicts) AS v (place integer, long_text integer, document_id uuid, fence bigint,
        state_before text[], state text, attempt integer, outcome text, reception_stamp text,
        processed_at text, message_code text, message text, message_if_wanted text, observations jsonb,
        answer_status integer, retry_ms float8, event text, event_detail jsonb, mail_kind text)
    LOOP
      UPDATE documents d SET state = verdict.state, reception_stamp = verdict.reception_stamp,
          stamped_attempt = CASE WHEN verdict.reception_stamp IS NOT NULL THEN verdict.attempt END,
          processed_at = verdict.processed_at, message_code = verdict.message_code,
          message = CASE WHEN d.wanted IS NULL THEN verdict.message
                         ELSE coalesce(verdict.message_if_wanted, verdict.message) END,
          observations = verdict.observations,
          generation_code = CASE WHEN verdict.reception_stamp IS NULL THEN d.generation_code ELSE coalesce((
              SELECT a.generation_code FROM attempts a WHERE a.company_id = p_company
                AND a.document_id = verdict.document_id AND a.attempt = verdict.attempt), d.generation_code) END,
          wanted = CASE WHEN verdict.attempt IS NULL THEN d.wanted END,
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
        UPDATE attempts a SET outcome = verdict.outcome, settled_at = clock_timestamp(),
            answer_status = verdict.answer_status, answer_body = p_answers[verdict.long_text]
          WHERE a.company_id = p_company AND a.document_id = verdict.document_id AND a.attempt = verdict.attempt;
        IF NOT FOUND THEN
          RAISE EXCEPTION 'attempt % of document % is missing', verdict.attempt, verdict.document_id;
        END IF;
      END IF;
      IF verdict.event IS NOT NULL AND (verdict.attempt IS NOT NULL OR settled.tries = 1) THEN
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

REVOKE ALL ON FUNCTION claim_documents, record_attempts, settle_documents, queue_messages, document_standing, note_sales
  FROM PUBLIC;
GRANT EXECUTE ON FUNCTION claim_documents, record_attempts, settle_documents, queue_messages, document_standing, note_sales
  TO sello_service;
