-- What a list is asked for; null for each thing that it is not asked for. Amounts are cents.
CREATE TYPE list_filter AS (
  environment text, since_at timestamptz, until_at timestamptz, doc_types text[], states text[], establishment text,
  point_of_sale text, customer text, nit text, nrc text, dui text, amount_min bigint, amount_max bigint,
  control_number text, generation_code text, reception_stamp text, external_ref text, invalidated boolean,
  adjusted boolean, contingency boolean);

-- What lists are searched by: one narrow row for each document, in the order of issue, which the background writes some
-- minutes after the document. Issuing writes none of it; what is not here yet is looked up in the documents themselves.
CREATE TABLE document_search (
  company_id uuid NOT NULL,
  -- Counts the documents of a company in the order of (posted_at, document_id), from 1 without gaps.
  position bigint NOT NULL,
  document_id uuid NOT NULL,
  posted_at timestamptz NOT NULL,
  environment text NOT NULL,
  doc_type text NOT NULL,
  -- As callers see it: stamped, rejected, or contingency for a document without a verdict.
  state text NOT NULL,
  establishment text NOT NULL,
  point_of_sale text NOT NULL,
  control_number text NOT NULL,
  generation_code text NOT NULL,
  reception_stamp text,
  -- Without case and accents.
  customer text NOT NULL,
  -- 'nit ...', 'nrc ...', 'dui ...', digits alone.
  customer_ids text[] NOT NULL,
  -- In cents.
  taxable bigint NOT NULL,
  vat bigint NOT NULL,
  gross bigint NOT NULL,
  retention bigint NOT NULL,
  total bigint NOT NULL,
  invalidated boolean NOT NULL,
  adjusted boolean NOT NULL,
  contingency boolean NOT NULL,
  PRIMARY KEY (company_id, position)
);
CREATE INDEX document_search_code ON document_search (company_id, generation_code);
CREATE INDEX document_search_stamp ON document_search (company_id, reception_stamp) WHERE reception_stamp IS NOT NULL;
CREATE TRIGGER change_day_sums AFTER UPDATE ON document_search
  REFERENCING OLD TABLE AS former NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION change_day_sums();
CREATE TRIGGER drop_from_day_sums AFTER DELETE ON document_search
  REFERENCING OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION drop_from_day_sums();
CREATE TRIGGER gather_day_sums AFTER INSERT ON document_search
  REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION gather_day_sums();

-- Which documents of a block of 4,096 positions have a term, such as a type, a customer's NIT or three letters of a name. A
-- block gets its postings when it is full. Terms are hashes: a reader that comes by a posting looks at the row.
CREATE TABLE document_postings (
  company_id uuid NOT NULL,
  term integer NOT NULL,
  block bigint NOT NULL,
  -- How many documents of the block have it; their positions in the block, null where most have it.
  documents smallint NOT NULL,
  places smallint[],
  PRIMARY KEY (company_id, term, block) INCLUDE (documents)
);

-- The last row of a company. All documents up to it are in the search, and what changes in one of them is changed there.
CREATE TABLE search_progress (
  company_id uuid PRIMARY KEY,
  position bigint NOT NULL DEFAULT 0,
  posted_at timestamptz NOT NULL DEFAULT '-infinity',
  document_id uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
  -- All transactions that wrote before marked_at have ended once every one up to this has. (The end of a snapshot would not
  -- do: transactions beyond it may be running.)
  mark xid8,
  marked_at timestamptz,
  -- Every document of an earlier instant is committed.
  complete_until timestamptz NOT NULL DEFAULT '-infinity'
);

-- Numbers the parts of sums that wait to be gathered.
CREATE SEQUENCE day_sum_parts;

-- What the documents of the search come to, by the day of El Salvador (six hours behind UTC all year), type and state. A
-- transaction that changes a row of the search adds the difference, as rows of its own (`part` > 0), so that two that change
-- documents of one day do not wait for each other; one that adds documents to the search gathers those (`part` 0).
CREATE TABLE day_sums (
  company_id uuid NOT NULL,
  environment text NOT NULL,
  day date NOT NULL,
  doc_type text NOT NULL,
  -- As the search has it.
  state text NOT NULL,
  invalidated boolean NOT NULL,
  part bigint NOT NULL DEFAULT nextval('day_sum_parts'),
  documents bigint NOT NULL,
  -- In cents.
  taxable numeric NOT NULL,
  vat numeric NOT NULL,
  gross numeric NOT NULL,
  retention numeric NOT NULL,
  total numeric NOT NULL,
  -- A CCF that a note cancels counts on its day, and the note against it on its own (decision 33). `invalidated` is what lists
  -- are filtered by, and has both these and what an event cancels; `by_note` tells them apart. No CCF with a note is invalidated
  -- by an event, so the search knows them by its own columns.
  by_note boolean NOT NULL DEFAULT false,
  PRIMARY KEY (company_id, environment, day, doc_type, state, invalidated, by_note, part)
);
CREATE INDEX day_sums_loose ON day_sums (company_id) WHERE part > 0;
