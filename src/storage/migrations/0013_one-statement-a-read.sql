-- Up Migration

-- A document as status and lists show it. The reader's own row-level security holds behind the view.
CREATE VIEW document_records WITH (security_invoker = true) AS
  SELECT company_id, document_id, external_ref, doc_type, environment, control_number, establishment, point_of_sale,
    (extract(epoch FROM posted_at) * 1000)::float8 AS posted_ms, state, generation, generation_code, summary,
    payload_hash, wanted IS NOT NULL AS has_wanted, reception_stamp, message_code, message, observations, adjusts
  FROM documents;
GRANT SELECT ON document_records TO sello_service, sello_operator;

-- By identifier first, then by reference, byte for byte: each look goes down one index to one row, however many documents
-- the company has and whatever the planner believes of them. (A row-security condition comes before a comparison with
-- `coalesce`, but not before one with what a subquery came to.)
CREATE FUNCTION find_document(p_company uuid, p_id uuid, p_reference text) RETURNS SETOF document_records
  LANGUAGE plpgsql
  SET role = 'sello_service'
  SET search_path = public, pg_temp
  SET plan_cache_mode = force_generic_plan
  AS $$
  BEGIN
    PERFORM set_config('sello.company_id', p_company::text, true);
    RETURN QUERY SELECT r.* FROM document_records r
      WHERE r.company_id = p_company AND r.document_id = (SELECT coalesce(
        (SELECT i.document_id FROM documents i WHERE i.company_id = p_company AND i.document_id = p_id),
        (SELECT x.document_id FROM documents x WHERE x.company_id = p_company AND x.external_ref = p_reference)));
    PERFORM set_config('sello.company_id', '', true);
  END $$;

-- A document with everything that a status shows of it, and with its signed bytes where p_bytes asks for them.
CREATE FUNCTION document_view(p_company uuid, p_id uuid, p_reference text, p_bytes boolean) RETURNS json
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
        FROM deliveries m WHERE m.company_id = p_company AND m.document_id = r.document_id AND m.state <> 'withdrawn'),
      'signed', CASE WHEN p_bytes THEN (
        SELECT json_build_object('jws', a.jws, 'status', a.answer_status, 'body', a.answer_body)
        FROM attempts a WHERE a.company_id = p_company AND a.document_id = r.document_id
        ORDER BY a.outcome = 'stamped' DESC, a.attempt DESC LIMIT 1) END)
    FROM document_records r
    WHERE r.company_id = p_company AND r.document_id = (SELECT coalesce(
      (SELECT i.document_id FROM documents i WHERE i.company_id = p_company AND i.document_id = p_id),
      (SELECT x.document_id FROM documents x WHERE x.company_id = p_company AND x.external_ref = p_reference))));
  END $$;

CREATE FUNCTION read_document(p_company uuid, p_id uuid, p_reference text, p_bytes boolean) RETURNS json
  LANGUAGE plpgsql
  SET role = 'sello_service'
  SET search_path = public, pg_temp
  SET plan_cache_mode = force_generic_plan
  AS $$
  DECLARE
    found json;
  BEGIN
    PERFORM set_config('sello.company_id', p_company::text, true);
    found := document_view(p_company, p_id, p_reference, p_bytes);
    PERFORM set_config('sello.company_id', '', true);
    RETURN found;
  END $$;

CREATE FUNCTION read_standing(p_company uuid, p_document uuid) RETURNS json
  LANGUAGE plpgsql
  SET role = 'sello_service'
  SET search_path = public, pg_temp
  SET plan_cache_mode = force_generic_plan
  AS $$
  DECLARE
    standing json;
  BEGIN
    PERFORM set_config('sello.company_id', p_company::text, true);
    standing := document_standing(p_company, p_document);
    PERFORM set_config('sello.company_id', '', true);
    RETURN standing;
  END $$;

-- What a note under this reference is made from: the document that exists under it, and the CCF of that one or else the
-- one that is named, with its signed bytes and everything that has been done to it. A claim that names the mark again
-- registers the note only while all that still stands so.
CREATE FUNCTION read_note_ground(p_company uuid, p_reference text, p_ccf_id uuid, p_ccf_reference text) RETURNS json
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
    PERFORM set_config('sello.company_id', p_company::text, true);
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
  END $$;

