-- Up Migration

-- A phase of documents of many companies is one call, whose first argument is one of the companies: where tables are spread
-- over several servers, the call goes to that company's server and does everything there (decision 48).

-- As whom these calls act. They prove the pass of each company once, before its first row, so that the wall asks only whose
-- turn it is. Nobody logs in as this role, and only the functions below act as it.
DO $$
BEGIN
  CREATE ROLE sello_phases NOLOGIN NOBYPASSRLS;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END $$;
GRANT sello_phases TO CURRENT_USER;
GRANT SELECT ON companies, invalidations TO sello_phases;
GRANT SELECT (sha256) ON passes TO sello_phases;
GRANT SELECT, INSERT, UPDATE ON series, documents, attempts, deliveries TO sello_phases;
GRANT INSERT ON audit_events TO sello_phases;
-- What the triggers of these tables write.
GRANT INSERT ON archive_queue TO sello_phases;
GRANT INSERT (company_id, environment, fiscal_year, control_number, document_id, replaced_by, because)
  ON given_up_numbers TO sello_phases;
GRANT SELECT, INSERT, UPDATE, DELETE ON search_progress, document_search, document_postings, day_sums TO sello_phases;
GRANT USAGE ON SEQUENCE day_sum_parts TO sello_phases;
CREATE POLICY hashes_for_phases ON passes TO sello_phases USING (true);
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['companies', 'invalidations', 'series', 'documents', 'attempts', 'deliveries', 'audit_events',
    'archive_queue', 'given_up_numbers', 'search_progress', 'document_search', 'document_postings', 'day_sums']
  LOOP
    EXECUTE format($wall$CREATE POLICY turn ON %I TO sello_phases
      USING (company_id = nullif(current_setting('sello.company_id', true), '')::uuid)$wall$, name);
  END LOOP;
END $$;

-- Series whose scopes contain one another share control numbers, and both have counters only where the company's series mode
-- changed during the year: then the numbers go on after the highest of either. All others take the next number by their key.
ALTER TABLE series ADD COLUMN shares_numbers boolean NOT NULL DEFAULT false;
UPDATE series s SET shares_numbers = true WHERE EXISTS (
  SELECT 1 FROM series o WHERE o.company_id = s.company_id AND o.environment = s.environment AND o.fiscal_year = s.fiscal_year
    AND o.scope <> s.scope AND (starts_with(o.scope, s.scope) OR starts_with(s.scope, o.scope)));

CREATE FUNCTION next_number(p_company uuid, p_environment text, p_year integer, p_scope text, p_given bigint) RETURNS bigint
  LANGUAGE plpgsql
  AS $$
  DECLARE
    number bigint;
    furthest bigint;
    shares boolean;
  BEGIN
    UPDATE series s SET last_number = s.last_number + 1
      WHERE s.company_id = p_company AND s.environment = p_environment AND s.fiscal_year = p_year AND s.scope = p_scope
        AND NOT s.shares_numbers
      RETURNING s.last_number INTO number;
    IF FOUND THEN
      RETURN number;
    END IF;
    -- Whoever begins a series waits for whoever is at work in one that it shares numbers with.
    UPDATE series s SET shares_numbers = true
      WHERE s.company_id = p_company AND s.environment = p_environment AND s.fiscal_year = p_year AND s.scope <> p_scope
        AND (starts_with(s.scope, p_scope) OR starts_with(p_scope, s.scope)) AND NOT s.shares_numbers;
    SELECT max(s.last_number), count(*) FILTER (WHERE s.scope <> p_scope) > 0 INTO furthest, shares FROM series s
      WHERE s.company_id = p_company AND s.environment = p_environment AND s.fiscal_year = p_year
        AND (starts_with(s.scope, p_scope) OR starts_with(p_scope, s.scope));
    number := coalesce(furthest, p_given) + 1;
    INSERT INTO series AS s (company_id, environment, fiscal_year, scope, last_number, shares_numbers)
      VALUES (p_company, p_environment, p_year, p_scope, number, shares)
      ON CONFLICT (company_id, environment, fiscal_year, scope)
      DO UPDATE SET last_number = greatest(s.last_number, excluded.last_number - 1) + 1,
        shares_numbers = s.shares_numbers OR excluded.shares_numbers
      RETURNING s.last_number INTO number;
    RETURN number;
  END $$;

