-- From here on the transaction acts for the company. Without a pass, that of the transaction holds.
CREATE OR REPLACE FUNCTION enter(p_company uuid, p_pass text)
  RETURNS boolean
  LANGUAGE sql
RETURN set_config('sello.company_id', p_company::text, true) IS NOT NULL
  AND set_config('sello.company_pass', coalesce(p_pass, current_setting('sello.company_pass', true), ''), true) IS NOT NULL;
GRANT EXECUTE ON FUNCTION enter TO sello_service, sello_operator, sello_phases;
