-- Changes of the income tax's codes of documents, by whom, and in which documents; no role changes what was written here.
CREATE TABLE class_changes (
  company_id uuid NOT NULL REFERENCES companies,
  change_id bigint GENERATED ALWAYS AS IDENTITY,
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  changed_by text NOT NULL,
  -- The month whose documents were changed, AAAA-MM, and which of them.
  month text NOT NULL CHECK (month ~ '^[0-9]{4}-[0-9]{2}$'),
  filter jsonb NOT NULL,
  income_class jsonb NOT NULL,
  documents integer NOT NULL,
  PRIMARY KEY (company_id, change_id)
);

-- The codes of each document that a change was about.
CREATE TABLE document_classes (
  company_id uuid NOT NULL,
  document_id uuid NOT NULL,
  change_id bigint NOT NULL,
  -- All codes that the document has since, those of before among them.
  income_class jsonb NOT NULL,
  PRIMARY KEY (company_id, document_id, change_id),
  FOREIGN KEY (company_id, change_id) REFERENCES class_changes
);

-- The export of a month as it was when it was closed, and again when an amended one was presented. No role changes or
-- deletes what was written here.
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
  -- Since when the files of a closing lack verdicts: the instant before the first of them was read. Null in closings from
  -- before, of which only the end is known.
  read_since timestamptz,
  PRIMARY KEY (company_id, closing_id),
  UNIQUE (company_id, environment, month, version)
);

-- The files of a closing, in their order.
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

-- The pieces of the files, written before their closing is: pieces that no closing names count for nothing.
CREATE TABLE closing_pieces (
  company_id uuid NOT NULL,
  closing_id uuid NOT NULL,
  name text NOT NULL,
  piece integer NOT NULL,
  content bytea NOT NULL,
  PRIMARY KEY (company_id, closing_id, name, piece)
);

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
  -- Why it was left where it is; null while a node works on it, or where the node was killed.
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

-- Documents about which the authority says something else than the database.
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
  -- The seal that the authority answers, where it answers one.
  stamp_there text CHECK (stamp_there ~ '^[A-Z0-9]{40}$'),
  found_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (company_id, reconciliation_id, finding_id),
  FOREIGN KEY (company_id, reconciliation_id) REFERENCES month_reconciliations ON DELETE CASCADE,
  FOREIGN KEY (company_id, document_id) REFERENCES documents
);
