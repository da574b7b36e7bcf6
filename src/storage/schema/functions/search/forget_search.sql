-- A document that comes late, because it was put back or its clock was wrong, takes the search back to before it.
CREATE OR REPLACE FUNCTION forget_search(p_company uuid, p_at timestamptz, p_document uuid)
  RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  progress search_progress;
  kept bigint;
BEGIN
  SELECT * INTO progress FROM search_progress p WHERE p.company_id = p_company FOR UPDATE;
  IF NOT FOUND OR (progress.posted_at, progress.document_id) < (p_at, p_document) THEN
    RETURN;
  END IF;
  kept := search_position(p_company, p_at, p_document);
  DELETE FROM document_postings p WHERE p.company_id = p_company AND p.block >= kept / 4096;
  DELETE FROM document_search s WHERE s.company_id = p_company AND s.position > kept;
  UPDATE search_progress p SET position = kept,
      (posted_at, document_id) = (SELECT coalesce(max(s.posted_at), '-infinity'),
          coalesce(max(s.document_id::text)::uuid, '00000000-0000-0000-0000-000000000000')
        FROM document_search s WHERE s.company_id = p_company AND s.position = kept)
    WHERE p.company_id = p_company;
END
$$;
GRANT EXECUTE ON FUNCTION forget_search TO sello_service, sello_operator, sello_phases;
