-- The messages that wait for a mail server over all companies, and the age of the oldest in seconds: for the
-- measures, without a company's name. They are found by the index of what is queued.
CREATE OR REPLACE FUNCTION waiting_mails(p_enter integer)
  RETURNS TABLE (mails integer, oldest float8)
  LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
SELECT count(*)::integer, extract(epoch FROM clock_timestamp() - min(queued_at))::float8
FROM deliveries WHERE state = 'queued'
$$;
ALTER FUNCTION waiting_mails OWNER TO sello_operator;
GRANT EXECUTE ON FUNCTION waiting_mails TO sello_service;
