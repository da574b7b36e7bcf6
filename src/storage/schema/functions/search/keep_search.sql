-- A change of a document or of its invalidation changes its row in the search, and that of the CCF of a note. What is
-- issued and settled at once passes by the conditions of the triggers; for their 50 seconds see continue_search.
CREATE OR REPLACE FUNCTION keep_search()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  IF starts_with(TG_TABLE_NAME, 'documents') THEN
    IF TG_OP = 'INSERT' THEN
      PERFORM forget_search(NEW.company_id, NEW.posted_at, NEW.document_id);
    ELSE
      PERFORM refresh_search(NEW.company_id, NEW.document_id);
    END IF;
    IF NEW.adjusts IS NOT NULL THEN
      PERFORM refresh_search(NEW.company_id, NEW.adjusts);
    END IF;
  ELSE
    PERFORM refresh_search(NEW.company_id, NEW.document_id);
    PERFORM refresh_search(NEW.company_id, d.adjusts) FROM documents d
      WHERE d.company_id = NEW.company_id AND d.document_id = NEW.document_id AND d.adjusts IS NOT NULL;
  END IF;
  RETURN NULL;
END
$$;
