-- The numbers of what waits, for the measures.
CREATE OR REPLACE FUNCTION read_backlog(p_enter integer, p_states text[])
  RETURNS json
  LANGUAGE plpgsql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
BEGIN
  RETURN json_build_object(
    -- By the index of what is due: a document with a verdict has no next attempt.
    'documents', (SELECT coalesce(json_agg(w ORDER BY environment, state), '[]'::json) FROM (
      SELECT environment, state, count(*) AS count,
        count(*) FILTER (WHERE next_attempt_at <= clock_timestamp()
          AND (lease_until IS NULL OR lease_until <= clock_timestamp())) AS due,
        extract(epoch FROM clock_timestamp() - min(posted_at))::float8 AS oldest
      FROM documents WHERE next_attempt_at IS NOT NULL AND state = ANY (p_states)
      GROUP BY environment, state) AS w),
    'invalidations', (SELECT count(*) FROM invalidations WHERE next_attempt_at IS NOT NULL),
    'documents_aside', (SELECT count(*) FROM documents WHERE put_aside_at IS NOT NULL),
    'invalidations_aside', (SELECT count(*) FROM invalidations WHERE put_aside_at IS NOT NULL),
    -- A clock runs from the end of the outage to report_until, and from the seal to transmit_until.
    'clocks', (SELECT coalesce(json_agg(c ORDER BY clock), '[]'::json) FROM (
      SELECT DISTINCT ON (clock) clock,
        extract(epoch FROM until - clock_timestamp())::float8 AS seconds_left,
        (extract(epoch FROM clock_timestamp() - since) / extract(epoch FROM until - since))::float8 AS used
      FROM (SELECT CASE WHEN sealed_at IS NULL THEN 'report' ELSE 'transmit' END AS clock,
              CASE WHEN sealed_at IS NULL THEN ends_at ELSE sealed_at END AS since,
              coalesce(transmit_until, report_until) AS until
            FROM contingency_events WHERE next_attempt_at IS NOT NULL) AS running
      WHERE until > since ORDER BY clock, until) AS c));
END
$$;
ALTER FUNCTION read_backlog OWNER TO sello_operator;
GRANT EXECUTE ON FUNCTION read_backlog TO sello_service;
