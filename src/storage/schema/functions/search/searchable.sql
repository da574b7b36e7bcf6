-- A document as it stands in the search. One that cannot be read is found by what its row says.
CREATE OR REPLACE FUNCTION searchable(d documents, p_position bigint)
  RETURNS document_search
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  s document_search;
  party json;
  nit text;
  dui text;
BEGIN
  s.company_id := d.company_id;
  s.position := p_position;
  s.document_id := d.document_id;
  s.posted_at := d.posted_at;
  s.environment := d.environment;
  s.doc_type := d.doc_type;
  s.state := CASE WHEN d.state IN ('stamped', 'rejected') THEN d.state
                  WHEN d.doubt ->> 'about' = 'copy' THEN 'rejected' ELSE 'contingency' END;
  s.establishment := d.establishment;
  s.point_of_sale := d.point_of_sale;
  s.control_number := d.control_number;
  s.generation_code := d.generation_code;
  s.reception_stamp := d.reception_stamp;
  s.customer := coalesce(fold_text(d.summary ->> 'customerName'), '');
  s.taxable := coalesce(cents(d.summary ->> 'amountTaxable'), 0);
  s.vat := coalesce(cents(d.summary ->> 'amountVat'), 0);
  s.gross := coalesce(cents(d.summary ->> 'amountGross'), 0);
  s.retention := coalesce(cents(d.summary ->> 'amountRetention'), 0);
  s.total := coalesce(cents(d.summary ->> 'amountTotal'), 0);
  s.contingency := d.contingency_since IS NOT NULL OR s.state = 'contingency';
  BEGIN
    -- A null of JSON has no fields.
    party := d.draft::json;
    party := coalesce(party -> 'receptor', party -> 'sujetoExcluido');
    nit := regexp_replace(coalesce(party ->> 'nit',
      CASE WHEN party ->> 'tipoDocumento' = '36' THEN party ->> 'numDocumento' END), '[^0-9]', '', 'g');
    dui := regexp_replace(CASE WHEN party ->> 'tipoDocumento' = '13' THEN party ->> 'numDocumento' END, '[^0-9]', '', 'g');
    -- A person's NIT may be the number of the DUI, of nine digits.
    s.customer_ids := array_remove(ARRAY['nit ' || nit,
      'nrc ' || regexp_replace(party ->> 'nrc', '[^0-9]', '', 'g'),
      'dui ' || coalesce(dui, CASE WHEN char_length(nit) = 9 THEN nit END)], NULL);
  EXCEPTION WHEN invalid_text_representation THEN
    s.customer_ids := '{}';
  END;
  s.invalidated := EXISTS (SELECT FROM invalidations i WHERE i.company_id = d.company_id
      AND i.document_id = d.document_id AND i.state IN ('open', 'sealed'));
  s.adjusted := false;
  IF d.doc_type = '03' THEN
    SELECT count(*) > 0, s.invalidated OR coalesce(bool_or(n.adjust_mode = 'full'), false)
      INTO s.adjusted, s.invalidated
      FROM documents n LEFT JOIN invalidations i ON i.company_id = n.company_id AND i.document_id = n.document_id
      WHERE n.company_id = d.company_id AND n.adjusts = d.document_id AND n.state <> 'rejected'
        AND n.doubt ->> 'about' IS DISTINCT FROM 'copy' AND i.state IS DISTINCT FROM 'sealed';
  END IF;
  RETURN s;
END
$$;
GRANT EXECUTE ON FUNCTION searchable TO sello_service, sello_operator, sello_phases;
