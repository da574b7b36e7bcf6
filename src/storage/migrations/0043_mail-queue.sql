-- Up Migration

-- The messages that wait for a mail server over all companies, and the age of the oldest: for the measures, without a word
-- of whose they are. By the index of what is queued.
CREATE FUNCTION waiting_mails(p_enter integer) RETURNS TABLE (mails integer, oldest float8)
  LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp
  AS $$
    SELECT count(*)::integer, extract(epoch FROM clock_timestamp() - min(queued_at))::float8
    FROM deliveries WHERE state = 'queued'
  $$;

-- As migration 18 has it: it acts as the role that may look across companies, and sees nothing without the queues' pass.
GRANT CREATE ON SCHEMA public TO sello_operator;
REVOKE ALL ON FUNCTION waiting_mails FROM PUBLIC;
GRANT EXECUTE ON FUNCTION waiting_mails TO sello_service, sello_operator;
ALTER FUNCTION waiting_mails OWNER TO sello_operator;
REVOKE CREATE ON SCHEMA public FROM sello_operator;
