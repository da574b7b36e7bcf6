-- The few documents that a reference, a code or a seal leads to, with the rest of the filter.
CREATE OR REPLACE FUNCTION find_named(p_company uuid, f list_filter, p_newest boolean)
  RETURNS uuid[]
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  since_at timestamptz := coalesce((SELECT p.posted_at FROM search_progress p WHERE p.company_id = p_company), '-infinity');
BEGIN
  RETURN ARRAY(
    SELECT d.document_id FROM documents d
    WHERE d.company_id = p_company AND d.document_id = ANY (ARRAY(
        SELECT x.document_id FROM documents x WHERE x.company_id = p_company AND x.external_ref = f.external_ref
        UNION SELECT s.document_id FROM document_search s
          WHERE s.company_id = p_company AND s.generation_code = f.generation_code
        UNION SELECT s.document_id FROM document_search s
          WHERE s.company_id = p_company AND s.reception_stamp = f.reception_stamp
        -- By the index of the order of issue, whatever the planner believes of so few documents.
        UNION SELECT n.document_id FROM (
            SELECT o.document_id, o.generation_code, o.reception_stamp FROM documents o
            WHERE o.company_id = p_company AND o.posted_at >= since_at
              AND num_nonnulls(f.generation_code, f.reception_stamp) > 0
            ORDER BY o.posted_at DESC, o.document_id DESC LIMIT 100000) AS n
          WHERE n.generation_code = f.generation_code OR n.reception_stamp = f.reception_stamp))
      AND (f.external_ref IS NULL OR d.external_ref = f.external_ref)
      AND (f.since_at IS NULL OR d.posted_at >= f.since_at) AND (f.until_at IS NULL OR d.posted_at < f.until_at)
      AND search_matches(searchable(ROW(d.*)::documents, 0), f)
    ORDER BY CASE WHEN p_newest THEN d.posted_at END DESC, d.posted_at, d.document_id LIMIT 200);
END
$$;
GRANT EXECUTE ON FUNCTION find_named TO sello_service, sello_operator, sello_phases;