-- The live keys of these public ids. Row-level security shows of all keys the one that was presented.
CREATE FUNCTION look_up_keys(p_public_ids text[])
  RETURNS TABLE (public_id text, company_id uuid, key_id uuid, environment text, secret_hmac bytea)
  LANGUAGE plpgsql
  SET role = 'sello_service'
  SET search_path = public, pg_temp
  SET plan_cache_mode = force_generic_plan
  AS $$
  DECLARE
    presented text;
  BEGIN
    FOREACH presented IN ARRAY p_public_ids LOOP
      PERFORM set_config('sello.key_public_id', presented, true);
      RETURN QUERY SELECT k.public_id, k.company_id, k.key_id, k.environment, k.secret_hmac FROM api_keys k
        WHERE k.public_id = presented AND (k.revoked_at IS NULL OR k.revoked_at > clock_timestamp());
    END LOOP;
    PERFORM set_config('sello.key_public_id', '', true);
  END $$;

-- A company as a service reads it; its profile is null where the caller knows this version of it already. Only paper needs
-- the logo, which may be a thousand times the rest.
CREATE FUNCTION read_company(p_company uuid, p_known text) RETURNS TABLE (version text, profile jsonb)
  LANGUAGE plpgsql
  SET role = 'sello_service'
  SET search_path = public, pg_temp
  SET timezone = 'UTC'
  AS $$
  BEGIN
    PERFORM set_config('sello.company_id', p_company::text, true);
    RETURN QUERY SELECT c.updated_at::text,
        CASE WHEN c.updated_at::text = p_known THEN NULL ELSE c.profile #- '{branding,logo}' END
      FROM companies c WHERE c.company_id = p_company;
    PERFORM set_config('sello.company_id', '', true);
  END $$;

-- The certificate imported last for an environment.
CREATE FUNCTION certificate_in_force(p_company uuid, p_environment text)
  RETURNS TABLE (certificate_id uuid, sealed_private_key text, public_key bytea, not_before_ms float8,
    not_after_ms float8)
  LANGUAGE plpgsql
  SET role = 'sello_service'
  SET search_path = public, pg_temp
  AS $$
  BEGIN
    PERFORM set_config('sello.company_id', p_company::text, true);
    RETURN QUERY SELECT c.certificate_id, c.sealed_private_key, c.public_key,
        (extract(epoch FROM c.not_before) * 1000)::float8, (extract(epoch FROM c.not_after) * 1000)::float8
      FROM certificates c WHERE c.company_id = p_company AND c.environment = p_environment
      ORDER BY c.imported_at DESC LIMIT 1;
    PERFORM set_config('sello.company_id', '', true);
  END $$;

-- How many requests the last statement about a key has counted.
ALTER TABLE rate_windows ADD COLUMN counted integer;

