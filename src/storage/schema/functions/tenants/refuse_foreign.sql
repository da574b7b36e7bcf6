-- Refuses every company but that of the transaction, for functions that act as the operator.
CREATE OR REPLACE FUNCTION refuse_foreign(p_company uuid)
  RETURNS void
  LANGUAGE plpgsql STABLE
  SET search_path = public, pg_temp
AS $$
BEGIN
  IF p_company IS NULL OR p_company IS DISTINCT FROM current_company() THEN
    RAISE EXCEPTION 'permission denied: not the company of this transaction' USING ERRCODE = 'insufficient_privilege';
  END IF;
END
$$;
GRANT EXECUTE ON FUNCTION refuse_foreign TO sello_operator;
