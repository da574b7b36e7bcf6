-- The next number of a scope. It is greater than every number of a scope that contains this one or is contained in
-- it, so that a company that changes the scopes of its series repeats none.
CREATE OR REPLACE FUNCTION next_number(p_company uuid, p_environment text, p_year integer, p_scope text,
    p_given bigint)
  RETURNS bigint
  LANGUAGE plpgsql
AS $$
DECLARE
  number bigint;
  furthest bigint;
  shares boolean;
BEGIN
  UPDATE series s SET last_number = s.last_number + 1
    WHERE s.company_id = p_company AND s.environment = p_environment AND s.fiscal_year = p_year AND s.scope = p_scope
      AND NOT s.shares_numbers
    RETURNING s.last_number INTO number;
  IF FOUND THEN
    RETURN number;
  END IF;
  -- Whoever begins a series waits for whoever is at work in one that it shares numbers with.
  UPDATE series s SET shares_numbers = true
    WHERE s.company_id = p_company AND s.environment = p_environment AND s.fiscal_year = p_year AND s.scope <> p_scope
      AND (starts_with(s.scope, p_scope) OR starts_with(p_scope, s.scope)) AND NOT s.shares_numbers;
  SELECT max(s.last_number), count(*) FILTER (WHERE s.scope <> p_scope) > 0 INTO furthest, shares FROM series s
    WHERE s.company_id = p_company AND s.environment = p_environment AND s.fiscal_year = p_year
      AND (starts_with(s.scope, p_scope) OR starts_with(p_scope, s.scope));
  number := coalesce(furthest, p_given) + 1;
  INSERT INTO series AS s (company_id, environment, fiscal_year, scope, last_number, shares_numbers)
    VALUES (p_company, p_environment, p_year, p_scope, number, shares)
    ON CONFLICT (company_id, environment, fiscal_year, scope)
    DO UPDATE SET last_number = greatest(s.last_number, excluded.last_number - 1) + 1,
      shares_numbers = s.shares_numbers OR excluded.shares_numbers
    RETURNING s.last_number INTO number;
  RETURN number;
END
$$;
GRANT EXECUTE ON FUNCTION next_number TO sello_service, sello_phases;
