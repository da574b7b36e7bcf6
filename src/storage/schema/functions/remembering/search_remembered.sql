-- The customers or products whose words begin with each of these. Of the types, the first that names one shows it.
-- The longest word leads to at most p_looked rows of a type. Documents that the walk has not come to are read as they
-- are, so that a sale is known a moment later.
CREATE OR REPLACE FUNCTION search_remembered(p_company uuid, p_kind text, p_types text[], p_text text,
    p_looked integer, p_limit integer)
  RETURNS TABLE (doc_type text, item uuid, title text, code text, document_id uuid, line integer)
  LANGUAGE plpgsql
  SET role = 'sello_service'
  SET search_path = public, pg_temp
  SET enable_seqscan = off
  SET enable_hashjoin = off
  SET enable_mergejoin = off
  SET jit = off
  SET plan_cache_mode = force_generic_plan
AS $$
#variable_conflict use_column
DECLARE
  -- A number is typed with its hyphens or without.
  asked text[] := words_of(CASE WHEN p_text ~ '^[0-9 -]+$' THEN translate(p_text, ' -', '') ELSE p_text END);
  longest text := (SELECT a FROM unnest(asked) AS a ORDER BY char_length(a) DESC, a LIMIT 1);
  wanted text;
  found uuid[];
  types text[] := '{}';
  items uuid[] := '{}';
  fresh uuid[] := '{}';
BEGIN
  PERFORM enter(p_company, NULL);
  FOREACH wanted IN ARRAY p_types LOOP
    found := ARRAY(SELECT x.item FROM remembered_words x
      WHERE x.company_id = p_company AND x.kind = p_kind AND x.doc_type = wanted
        AND x.word >= longest AND x.word < longest || chr(1114111)
      ORDER BY x.word, x.item LIMIT p_looked);
    types := types || array_fill(wanted, ARRAY[cardinality(found)]);
    items := items || found;
  END LOOP;
  IF longest IS NOT NULL THEN
    fresh := unwalked_documents(p_company, p_types);
  END IF;
  RETURN QUERY
    SELECT f.doc_type, f.item, f.title, f.code, f.document_id, f.line FROM (
      SELECT DISTINCT ON (r.item) r.* FROM (
        SELECT o.* FROM unnest(types, items) AS c (doc_type, item)
          CROSS JOIN LATERAL (
            SELECT o.doc_type, o.item, o.title, o.code, o.words, o.document_id, o.line, o.posted_at FROM remembered o
            WHERE o.company_id = p_company AND o.kind = p_kind AND o.doc_type = c.doc_type AND o.item = c.item
            OFFSET 0) AS o
        UNION ALL
        SELECT n.doc_type, n.item, n.title, n.code, ' ' || array_to_string(n.words, ' '), n.document_id, n.line, n.posted_at
          FROM named_in(p_company, ARRAY[p_kind], fresh, longest) AS n) AS r
      WHERE NOT EXISTS (SELECT FROM unnest(asked) AS a WHERE strpos(r.words, ' ' || a) = 0)
      ORDER BY r.item, array_position(p_types, r.doc_type), r.posted_at DESC) AS f
    ORDER BY f.posted_at DESC, f.item LIMIT p_limit;
  PERFORM set_config('sello.company_id', '', true);
END
$$;
GRANT EXECUTE ON FUNCTION search_remembered TO sello_service;
