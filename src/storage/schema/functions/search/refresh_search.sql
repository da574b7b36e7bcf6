-- Brings the row of a document up to date, if it has one. It waits for a transaction that writes rows, so that none
-- is written from what was before. Terms that a document has no longer stay in its block's postings and lead to a row
-- that does not match.
CREATE OR REPLACE FUNCTION refresh_search(p_company uuid, p_document uuid)
  RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  document documents;
  written document_search;
  fresh document_search;
  progress bigint;
  at_block bigint;
  at_place smallint;
BEGIN
  SELECT p.position INTO progress FROM search_progress p WHERE p.company_id = p_company FOR SHARE;
  SELECT * INTO document FROM documents d WHERE d.company_id = p_company AND d.document_id = p_document;
  SELECT * INTO written FROM document_search s WHERE s.company_id = p_company AND s.document_id = p_document
    AND s.position = search_position(p_company, document.posted_at, p_document);
  IF NOT FOUND THEN
    RETURN;
  END IF;
  fresh := searchable(document, written.position);
  IF fresh IS NOT DISTINCT FROM written THEN
    RETURN;
  END IF;
  UPDATE document_search s SET state = fresh.state, control_number = fresh.control_number,
      generation_code = fresh.generation_code, reception_stamp = fresh.reception_stamp, customer = fresh.customer,
      customer_ids = fresh.customer_ids, taxable = fresh.taxable, vat = fresh.vat, gross = fresh.gross,
      retention = fresh.retention, total = fresh.total, invalidated = fresh.invalidated, adjusted = fresh.adjusted,
      contingency = fresh.contingency
    WHERE s.company_id = p_company AND s.position = written.position;
  at_block := (written.position - 1) / 4096;
  at_place := (written.position - 1) % 4096;
  IF at_block < progress / 4096 THEN
    INSERT INTO document_postings AS p (company_id, term, block, documents, places)
      SELECT p_company, t.term, at_block, 1, ARRAY[at_place]
      FROM (SELECT term FROM search_terms(fresh) EXCEPT SELECT term FROM search_terms(written) ORDER BY 1) AS t (term)
      ON CONFLICT (company_id, term, block) DO UPDATE SET documents = least(p.documents + 1, 4096),
        places = CASE WHEN p.documents < 2048 THEN p.places || at_place END
      WHERE p.places IS NOT NULL AND at_place <> ALL (p.places);
  END IF;
END
$$;
GRANT EXECUTE ON FUNCTION refresh_search TO sello_service, sello_operator, sello_phases;