-- Counts requests against both windows of their keys, as many as fit, and answers for each key how many, where it stands
-- then, its limits and the version of its company; a key that lives no longer is left out. The k-th element of p_reads
-- lists the documents that requests of the k-th key ask for in the same breath, by the turn of the request: those of the
-- requests that fit are found.
CREATE FUNCTION admit_requests(p_companies uuid[], p_keys uuid[], p_counts integer[], p_reads json)
  RETURNS TABLE (place integer, version text, per_minute integer, per_hour integer, admitted integer,
    minute_count integer, hour_count integer, minute_left_ms float8, hour_left_ms float8, found json)
  LANGUAGE plpgsql
  SET role = 'sello_service'
  SET search_path = public, pg_temp
  SET lock_timeout = '10s'
  SET timezone = 'UTC'
  SET plan_cache_mode = force_generic_plan
  AS $$
  #variable_conflict use_column
  DECLARE
    company uuid;
    key uuid;
    wanted integer;
    most_a_minute integer;
    most_an_hour integer;
    known_version text;
  BEGIN
    FOR turn IN 1 .. cardinality(p_companies) LOOP
      company := p_companies[turn];
      key := p_keys[turn];
      wanted := p_counts[turn];
      PERFORM set_config('sello.company_id', company::text, true);
      SELECT k.per_minute, k.per_hour, c.updated_at::text INTO most_a_minute, most_an_hour, known_version
        FROM api_keys k JOIN companies c ON c.company_id = k.company_id
        WHERE k.company_id = company AND k.key_id = key
          AND (k.revoked_at IS NULL OR k.revoked_at > clock_timestamp());
      CONTINUE WHEN NOT FOUND;
      -- The stored window holds while it is the clock's or the one after: a request that began before the turn of the
      -- minute and gets the row after one that began later counts in the later one's window, instead of throwing its
      -- count away. A window further ahead comes from a clock that was wrong.
      RETURN QUERY
        INSERT INTO rate_windows AS w (company_id, key_id, minute_start, minute_count, hour_start, hour_count, admitted,
            counted)
          SELECT company, key, date_trunc('minute', statement_timestamp()), fits,
            date_trunc('hour', statement_timestamp()), fits, fits = wanted, fits
          FROM (SELECT least(wanted, most_a_minute, most_an_hour) AS fits) AS first
          ON CONFLICT (company_id, key_id) DO UPDATE SET
            (minute_start, minute_count, hour_start, hour_count, admitted, counted) = (
              SELECT minute_start, minute_used + fits, hour_start, hour_used + fits, fits = wanted, fits
              FROM (SELECT
                  CASE WHEN w.minute_start BETWEEN excluded.minute_start AND excluded.minute_start + interval '1 minute'
                    THEN w.minute_start ELSE excluded.minute_start END AS minute_start,
                  CASE WHEN w.minute_start BETWEEN excluded.minute_start AND excluded.minute_start + interval '1 minute'
                    THEN w.minute_count ELSE 0 END AS minute_used,
                  CASE WHEN w.hour_start BETWEEN excluded.hour_start AND excluded.hour_start + interval '1 hour'
                    THEN w.hour_start ELSE excluded.hour_start END AS hour_start,
                  CASE WHEN w.hour_start BETWEEN excluded.hour_start AND excluded.hour_start + interval '1 hour'
                    THEN w.hour_count ELSE 0 END AS hour_used) AS held,
                LATERAL (SELECT greatest(0, least(wanted, most_a_minute - minute_used, most_an_hour - hour_used))
                  AS fits) AS decision)
          RETURNING turn, known_version, most_a_minute, most_an_hour, w.counted, w.minute_count, w.hour_count,
            extract(epoch FROM w.minute_start + interval '1 minute' - clock_timestamp())::float8 * 1000,
            extract(epoch FROM w.hour_start + interval '1 hour' - clock_timestamp())::float8 * 1000,
            CASE WHEN json_typeof(p_reads -> (turn - 1)) = 'array' THEN (
              SELECT json_agg(json_build_object('turn', r.turn,
                       'view', document_view(company, r.id, r.reference, r.bytes)))
              FROM json_to_recordset(p_reads -> (turn - 1)) AS r (turn integer, id uuid, reference text, bytes boolean)
              WHERE r.turn <= w.counted) END;
    END LOOP;
    PERFORM set_config('sello.company_id', '', true);
  END $$;

-- Notes that a key is in use, to within a minute. A row that somebody else is writing is left alone: it is the operator's,
-- or another node has just noted the use.
CREATE FUNCTION note_key_use(p_company uuid, p_key uuid) RETURNS void
  LANGUAGE plpgsql
  SET role = 'sello_service'
  SET search_path = public, pg_temp
  AS $$
  BEGIN
    PERFORM set_config('sello.company_id', p_company::text, true);
    UPDATE api_keys SET last_used_at = clock_timestamp()
      WHERE company_id = p_company AND key_id = (
        SELECT key_id FROM api_keys
        WHERE company_id = p_company AND key_id = p_key
          AND (last_used_at IS NULL OR last_used_at < clock_timestamp() - interval '1 minute')
        FOR NO KEY UPDATE SKIP LOCKED);
    PERFORM set_config('sello.company_id', '', true);
  END $$;

REVOKE ALL ON FUNCTION find_document, document_view, read_document, read_standing, read_note_ground, look_up_keys, read_company,
  admit_requests, note_key_use, certificate_in_force FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_document, document_view, read_document, read_standing, read_note_ground, look_up_keys, read_company,
  admit_requests, note_key_use, certificate_in_force TO sello_service;
