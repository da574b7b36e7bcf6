-- Counts a change of a document in the search: what was counted of it before goes, as a loose part of the sums.
CREATE OR REPLACE FUNCTION change_day_sums()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
DECLARE
  s record;
BEGIN
  FOR s IN SELECT c.company_id, c.environment, local_day(c.posted_at) AS day, c.doc_type, c.state, c.invalidated,
      c.invalidated AND c.adjusted AS by_note, sum(c.sign) AS documents, sum(c.sign * c.taxable) AS taxable,
      sum(c.sign * c.vat) AS vat, sum(c.sign * c.gross) AS gross, sum(c.sign * c.retention) AS retention,
      sum(c.sign * c.total) AS total
    FROM (SELECT -1 AS sign, former.* FROM former UNION ALL SELECT 1, fresh.* FROM fresh) AS c
    GROUP BY c.company_id, c.environment, local_day(c.posted_at), c.doc_type, c.state, c.invalidated,
      c.invalidated AND c.adjusted
    HAVING sum(c.sign) <> 0 OR sum(c.sign * c.taxable) <> 0 OR sum(c.sign * c.vat) <> 0 OR sum(c.sign * c.gross) <> 0
      OR sum(c.sign * c.retention) <> 0 OR sum(c.sign * c.total) <> 0
  LOOP
    INSERT INTO day_sums (company_id, environment, day, doc_type, state, invalidated, by_note, documents, taxable, vat,
        gross, retention, total)
      VALUES (s.company_id, s.environment, s.day, s.doc_type, s.state, s.invalidated, s.by_note, s.documents, s.taxable,
        s.vat, s.gross, s.retention, s.total);
  END LOOP;
  RETURN NULL;
END
$$;
GRANT EXECUTE ON FUNCTION change_day_sums TO sello_service, sello_operator;
