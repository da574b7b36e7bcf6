-- An amount of a summary in cents.
CREATE OR REPLACE FUNCTION cents(p_amount text)
  RETURNS bigint
  LANGUAGE sql IMMUTABLE STRICT
RETURN (p_amount::numeric * 100)::bigint;
GRANT EXECUTE ON FUNCTION cents TO sello_service, sello_operator, sello_phases;
