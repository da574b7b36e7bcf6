-- The text without case, accents and doubled blanks, as src/catalogs/fold.ts folds it.
CREATE OR REPLACE FUNCTION fold_text(p_text text)
  RETURNS text
  LANGUAGE sql IMMUTABLE STRICT
RETURN btrim(regexp_replace(CASE WHEN octet_length(p_text) = char_length(p_text) THEN lower(p_text)
  ELSE regexp_replace(lower(normalize(p_text, NFD)), '[\u0300-\u036f]', '', 'g') END, '\s+', ' ', 'g'));
GRANT EXECUTE ON FUNCTION fold_text TO sello_service, sello_operator, sello_phases;
