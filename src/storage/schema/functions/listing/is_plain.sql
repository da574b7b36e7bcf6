-- Whether a filter asks for nothing but columns of the document's own row.
CREATE OR REPLACE FUNCTION is_plain(f list_filter)
  RETURNS boolean
  LANGUAGE sql IMMUTABLE
AS $$
SELECT num_nonnulls(f.states, f.customer, f.nit, f.nrc, f.dui, f.amount_min, f.amount_max, f.control_number,
  f.generation_code, f.reception_stamp, f.invalidated, f.adjusted, f.contingency) = 0
$$;
GRANT EXECUTE ON FUNCTION is_plain TO sello_service, sello_operator, sello_phases;
