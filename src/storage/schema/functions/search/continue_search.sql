-- Writes the next rows of a company's search, and the postings of a block that becomes full; answers whether there
-- may be more. Documents come in the order of their instants only once all transactions have ended in which an
-- earlier one may stand. An instant is read at most seconds before its transaction begins, and a change of a document
-- 50 seconds after its instant changes its row here by itself: two minutes leave room for both. Whether all earlier
-- writers have ended is asked of the server that has the company's rows, by its own numbers of transactions; where
-- they lie behind the mark, the rows have come from another server, and the mark is set anew.
CREATE OR REPLACE FUNCTION continue_search(p_company uuid, p_rows integer)
  RETURNS boolean
  LANGUAGE plpgsql
AS $$
DECLARE
  progress record;
  written bigint;
BEGIN
  INSERT INTO search_progress (company_id) VALUES (p_company) ON CONFLICT DO NOTHING;
  SELECT p.position, p.posted_at, p.document_id, p.mark, p.marked_at, p.complete_until, pg_current_xact_id() AS own,
      pg_snapshot_xmin(pg_current_snapshot()) AS ended
    INTO STRICT progress FROM search_progress p WHERE p.company_id = p_company FOR UPDATE;
  IF progress.mark IS NULL OR progress.ended > progress.mark OR progress.own <= progress.mark THEN
    IF progress.ended > progress.mark AND progress.own > progress.mark THEN
      progress.complete_until := greatest(progress.complete_until, progress.marked_at - interval '2 minutes');
    END IF;
    UPDATE search_progress p SET complete_until = progress.complete_until, mark = progress.own,
        marked_at = statement_timestamp()
      WHERE p.company_id = p_company;
  END IF;
  INSERT INTO document_search (company_id, position, document_id, posted_at, environment, doc_type, state, establishment,
      point_of_sale, control_number, generation_code, reception_stamp, customer, customer_ids, taxable, vat, gross,
      retention, total, invalidated, adjusted, contingency)
    SELECT d.company_id, s.position, s.document_id, s.posted_at, s.environment, s.doc_type, s.state, s.establishment,
      s.point_of_sale, s.control_number, s.generation_code, s.reception_stamp, s.customer, s.customer_ids, s.taxable, s.vat,
      s.gross, s.retention, s.total, s.invalidated, s.adjusted, s.contingency
    FROM (
        SELECT n.company_id, ROW(n.*)::documents AS document,
          progress.position + row_number() OVER (ORDER BY n.posted_at, n.document_id) AS position
        FROM documents n WHERE n.company_id = p_company AND n.posted_at < progress.complete_until
          AND (n.posted_at, n.document_id) > (progress.posted_at, progress.document_id)
        ORDER BY n.posted_at, n.document_id LIMIT p_rows) AS d,
      searchable(d.document, d.position) AS s;
  GET DIAGNOSTICS written = ROW_COUNT;
  IF written > 0 THEN
    UPDATE search_progress p SET position = s.position, posted_at = s.posted_at, document_id = s.document_id
      FROM document_search s WHERE p.company_id = p_company AND s.company_id = p_company
        AND s.position = progress.position + written;
    FOR full_block IN progress.position / 4096 .. (progress.position + written) / 4096 - 1 LOOP
      PERFORM write_postings(p_company, full_block);
    END LOOP;
  END IF;
  RETURN written = p_rows;
END
$$;
GRANT EXECUTE ON FUNCTION continue_search TO sello_service, sello_phases;
