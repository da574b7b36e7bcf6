-- Counts documents that are added to the search, and gathers the loose parts of their company. The transaction that
-- adds documents waits for those that change some, and they for it.
CREATE OR REPLACE FUNCTION gather_day_sums()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
DECLARE
  company uuid;
  gathered json;
  loose json;
  s record;
BEGIN
  FOR company IN SELECT DISTINCT f.company_id FROM fresh f LOOP
    gathered := (SELECT json_agg(a) FROM (
      SELECT f.environment, local_day(f.posted_at) AS day, f.doc_type, f.state, f.invalidated,
        f.invalidated AND f.adjusted AS by_note, count(*) AS documents, sum(f.taxable) AS taxable, sum(f.vat) AS vat,
        sum(f.gross) AS gross, sum(f.retention) AS retention, sum(f.total) AS total
      FROM fresh f WHERE f.company_id = company
      GROUP BY f.environment, local_day(f.posted_at), f.doc_type, f.state, f.invalidated, f.invalidated AND f.adjusted) AS a);
    WITH gone AS (DELETE FROM day_sums d WHERE d.company_id = company AND d.part > 0 RETURNING d.*)
      SELECT json_agg(gone) INTO loose FROM gone;
    FOR s IN SELECT a.environment, a.day, a.doc_type, a.state, a.invalidated, a.by_note, sum(a.documents) AS documents,
        sum(a.taxable) AS taxable, sum(a.vat) AS vat, sum(a.gross) AS gross, sum(a.retention) AS retention, sum(a.total) AS total
      FROM (SELECT * FROM json_populate_recordset(NULL::day_sums, gathered)
        UNION ALL SELECT * FROM json_populate_recordset(NULL::day_sums, loose)) AS a
      GROUP BY a.environment, a.day, a.doc_type, a.state, a.invalidated, a.by_note
    LOOP
      INSERT INTO day_sums AS d (company_id, environment, day, doc_type, state, invalidated, by_note, part, documents,
          taxable, vat, gross, retention, total)
        VALUES (company, s.environment, s.day, s.doc_type, s.state, s.invalidated, s.by_note, 0, s.documents,
          s.taxable, s.vat, s.gross, s.retention, s.total)
        ON CONFLICT (company_id, environment, day, doc_type, state, invalidated, by_note, part) DO UPDATE
          SET documents = d.documents + excluded.documents, taxable = d.taxable + excluded.taxable,
            vat = d.vat + excluded.vat, gross = d.gross + excluded.gross, retention = d.retention + excluded.retention,
            total = d.total + excluded.total;
    END LOOP;
  END LOOP;
  RETURN NULL;
END
$$;
GRANT EXECUTE ON FUNCTION gather_day_sums TO sello_service, sello_operator;
