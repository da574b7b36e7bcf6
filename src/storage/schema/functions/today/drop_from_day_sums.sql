-- Takes documents that leave the search out of the sums, as a loose part of them.
CREATE OR REPLACE FUNCTION drop_from_day_sums()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
DECLARE
  s record;
BEGIN
  FOR s IN SELECT f.company_id, f.environment, local_day(f.posted_at) AS day, f.doc_type, f.state, f.invalidated,
      f.invalidated AND f.adjusted AS by_note, count(*) AS documents, sum(f.taxable) AS taxable, sum(f.vat) AS vat,
      sum(f.gross) AS gross, sum(f.retention) AS retention, sum(f.total) AS total
    FROM former f
    GROUP BY f.company_id, f.environment, local_day(f.posted_at), f.doc_type, f.state, f.invalidated,
      f.invalidated AND f.adjusted
  LOOP
    INSERT INTO day_sums (company_id, environment, day, doc_type, state, invalidated, by_note, documents, taxable, vat,
        gross, retention, total)
      VALUES (s.company_id, s.environment, s.day, s.doc_type, s.state, s.invalidated, s.by_note, -s.documents, -s.taxable,
        -s.vat, -s.gross, -s.retention, -s.total);
  END LOOP;
  RETURN NULL;
END
$$;
GRANT EXECUTE ON FUNCTION drop_from_day_sums TO sello_service, sello_operator;
