-- The position of the last row that is not behind this instant and document; 0 where there is none. Positions go with
-- the instants, so that halving finds it in a few steps, without another index.
CREATE OR REPLACE FUNCTION search_position(p_company uuid, p_at timestamptz, p_document uuid)
  RETURNS bigint
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  low bigint := 0;
  high bigint;
  middle bigint;
  is_behind boolean;
BEGIN
  SELECT p.position INTO high FROM search_progress p WHERE p.company_id = p_company;
  WHILE low < coalesce(high, 0) LOOP
    middle := (low + high + 1) / 2;
    SELECT (s.posted_at, s.document_id) > (p_at, p_document) INTO STRICT is_behind
      FROM document_search s WHERE s.company_id = p_company AND s.position = middle;
    IF is_behind THEN
      high := middle - 1;
    ELSE
      low := middle;
    END IF;
  END LOOP;
  RETURN low;
END
$$;
GRANT EXECUTE ON FUNCTION search_position TO sello_service, sello_operator, sello_phases;
