-- Notes that a key is in use, to within a minute. A row that another transaction is writing is left alone: it is the
-- operator's, or another node has just noted the use.
CREATE OR REPLACE FUNCTION note_key_use(p_company uuid, p_key uuid)
  RETURNS void
  LANGUAGE plpgsql
  SET role = 'sello_service'
  SET search_path = public, pg_temp
AS $$
BEGIN
  PERFORM enter(p_company, NULL);
  UPDATE api_keys SET last_used_at = statement_timestamp()
    WHERE company_id = p_company AND key_id = (
      SELECT key_id FROM api_keys
      WHERE company_id = p_company AND key_id = p_key
        AND (last_used_at IS NULL OR last_used_at < statement_timestamp() - interval '1 minute')
      FOR NO KEY UPDATE SKIP LOCKED);
  PERFORM set_config('sello.company_id', '', true);
END
$$;
GRANT EXECUTE ON FUNCTION note_key_use TO sello_service;
