-- The first argument of a function that acts for a company: it shows the pass before the function runs. Without a
-- pass, that of the transaction holds.
CREATE OR REPLACE FUNCTION enter_company(p_company uuid, p_pass text)
  RETURNS uuid
  LANGUAGE sql
RETURN CASE
  WHEN set_config('sello.company_pass', coalesce(p_pass, current_setting('sello.company_pass', true), ''), true) IS NOT NULL
  THEN p_company END;
GRANT EXECUTE ON FUNCTION enter_company TO sello_service, sello_phases;
