-- Up Migration

-- How far the authority has been asked about the documents of a month, and what was found. A month has at most one that
-- has ended and one that has not; one that ends takes the place of the one before.
CREATE TABLE month_reconciliations (
  company_id uuid NOT NULL REFERENCES companies,
  reconciliation_id uuid NOT NULL,
  environment text NOT NULL CHECK (environment IN ('00', '01')),
  -- AAAA-MM.
  month text NOT NULL CHECK (month ~ '^[0-9]{4}-[0-9]{2}$'),
  begun_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  begun_by text NOT NULL,
  moved_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ended_at timestamptz,
  -- Why it was left where it is; null while somebody works on it, or was killed.
  stopped text,
  -- Documents of the month when it was begun or gone on with, and how many of them have been asked about.
  total integer NOT NULL CHECK (total >= 0),
  documents integer NOT NULL DEFAULT 0 CHECK (documents >= 0),
  -- The last document that was asked about, in the order of issue.
  after_posted_at timestamptz,
  after_document uuid,
  PRIMARY KEY (company_id, reconciliation_id),
  CHECK ((after_posted_at IS NULL) = (after_document IS NULL))
);
CREATE UNIQUE INDEX month_reconciliations_open ON month_reconciliations (company_id, environment, month)
  WHERE ended_at IS NULL;
CREATE UNIQUE INDEX month_reconciliations_ended ON month_reconciliations (company_id, environment, month)
  WHERE ended_at IS NOT NULL;

CREATE TABLE reconciliation_findings (
  company_id uuid NOT NULL,
  reconciliation_id uuid NOT NULL,
  finding_id bigint GENERATED ALWAYS AS IDENTITY,
  document_id uuid NOT NULL,
  reason text NOT NULL CHECK (reason IN ('absent_there', 'stamped_there', 'known_there', 'earlier_code_there',
    'number_taken', 'other_seal', 'invalidated_there', 'unanswered')),
  -- What was asked about: a generation code, or a control number that the document has given up.
  generation_code text,
  control_number text,
  -- The seal that the authority tells, where it tells one.
  stamp_there text CHECK (stamp_there ~ '^[A-Z0-9]{40}$'),
  found_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (company_id, reconciliation_id, finding_id),
  FOREIGN KEY (company_id, reconciliation_id) REFERENCES month_reconciliations ON DELETE CASCADE,
  FOREIGN KEY (company_id, document_id) REFERENCES documents
);

DO $$
DECLARE
  relation text;
  wall record;
BEGIN
  FOREACH relation IN ARRAY ARRAY['month_reconciliations', 'reconciliation_findings']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', relation);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', relation);
    -- The walls around it are those around the documents.
    FOR wall IN SELECT polname, pg_get_expr(polqual, polrelid) AS proof,
        CASE polname WHEN 'tenant' THEN 'sello_service' ELSE 'sello_operator' END AS visitor
      FROM pg_policy WHERE polrelid = 'documents'::regclass
    LOOP
      EXECUTE format('CREATE POLICY %I ON %I TO %I USING (%s)', wall.polname, relation, wall.visitor, wall.proof);
    END LOOP;
  END LOOP;
END $$;
GRANT SELECT, INSERT, DELETE, UPDATE (moved_at, ended_at, stopped, total, documents, after_posted_at, after_document)
  ON month_reconciliations TO sello_service;
GRANT SELECT, INSERT ON reconciliation_findings TO sello_service;
GRANT SELECT ON month_reconciliations, reconciliation_findings TO sello_operator;
