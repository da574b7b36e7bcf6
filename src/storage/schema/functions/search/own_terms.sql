-- The texts of a document's terms, without those of the customer's name and the number. Amounts go by the number of
-- their digits, by their first three as well, and whole: 12345 is of '5', of '5 123' and of '12345'.
CREATE OR REPLACE FUNCTION own_terms(s document_search)
  RETURNS text[]
  LANGUAGE sql IMMUTABLE
AS $$
SELECT ARRAY['environment ' || s.environment, 'type ' || s.doc_type, 'state ' || s.state,
  'establishment ' || s.establishment, 'point ' || s.point_of_sale,
  CASE WHEN s.invalidated THEN 'invalidated' END, CASE WHEN s.adjusted THEN 'adjusted' END,
  CASE WHEN s.contingency THEN 'contingency' END] || s.customer_ids
  || ARRAY['digits ' || char_length(s.total::text)::text,
    'amount ' || char_length(s.total::text)::text || ' ' || left(s.total::text, 3),
    'total ' || s.total::text]
$$;
GRANT EXECUTE ON FUNCTION own_terms TO sello_service, sello_operator, sello_phases;
