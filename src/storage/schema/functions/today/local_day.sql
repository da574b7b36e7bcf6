-- The day in El Salvador, which has no summer time.
CREATE OR REPLACE FUNCTION local_day(p_at timestamptz)
  RETURNS date
  LANGUAGE sql IMMUTABLE STRICT
RETURN (p_at AT TIME ZONE interval '-06:00')::date;
GRANT EXECUTE ON FUNCTION local_day TO sello_service, sello_operator, sello_phases;
