-- From here on the transaction acts for the company; answers whether this is the company's pass. Where tables are
-- spread, the function stays on the first server, which has the passes (decision 48).
CREATE OR REPLACE FUNCTION has_turn(p_company uuid, p_pass text)
  RETURNS boolean
  LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM set_config('sello.company_id', p_company::text, true);
  RETURN pg_has_role(session_user, 'sello_operator', 'MEMBER') OR EXISTS (
    SELECT FROM passes p WHERE p.sha256 = sha256(convert_to(p_company || ' ' || p_pass, 'UTF8')));
END
$$;
GRANT EXECUTE ON FUNCTION has_turn TO sello_phases;
