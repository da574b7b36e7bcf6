-- The words of a text, without case and accents, each once and of at most 30 characters; the first twelve.
CREATE OR REPLACE FUNCTION words_of(p_text text)
  RETURNS text[]
  LANGUAGE sql IMMUTABLE STRICT
AS $$
SELECT coalesce(array_agg(w.word ORDER BY w.place), '{}') FROM (
  SELECT left(t.word, 30) AS word, min(t.place) AS place
  FROM regexp_split_to_table(fold_text(left(p_text, 300)), '[[:space:][:punct:]«»“”‘’¿¡·]+')
    WITH ORDINALITY AS t (word, place)
  WHERE t.word <> '' GROUP BY left(t.word, 30) ORDER BY min(t.place) LIMIT 12) AS w
$$;
GRANT EXECUTE ON FUNCTION words_of TO sello_service, sello_phases;
