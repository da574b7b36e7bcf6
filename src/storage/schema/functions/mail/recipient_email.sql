-- The recipient's address in a draft of ours; null where it cannot be read, because no verdict may fail over it.
CREATE OR REPLACE FUNCTION recipient_email(draft text)
  RETURNS text
  LANGUAGE plpgsql IMMUTABLE
AS $$
BEGIN
  RETURN coalesce(draft::json -> 'receptor' ->> 'correo', draft::json -> 'sujetoExcluido' ->> 'correo');
EXCEPTION WHEN OTHERS THEN
  RETURN NULL;
END
$$;
GRANT EXECUTE ON FUNCTION recipient_email TO sello_service, sello_operator, sello_phases;
