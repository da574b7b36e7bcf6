-- A term is the hash of its text.
CREATE OR REPLACE FUNCTION search_term(p_text text)
  RETURNS integer
  LANGUAGE sql IMMUTABLE STRICT
RETURN (hashtextextended(p_text, 0) >> 32)::integer;
GRANT EXECUTE ON FUNCTION search_term TO sello_service, sello_operator, sello_phases;
