-- Begins the leases of all rows anew that a node holds, and the quarantine of all bytes that may be under way. They
-- are found by the indexes of what is due.
CREATE OR REPLACE FUNCTION begin_leases_anew(p_lease_ms float8)
  RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  now_at CONSTANT timestamptz := statement_timestamp();
BEGIN
  UPDATE documents SET lease_until = now_at + p_lease_ms * interval '1 ms'
    WHERE next_attempt_at IS NOT NULL AND lease_until IS NOT NULL;
  UPDATE invalidations SET lease_until = now_at + p_lease_ms * interval '1 ms'
    WHERE next_attempt_at IS NOT NULL AND lease_until IS NOT NULL;
  UPDATE contingency_events SET lease_until = now_at + p_lease_ms * interval '1 ms'
    WHERE next_attempt_at IS NOT NULL AND lease_until IS NOT NULL;
  UPDATE attempts SET last_sent_at = now_at,
      earlier_sent_at = CASE WHEN earlier_sent_at IS NOT NULL THEN now_at END
    WHERE outcome = 'unknown';
  UPDATE invalidation_attempts SET last_sent_at = now_at,
      earlier_sent_at = CASE WHEN earlier_sent_at IS NOT NULL THEN now_at END
    WHERE outcome = 'unknown';
END
$$;
GRANT EXECUTE ON FUNCTION begin_leases_anew TO sello_operator;
