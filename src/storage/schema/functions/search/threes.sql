-- Of a text of three characters or more, each three that stand side by side.
CREATE OR REPLACE FUNCTION threes(p_text text)
  RETURNS SETOF text
  LANGUAGE sql IMMUTABLE STRICT
AS $$
SELECT substr(p_text, i, 3) FROM generate_series(1, char_length(p_text) - 2) AS i
$$;
GRANT EXECUTE ON FUNCTION threes TO sello_service, sello_operator, sello_phases;