-- The phases themselves, for one company that the transaction has entered. As before, but for the numbers.
CREATE FUNCTION number_documents(p_company uuid, p_claims json, p_drafts text[], p_log log_standing)
  RETURNS TABLE (place integer, correlative bigint, existing_id uuid, existing_state text, existing_type text, codes_to_ask integer)
  LANGUAGE plpgsql
  AS $$
  DECLARE
    claim record;
  BEGIN
    FOR claim IN
      SELECT * FROM json_to_recordset(p_claims) AS c (place integer, long_text integer, document_id uuid, external_ref text,
        doc_type text, environment text, number_prefix text, fiscal_year integer, scope text, establishment text,
        point_of_sale text, posted_ms float8, state text, generation text, generation_code text, summary jsonb,
        payload_hash text, lease_ms float8, adjusts uuid, adjust_mode text, adjusted_gross numeric,
        adjusted_net numeric, adjusted_sales jsonb, ccf_standing text, redirect_email text, redirect_whatsapp text, income_class jsonb)
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
        IF (p_log).obstacle IS NOT NULL THEN
          PERFORM refuse_standing(p_log);
        END IF;
        codes_to_ask := (p_log).codes_to_ask;
        correlative := next_number(p_company, claim.environment, claim.fiscal_year, claim.scope, (p_log).given_number);
        INSERT INTO documents (company_id, document_id, external_ref, doc_type, environment, control_number,
            fiscal_year, establishment, point_of_sale, posted_at, state, generation, generation_code, draft, summary,
            payload_hash, lease_until, next_attempt_at, lease_holder, fence, adjusts, adjust_mode, adjusted_gross,
            adjusted_net, adjusted_sales, redirect_email, redirect_whatsapp, codes_to_ask, income_class)
          VALUES (p_company, claim.document_id, claim.external_ref, claim.doc_type, claim.environment,
            claim.number_prefix || lpad(correlative::text, 15, '0'), claim.fiscal_year, claim.establishment,
            claim.point_of_sale, to_timestamp(claim.posted_ms / 1000), claim.state, claim.generation,
            claim.generation_code, p_drafts[claim.long_text], claim.summary, claim.payload_hash,
            statement_timestamp() + claim.lease_ms * interval '1 ms',
            statement_timestamp() + claim.lease_ms * interval '1 ms', claim.document_id, 1, claim.adjusts,
            claim.adjust_mode, claim.adjusted_gross, claim.adjusted_net, claim.adjusted_sales, claim.redirect_email,
            claim.redirect_whatsapp, (p_log).codes_to_ask, claim.income_class);
      END IF;
      RETURN NEXT;
    END LOOP;
  END
  $$;

CREATE FUNCTION write_attempts(p_company uuid, p_attempts json, p_bytes text[]) RETURNS SETOF integer
  LANGUAGE plpgsql
  AS $$
  DECLARE
    sent record;
  BEGIN
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
  END
  $$;

CREATE FUNCTION write_verdicts(p_company uuid, p_verdicts json, p_answers text[], p_mails boolean)
  RETURNS TABLE (place integer, generation_code text, message text, has_wanted boolean, ccf_standing json)
  LANGUAGE plpgsql
  AS $$
  #variable_conflict use_column
  DECLARE
    verdict record;
    settled record;
    carried_code text;
    carried jsonb;
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
          next_attempt_at = statement_timestamp() + verdict.retry_ms * interval '1 ms',
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
            answer_body = CASE WHEN a.attempt = verdict.attempt THEN p_answers[verdict.long_text] ELSE a.answer_body END
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
  END
  $$;

-- The doors of nodes of the version before, and of a claim within a transaction that has entered its company.
CREATE OR REPLACE FUNCTION claim_documents(p_company uuid, p_claims json, p_drafts text[], p_log log_standing)
  RETURNS TABLE (place integer, correlative bigint, existing_id uuid, existing_state text, existing_type text, codes_to_ask integer)
  LANGUAGE plpgsql
  SET role = 'sello_service'
  SET search_path = public, pg_temp
  SET lock_timeout = '10s'
  SET enable_seqscan = off
  SET plan_cache_mode = force_generic_plan
  AS $$
  BEGIN
    PERFORM enter(p_company, NULL);
    RETURN QUERY SELECT * FROM number_documents(p_company, p_claims, p_drafts, p_log);
    PERFORM set_config('sello.company_id', '', true);
  END $$;
CREATE OR REPLACE FUNCTION record_attempts(p_company uuid, p_attempts json, p_bytes text[]) RETURNS SETOF integer
  LANGUAGE plpgsql
  SET role = 'sello_service'
  SET search_path = public, pg_temp
  SET lock_timeout = '10s'
  SET enable_seqscan = off
  SET plan_cache_mode = force_generic_plan
  AS $$
  BEGIN
    PERFORM enter(p_company, NULL);
    RETURN QUERY SELECT * FROM write_attempts(p_company, p_attempts, p_bytes);
    PERFORM set_config('sello.company_id', '', true);
  END $$;
CREATE OR REPLACE FUNCTION settle_documents(p_company uuid, p_verdicts json, p_answers text[], p_mails boolean)
  RETURNS TABLE (place integer, generation_code text, message text, has_wanted boolean, ccf_standing json)
  LANGUAGE plpgsql
  SET role = 'sello_service'
  SET search_path = public, pg_temp
  SET lock_timeout = '10s'
  SET enable_seqscan = off
  SET plan_cache_mode = force_generic_plan
  AS $$
  BEGIN
    PERFORM enter(p_company, NULL);
    RETURN QUERY SELECT * FROM write_verdicts(p_company, p_verdicts, p_answers, p_mails);
    PERFORM set_config('sello.company_id', '', true);
  END $$;

