-- What a note takes in each class of sale, read from its text where its row does not keep it. `montoTotalOperacion`
-- of a note is not what it gives back: in fe-nc-v3 it has what is perceived and retained. VAT is 20 in CAT-015.
CREATE OR REPLACE FUNCTION note_sales(p_draft text)
  RETURNS jsonb
  LANGUAGE sql IMMUTABLE
AS $$
SELECT jsonb_build_object(
  'taxed', jsonb_build_object(
    'gross', (total ->> 'totalGravada')::numeric + coalesce(
      (SELECT sum((vat ->> 'valor')::numeric)
         FROM jsonb_path_query(total, '$.tributos[*] ? (@.codigo == "20")') AS vat), 0) || '',
    'net', sum((line ->> 'ventaGravada')::numeric) || ''),
  'exempt', jsonb_build_object(
    'gross', total ->> 'totalExenta', 'net', sum((line ->> 'ventaExenta')::numeric) || ''),
  'non_subject', jsonb_build_object(
    'gross', total ->> 'totalNoSuj', 'net', sum((line ->> 'ventaNoSuj')::numeric) || ''))
FROM (SELECT p_draft::jsonb -> 'resumen' AS total, p_draft::jsonb -> 'cuerpoDocumento' AS lines) AS note,
  jsonb_array_elements(lines) AS line
GROUP BY total
$$;
GRANT EXECUTE ON FUNCTION note_sales TO sello_service, sello_phases;
