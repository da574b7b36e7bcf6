-- The customers, the products, or both, that documents name, each by the last of them. Of a document the first 100
-- lines count. Where p_part is given, only those count in whose words it stands; to take words apart costs more than
-- to read the documents.
CREATE OR REPLACE FUNCTION named_in(p_company uuid, p_kinds text[], p_documents uuid[], p_part text)
  RETURNS TABLE (kind text, doc_type text, item uuid, title text, code text, words text[], document_id uuid, line integer,
    posted_at timestamptz)
  LANGUAGE plpgsql STABLE
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    WITH walked AS MATERIALIZED (
      SELECT d.document_id, d.doc_type, d.posted_at, json_or_null(d.draft) AS body
      FROM documents d WHERE d.company_id = p_company AND d.document_id = ANY (p_documents)),
    parties AS (
      SELECT w.doc_type, w.document_id, w.posted_at, p.party ->> 'nombre' AS title, p.party ->> 'nrc' AS nrc,
        coalesce(p.party ->> 'nit', p.party ->> 'numDocumento') AS code
      FROM walked w, LATERAL (SELECT coalesce(w.body -> 'receptor', w.body -> 'sujetoExcluido')) AS p (party)
      WHERE 'customer' = ANY (p_kinds) AND json_typeof(p.party) = 'object'),
    sold AS (
      SELECT w.doc_type, w.document_id, w.posted_at, l.line ->> 'descripcion' AS title, l.line ->> 'codigo' AS code,
        l.place::integer AS place
      FROM walked w, json_array_elements(CASE WHEN json_typeof(w.body -> 'cuerpoDocumento') = 'array'
          THEN w.body -> 'cuerpoDocumento' ELSE '[]' END) WITH ORDINALITY AS l (line, place)
      WHERE 'product' = ANY (p_kinds) AND l.place <= 100),
    named AS (
      SELECT 'customer' AS kind, p.doc_type, regexp_replace(p.code, '[^0-9A-Za-z]', '', 'g') AS known_by, p.title, p.code,
        p.title || ' ' || regexp_replace(p.code, '[^0-9A-Za-z]', '', 'g')
          || coalesce(' ' || regexp_replace(p.nrc, '[^0-9A-Za-z]', '', 'g'), '') AS text, p.document_id, 0 AS line, p.posted_at
      FROM parties p WHERE p.title <> '' AND p.code <> ''
      UNION ALL
      SELECT 'product', s.doc_type, coalesce('c ' || s.code, 'd ' || s.title), s.title, s.code,
        s.title || coalesce(' ' || s.code, ''), s.document_id, s.place, s.posted_at
      FROM sold s WHERE s.title <> '' AND (s.code <> '' OR char_length(s.title) <= 250)),
    last_named AS (
      SELECT DISTINCT ON (n.kind, n.doc_type, md5(n.known_by)) n.* FROM named n
      WHERE p_part IS NULL OR strpos(fold_text(n.text), p_part) > 0
      ORDER BY n.kind, n.doc_type, md5(n.known_by), n.posted_at DESC, n.document_id DESC, n.line)
    SELECT n.kind, n.doc_type, md5(n.known_by)::uuid, n.title, n.code, words_of(n.text), n.document_id, n.line, n.posted_at
    FROM last_named n;
END
$$;
GRANT EXECUTE ON FUNCTION named_in TO sello_service, sello_phases;
