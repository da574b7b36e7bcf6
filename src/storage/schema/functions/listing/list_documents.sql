-- A page of a list: documents as a status shows them, in their order, and the key behind which the next ones come.
-- How a document was adjusted and mailed is looked up where it is asked for.
CREATE OR REPLACE FUNCTION list_documents(p_company uuid, p_filter json, p_after_us bigint, p_after_id uuid,
    p_newest boolean, p_limit integer, p_standing boolean, p_delivery boolean)
  RETURNS json
  LANGUAGE plpgsql
  SET role = 'sello_service'
  SET search_path = public, pg_temp
  SET enable_seqscan = off
  SET enable_hashjoin = off
  SET enable_mergejoin = off
  SET jit = off
  SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
  f list_filter := json_populate_record(NULL::list_filter, p_filter);
  page record;
  answer json;
BEGIN
  PERFORM enter(p_company, NULL);
  f.customer := fold_text(f.customer);
  IF num_nonnulls(f.external_ref, f.generation_code, f.reception_stamp) > 0 THEN
    SELECT CASE WHEN p_after_id IS NULL THEN find_named(p_company, f, p_newest) ELSE '{}' END AS listed,
      NULL::timestamptz AS next_at, NULL::uuid AS next_id INTO page;
  ELSE
    SELECT * INTO page FROM find_documents(p_company, f, 'epoch'::timestamptz + p_after_us * interval '1 microsecond',
      p_after_id, p_newest, p_limit);
  END IF;
  answer := json_build_object(
    'next_us', (extract(epoch FROM page.next_at) * 1000000)::bigint::text,
    'next_id', page.next_id,
    'documents', (SELECT coalesce(json_agg(json_build_object(
        'record', row_to_json(r),
        'standing', CASE WHEN NOT p_standing THEN json_build_object('invalidation', NULL, 'notes', '[]'::json)
          WHEN r.doc_type = '03' THEN document_standing(p_company, r.document_id)
          ELSE json_build_object('invalidation', (SELECT i.state FROM invalidations i
            WHERE i.company_id = p_company AND i.document_id = r.document_id), 'notes', '[]'::json) END,
        'has_smtp', c.has_smtp,
        'redirect_whatsapp', CASE WHEN p_delivery THEN (SELECT d.redirect_whatsapp FROM documents d
          WHERE d.company_id = p_company AND d.document_id = r.document_id) END,
        'messages', CASE WHEN p_delivery THEN (
          SELECT coalesce(json_agg(json_build_object('kind', m.kind, 'address', m.address, 'state', m.state,
              'sentMs', (extract(epoch FROM m.sent_at) * 1000)::float8, 'lastError', m.last_error)
              ORDER BY m.queued_at, m.kind, m.address), '[]'::json)
            FROM deliveries m WHERE m.company_id = p_company AND m.document_id = r.document_id
              AND m.state <> 'withdrawn') ELSE '[]'::json END,
        'signed', NULL) ORDER BY l.place), '[]'::json)
      FROM unnest(page.listed) WITH ORDINALITY AS l (document_id, place)
        JOIN document_records r ON r.company_id = p_company AND r.document_id = l.document_id
        JOIN companies c ON c.company_id = p_company));
  PERFORM set_config('sello.company_id', '', true);
  RETURN answer;
END
$$;
GRANT EXECUTE ON FUNCTION list_documents TO sello_service;
