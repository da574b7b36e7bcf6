-- The JSON of a text; null where it is none.
CREATE OR REPLACE FUNCTION json_or_null(p_text text)
  RETURNS json
  LANGUAGE plpgsql IMMUTABLE STRICT
AS $$
BEGIN
  RETURN p_text::json;
EXCEPTION WHEN invalid_text_representation THEN
  RETURN NULL;
END
$$;
GRANT EXECUTE ON FUNCTION json_or_null TO sello_service, sello_phases;
