-- The company that the transaction acts for; null where it has not shown the pass of that company. A login that can
-- become the operator needs none.
CREATE OR REPLACE FUNCTION current_company()
  RETURNS uuid
  LANGUAGE sql STABLE
RETURN (
  SELECT nullif(current_setting('sello.company_id', true), '')::uuid
  WHERE pg_has_role(session_user, 'sello_operator', 'MEMBER') OR EXISTS (SELECT FROM passes p
    WHERE p.sha256 = sha256(convert_to(
      current_setting('sello.company_id', true) || ' ' || current_setting('sello.company_pass', true), 'UTF8'))));
GRANT EXECUTE ON FUNCTION current_company TO sello_service, sello_operator, sello_phases;
