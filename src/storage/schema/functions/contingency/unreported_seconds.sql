-- How long the oldest document in contingency has been in it that no sealed event lists, in seconds. It is found by
-- the indexes of what is due and of what was put aside.
CREATE OR REPLACE FUNCTION unreported_seconds(p_enter integer)
  RETURNS float8
  LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
SELECT extract(epoch FROM clock_timestamp() - min(contingency_since))::float8 FROM documents
WHERE (next_attempt_at IS NOT NULL OR put_aside_at IS NOT NULL) AND state = 'contingency'
  AND transmit_until IS NULL
$$;
ALTER FUNCTION unreported_seconds OWNER TO sello_operator;
GRANT EXECUTE ON FUNCTION unreported_seconds TO sello_service;
