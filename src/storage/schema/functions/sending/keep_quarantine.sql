-- Keeps the quarantine that a node was started with, in milliseconds: the longest of all nodes' holds.
CREATE OR REPLACE FUNCTION keep_quarantine(p_lasts_ms float8)
  RETURNS void
  LANGUAGE sql SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
UPDATE quarantines SET lasts_ms = ceil(p_lasts_ms) WHERE lasts_ms < p_lasts_ms
$$;
ALTER FUNCTION keep_quarantine OWNER TO sello_operator;
GRANT EXECUTE ON FUNCTION keep_quarantine TO sello_service;
