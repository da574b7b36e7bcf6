-- Writes the postings of a block of which every row is there. Block b holds the positions from 4096 b + 1 on. The
-- customer and the other terms that many documents have in common are taken apart once.
CREATE OR REPLACE FUNCTION write_postings(p_company uuid, p_block bigint)
  RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  WITH rows AS MATERIALIZED (
    SELECT (s.position - 1 - p_block * 4096)::smallint AS place, s.customer, ltrim(right(s.control_number, 15), '0') AS number,
      own_terms(ROW(s.*)::document_search) AS texts
    FROM document_search s
    WHERE s.company_id = p_company AND s.position BETWEEN p_block * 4096 + 1 AND (p_block + 1) * 4096),
  found (term, place) AS (
    SELECT n.term, r.place FROM (
        SELECT DISTINCT c.customer, search_term('name ' || t) AS term
        FROM (SELECT DISTINCT customer FROM rows) AS c, threes(c.customer) AS t) AS n
      JOIN rows r ON r.customer = n.customer
    UNION ALL SELECT search_term('number ' || t), r.place FROM rows r, threes(r.number) AS t
    UNION ALL SELECT search_term(t), r.place FROM rows r, unnest(r.texts) AS t WHERE t IS NOT NULL)
  INSERT INTO document_postings (company_id, term, block, documents, places)
    SELECT p_company, t.term, p_block, least(count(*), 4096), CASE WHEN count(*) <= 2048 THEN array_agg(t.place) END
    FROM found AS t GROUP BY t.term
    ON CONFLICT (company_id, term, block) DO UPDATE SET documents = excluded.documents, places = excluded.places;
END
$$;
GRANT EXECUTE ON FUNCTION write_postings TO sello_service, sello_operator, sello_phases;
