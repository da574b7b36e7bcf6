-- Whether a document of the search matches a filter: all of it but the instants, which are bounds of the positions,
-- and the reference, which leads to one document.
CREATE OR REPLACE FUNCTION search_matches(s document_search, f list_filter)
  RETURNS boolean
  LANGUAGE sql STABLE
AS $$
SELECT s.environment = f.environment
  AND (f.doc_types IS NULL OR s.doc_type = ANY (f.doc_types))
  AND (f.states IS NULL OR s.state = ANY (f.states))
  AND (f.establishment IS NULL OR s.establishment = f.establishment)
  AND (f.point_of_sale IS NULL OR s.point_of_sale = f.point_of_sale)
  AND (f.customer IS NULL OR strpos(s.customer, f.customer) > 0)
  AND (f.nit IS NULL OR f.nit = ANY (s.customer_ids))
  AND (f.nrc IS NULL OR f.nrc = ANY (s.customer_ids))
  AND (f.dui IS NULL OR f.dui = ANY (s.customer_ids))
  AND (f.amount_min IS NULL OR s.total >= f.amount_min)
  AND (f.amount_max IS NULL OR s.total <= f.amount_max)
  AND (f.control_number IS NULL OR strpos(s.control_number, f.control_number) > 0)
  AND (f.generation_code IS NULL OR s.generation_code = f.generation_code)
  AND (f.reception_stamp IS NULL OR s.reception_stamp = f.reception_stamp)
  AND (f.invalidated IS NULL OR s.invalidated = f.invalidated)
  AND (f.adjusted IS NULL OR s.adjusted = f.adjusted)
  AND (f.contingency IS NULL OR s.contingency = f.contingency)
$$;
GRANT EXECUTE ON FUNCTION search_matches TO sello_service, sello_operator, sello_phases;