-- From here on it is the company's turn, whose pass is proven at once. What is committed behind it is on the disk, and on the
-- standby where there is one, whatever the server's default is.
CREATE FUNCTION take_turn(p_company uuid, p_pass text) RETURNS void
  LANGUAGE plpgsql
  AS $$
  BEGIN
    PERFORM set_config('synchronous_commit', 'on', true);
    PERFORM set_config('sello.company_id', p_company::text, true);
    IF NOT pg_has_role(session_user, 'sello_operator', 'MEMBER') AND NOT EXISTS (
      SELECT FROM passes p WHERE p.sha256 = sha256(convert_to(p_company || ' ' || p_pass, 'UTF8')))
    THEN
      RAISE EXCEPTION 'this is not the pass of company %', p_company USING ERRCODE = 'insufficient_privilege';
    END IF;
  END $$;

-- The doors of the phases: companies and passes go by their places, and so do the items of each.
CREATE FUNCTION claim_documents(p_anchor uuid, p_companies uuid[], p_passes text[], p_claims text[], p_drafts text[],
    p_log log_standing)
  RETURNS TABLE (place integer, correlative bigint, existing_id uuid, existing_state text, existing_type text, codes_to_ask integer)
  LANGUAGE plpgsql
  SET search_path = public, pg_temp
  SET lock_timeout = '10s'
  SET enable_seqscan = off
  SET plan_cache_mode = force_generic_plan
  AS $$
  BEGIN
    FOR turn IN 1 .. cardinality(p_companies) LOOP
      PERFORM take_turn(p_companies[turn], p_passes[turn]);
      RETURN QUERY SELECT * FROM number_documents(p_companies[turn], p_claims[turn]::json, p_drafts, p_log);
    END LOOP;
    PERFORM set_config('sello.company_id', '', true);
  END $$;
CREATE FUNCTION record_attempts(p_anchor uuid, p_companies uuid[], p_passes text[], p_attempts text[], p_bytes text[])
  RETURNS SETOF integer
  LANGUAGE plpgsql
  SET search_path = public, pg_temp
  SET lock_timeout = '10s'
  SET enable_seqscan = off
  SET plan_cache_mode = force_generic_plan
  AS $$
  BEGIN
    FOR turn IN 1 .. cardinality(p_companies) LOOP
      PERFORM take_turn(p_companies[turn], p_passes[turn]);
      RETURN QUERY SELECT * FROM write_attempts(p_companies[turn], p_attempts[turn]::json, p_bytes);
    END LOOP;
    PERFORM set_config('sello.company_id', '', true);
  END $$;
CREATE FUNCTION settle_documents(p_anchor uuid, p_companies uuid[], p_passes text[], p_verdicts text[], p_answers text[],
    p_mails boolean)
  RETURNS TABLE (place integer, generation_code text, message text, has_wanted boolean, ccf_standing json)
  LANGUAGE plpgsql
  SET search_path = public, pg_temp
  SET lock_timeout = '10s'
  SET enable_seqscan = off
  SET plan_cache_mode = force_generic_plan
  AS $$
  BEGIN
    FOR turn IN 1 .. cardinality(p_companies) LOOP
      PERFORM take_turn(p_companies[turn], p_passes[turn]);
      RETURN QUERY SELECT * FROM write_verdicts(p_companies[turn], p_verdicts[turn]::json, p_answers, p_mails);
    END LOOP;
    PERFORM set_config('sello.company_id', '', true);
  END $$;

GRANT CREATE ON SCHEMA public TO sello_phases;
DO $$
DECLARE
  door regprocedure;
BEGIN
  FOR door IN SELECT oid FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND 'p_anchor' = ANY (proargnames) LOOP
    EXECUTE format('ALTER FUNCTION %s SECURITY DEFINER', door);
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', door);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO sello_service', door);
    EXECUTE format('ALTER FUNCTION %s OWNER TO sello_phases', door);
  END LOOP;
END $$;
REVOKE CREATE ON SCHEMA public FROM sello_phases;
-- What they call, and what the triggers call, is no door: it acts as whoever calls it.
DO $$
DECLARE
  called regprocedure;
BEGIN
  FOR called IN SELECT oid FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prokind = 'f' AND NOT prosecdef
    AND proconfig IS NULL AND prorettype <> 'trigger'::regtype AND has_function_privilege('sello_service', oid, 'EXECUTE')
  LOOP
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO sello_phases', called);
  END LOOP;
END $$;
REVOKE ALL ON FUNCTION next_number, number_documents, write_attempts, write_verdicts, take_turn FROM PUBLIC;
GRANT EXECUTE ON FUNCTION next_number, number_documents, write_attempts, write_verdicts TO sello_service, sello_phases;
GRANT EXECUTE ON FUNCTION take_turn TO sello_phases;
