-- All terms of a document, each once.
CREATE OR REPLACE FUNCTION search_terms(s document_search)
  RETURNS TABLE (term integer)
  LANGUAGE sql IMMUTABLE
AS $$
SELECT search_term(t) FROM unnest(own_terms(s)) AS t WHERE t IS NOT NULL
UNION SELECT search_term('name ' || t) FROM threes(s.customer) AS t
UNION SELECT search_term('number ' || t) FROM threes(ltrim(right(s.control_number, 15), '0')) AS t
$$;
GRANT EXECUTE ON FUNCTION search_terms TO sello_service, sello_operator, sello_phases;
