-- What was done as the operator from the command line, the newest first; nothing without the pass of the queues,
-- which no transaction of a company has.
CREATE OR REPLACE FUNCTION read_operator_deeds(p_enter integer, p_before bigint, p_command text)
  RETURNS SETOF operator_deeds
  LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
SELECT d.* FROM operator_deeds d
WHERE (p_before IS NULL OR d.deed_id < p_before) AND (p_command IS NULL OR starts_with(d.command, p_command))
  AND (pg_has_role(session_user, 'sello_operator', 'MEMBER') OR EXISTS (SELECT FROM passes p
    WHERE p.sha256 = sha256(convert_to('queues ' || current_setting('sello.queues_pass', true), 'UTF8'))))
ORDER BY d.deed_id DESC LIMIT p_enter
$$;
ALTER FUNCTION read_operator_deeds OWNER TO sello_operator;
GRANT EXECUTE ON FUNCTION read_operator_deeds TO sello_service;
