-- Forgets all but the latest of a kind and type, with their words, as soon as there are a tenth too many.
CREATE OR REPLACE FUNCTION forget_remembered(p_company uuid, p_kind text, p_type text, p_most integer)
  RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  edge record;
  gone record;
BEGIN
  IF (SELECT count(*) FROM remembered o WHERE o.company_id = p_company AND o.kind = p_kind AND o.doc_type = p_type)
      <= p_most + p_most / 10 THEN
    RETURN;
  END IF;
  SELECT o.posted_at INTO edge FROM remembered o
    WHERE o.company_id = p_company AND o.kind = p_kind AND o.doc_type = p_type
    ORDER BY o.posted_at DESC OFFSET p_most LIMIT 1;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  FOR gone IN
    DELETE FROM remembered r
    WHERE r.company_id = p_company AND r.kind = p_kind AND r.doc_type = p_type
      AND r.posted_at <= edge.posted_at
    RETURNING r.item, r.words
  LOOP
    DELETE FROM remembered_words w
      WHERE w.company_id = p_company AND w.kind = p_kind AND w.doc_type = p_type
        AND w.word = ANY (string_to_array(ltrim(gone.words), ' ')) AND w.item = gone.item;
  END LOOP;
END
$$;
GRANT EXECUTE ON FUNCTION forget_remembered TO sello_service, sello_phases;
