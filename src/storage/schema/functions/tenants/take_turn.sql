-- From here on the transaction acts for the company, whose pass is proven once and refused where it is another one.
-- Its commit is on the disk, and on the standby where there is one, whatever the server's default is.
CREATE OR REPLACE FUNCTION take_turn(p_company uuid, p_pass text)
  RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM set_config('synchronous_commit', 'on', true);
  IF NOT has_turn(p_company, p_pass) THEN
    RAISE EXCEPTION 'this is not the pass of company %', p_company USING ERRCODE = 'insufficient_privilege';
  END IF;
END
$$;
GRANT EXECUTE ON FUNCTION take_turn TO sello_phases;
