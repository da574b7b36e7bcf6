-- One of those that a search has shown, as the last document of the type says it.
CREATE OR REPLACE FUNCTION find_remembered(p_company uuid, p_kind text, p_type text, p_item uuid)
  RETURNS TABLE (doc_type text, item uuid, title text, code text, document_id uuid, line integer)
  LANGUAGE plpgsql
  SET role = 'sello_service'
  SET search_path = public, pg_temp
  SET enable_seqscan = off
  SET jit = off
  SET plan_cache_mode = force_generic_plan
AS $$
#variable_conflict use_column
BEGIN
  PERFORM enter(p_company, NULL);
  RETURN QUERY
    SELECT f.doc_type, f.item, f.title, f.code, f.document_id, f.line FROM (
      SELECT o.doc_type, o.item, o.title, o.code, o.document_id, o.line, o.posted_at FROM remembered o
        WHERE o.company_id = p_company AND o.kind = p_kind AND o.doc_type = p_type AND o.item = p_item
      UNION ALL
      SELECT n.doc_type, n.item, n.title, n.code, n.document_id, n.line, n.posted_at
        FROM named_in(p_company, ARRAY[p_kind], unwalked_documents(p_company, ARRAY[p_type]), NULL) AS n
        WHERE n.item = p_item) AS f
    ORDER BY f.posted_at DESC LIMIT 1;
  PERFORM set_config('sello.company_id', '', true);
END
$$;
GRANT EXECUTE ON FUNCTION find_remembered TO sello_service;
