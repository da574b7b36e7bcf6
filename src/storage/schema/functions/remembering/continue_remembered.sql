-- Walks the next rows of a company's search and remembers the customers and products that they name; answers whether
-- there may be more. What Hacienda rejected may be wrong, and a note repeats its CCF. Of a document the first 100
-- lines count, and of a type the p_most customers and products that were named last. Each statement writes one table.
CREATE OR REPLACE FUNCTION continue_remembered(p_company uuid, p_rows integer, p_most integer)
  RETURNS boolean
  LANGUAGE plpgsql
AS $$
DECLARE
  low bigint;
  high bigint;
  last bigint;
  walked uuid[];
  latest json;
  touched record;
BEGIN
  INSERT INTO remembered_progress (company_id) VALUES (p_company) ON CONFLICT DO NOTHING;
  SELECT r.position INTO STRICT low FROM remembered_progress r WHERE r.company_id = p_company FOR UPDATE;
  last := coalesce((SELECT p.position FROM search_progress p WHERE p.company_id = p_company), 0);
  -- A search that was taken back to before a late document comes by here again.
  high := least(low + p_rows, last);
  IF high > low THEN
    walked := ARRAY(SELECT s.document_id FROM document_search s
      WHERE s.company_id = p_company AND s.position > low AND s.position <= high
        AND s.state <> 'rejected' AND s.doc_type IN ('01', '03', '11', '14'));
    latest := (SELECT coalesce(json_agg(n), '[]') FROM named_in(p_company, ARRAY['customer', 'product'], walked, NULL) AS n);
    INSERT INTO remembered_words (company_id, kind, doc_type, word, item)
      SELECT p.company_id, l.kind, l.doc_type, t.word, l.item
      FROM remembered_progress p CROSS JOIN json_to_recordset(latest)
          AS l (kind text, doc_type text, item uuid, words text[])
        LEFT JOIN remembered r ON r.company_id = p.company_id AND r.kind = l.kind AND r.doc_type = l.doc_type AND r.item = l.item,
        unnest(l.words) AS t (word)
      -- Most were named before by the same words.
      WHERE p.company_id = p_company AND ' ' || array_to_string(l.words, ' ') IS DISTINCT FROM r.words
      ORDER BY l.kind, l.doc_type, t.word, l.item
      ON CONFLICT DO NOTHING;
    INSERT INTO remembered AS r (company_id, kind, doc_type, item, title, code, words, document_id, line, posted_at)
      SELECT p.company_id, l.kind, l.doc_type, l.item, left(l.title, 250), left(l.code, 50), ' ' || array_to_string(l.words, ' '),
        l.document_id, l.line, l.posted_at
      FROM remembered_progress p CROSS JOIN json_to_recordset(latest) AS l (kind text, doc_type text, item uuid, title text,
        code text, words text[], document_id uuid, line integer, posted_at timestamptz)
      WHERE p.company_id = p_company ORDER BY l.kind, l.doc_type, l.item
      ON CONFLICT (company_id, kind, doc_type, item) DO UPDATE SET title = excluded.title, code = excluded.code,
        words = excluded.words, document_id = excluded.document_id, line = excluded.line, posted_at = excluded.posted_at
      WHERE excluded.posted_at >= r.posted_at;
    FOR touched IN SELECT DISTINCT l.kind, l.doc_type FROM json_to_recordset(latest) AS l (kind text, doc_type text) LOOP
      PERFORM forget_remembered(p_company, touched.kind, touched.doc_type, p_most);
    END LOOP;
  END IF;
  IF high <> low THEN
    UPDATE remembered_progress r SET position = high WHERE r.company_id = p_company;
  END IF;
  RETURN high > low AND high < last;
END
$$;
GRANT EXECUTE ON FUNCTION continue_remembered TO sello_service, sello_phases;
