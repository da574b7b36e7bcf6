-- Up Migration

-- The export of a month as it was when somebody closed it, and again when an amended one was presented. Nobody changes or
-- deletes what was written here: the service's role may only add to it.
CREATE TABLE month_closings (
  company_id uuid NOT NULL REFERENCES companies,
  closing_id uuid NOT NULL,
  environment text NOT NULL CHECK (environment IN ('00', '01')),
  -- AAAA-MM.
  month text NOT NULL CHECK (month ~ '^[0-9]{4}-[0-9]{2}$'),
  -- 1 for what was presented first; each amended export counts one more.
  version integer NOT NULL CHECK (version > 0),
  closed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  closed_by text NOT NULL,
  -- How the open points of the manual stood, and how the company classed its documents.
  criteria jsonb NOT NULL,
  PRIMARY KEY (company_id, closing_id),
  UNIQUE (company_id, environment, month, version)
);

CREATE TABLE closing_files (
  company_id uuid NOT NULL,
  closing_id uuid NOT NULL,
  place integer NOT NULL,
  name text NOT NULL,
  bytes bigint NOT NULL,
  sha256 bytea NOT NULL CHECK (octet_length(sha256) = 32),
  PRIMARY KEY (company_id, closing_id, place),
  UNIQUE (company_id, closing_id, name),
  FOREIGN KEY (company_id, closing_id) REFERENCES month_closings
);

-- What the files are made of, written before their closing is: what no closing names counts for nothing.
CREATE TABLE closing_pieces (
  company_id uuid NOT NULL,
  closing_id uuid NOT NULL,
  name text NOT NULL,
  piece integer NOT NULL,
  content bytea NOT NULL,
  PRIMARY KEY (company_id, closing_id, name, piece)
);

DO $$
DECLARE
  relation text;
  wall record;
BEGIN
  FOREACH relation IN ARRAY ARRAY['month_closings', 'closing_files', 'closing_pieces']
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
GRANT SELECT, INSERT ON month_closings, closing_files, closing_pieces TO sello_service;
GRANT SELECT ON month_closings, closing_files, closing_pieces TO sello_operator;
