-- A company's documents, tried in the other generation. A rehearsal goes on where it stopped, on whatever node.
CREATE TABLE rehearsals (
  company_id uuid NOT NULL,
  rehearsal_id uuid NOT NULL,
  environment text NOT NULL,
  generation text NOT NULL CHECK (generation IN ('v1', 'v2')),
  -- The day in El Salvador from which on documents count; null for all.
  since date,
  requested_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  finished_at timestamptz,
  failed boolean NOT NULL DEFAULT false,
  -- The document that was looked at last, in the order of their identifiers.
  after_document uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
  report jsonb NOT NULL,
  lease_until timestamptz,
  fence bigint NOT NULL DEFAULT 0,
  -- How often it was taken since it last came on.
  takings integer NOT NULL DEFAULT 0,
  PRIMARY KEY (company_id, rehearsal_id)
);
CREATE UNIQUE INDEX rehearsals_open ON rehearsals (company_id) WHERE finished_at IS NULL;

-- The customers and products of which something was left to a default, with the documents that named them.
CREATE TABLE rehearsal_gaps (
  company_id uuid NOT NULL,
  rehearsal_id uuid NOT NULL,
  known_by text NOT NULL CHECK (known_by IN ('identity', 'code', 'description')),
  name text NOT NULL,
  title text NOT NULL,
  gaps text[] NOT NULL,
  documents integer NOT NULL,
  PRIMARY KEY (company_id, rehearsal_id, known_by, name)
);
