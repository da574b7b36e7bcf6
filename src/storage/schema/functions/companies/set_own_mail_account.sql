-- Changes the mail server and its password of the transaction's company together; false where the profile has changed
-- meanwhile. The password stays where none is given and the server still has a user; without a user it goes.
CREATE OR REPLACE FUNCTION set_own_mail_account(p_company uuid, p_before jsonb, p_after jsonb, p_sealed text)
  RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
BEGIN
  IF NOT change_own_profile(p_company, p_before, p_after) THEN
    RETURN false;
  END IF;
  IF p_after #>> '{delivery,smtp,user}' IS NULL THEN
    DELETE FROM smtp_passwords WHERE company_id = p_company;
  ELSIF p_sealed IS NOT NULL THEN
    PERFORM set_own_smtp_password(p_company, p_sealed);
  END IF;
  RETURN true;
END
$$;
ALTER FUNCTION set_own_mail_account OWNER TO sello_operator;
GRANT EXECUTE ON FUNCTION set_own_mail_account TO sello_service;
