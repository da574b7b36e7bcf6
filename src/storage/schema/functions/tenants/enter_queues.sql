-- The first argument of a function that looks across companies: it shows the pass of the queues before the function
-- runs.
CREATE OR REPLACE FUNCTION enter_queues(p_total integer, p_pass text)
  RETURNS integer
  LANGUAGE sql
RETURN CASE WHEN set_config('sello.queues_pass', p_pass, true) IS NOT NULL THEN p_total END;
GRANT EXECUTE ON FUNCTION enter_queues TO sello_service, sello_operator, sello_phases;
