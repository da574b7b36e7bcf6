-- Refuses to go on where the database has forgotten something (SE010) or its clock is apart from the node's (SE011).
CREATE OR REPLACE FUNCTION refuse_standing(p_standing log_standing)
  RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  IF p_standing.refusal = 'SE011' THEN
    RAISE EXCEPTION 'the database''s clock is %', p_standing.obstacle USING ERRCODE = 'SE011';
  ELSIF p_standing.obstacle IS NOT NULL THEN
    RAISE EXCEPTION 'the database has forgotten: %', p_standing.obstacle USING ERRCODE = 'SE010';
  END IF;
END
$$;
GRANT EXECUTE ON FUNCTION refuse_standing TO sello_service, sello_operator, sello_phases;
