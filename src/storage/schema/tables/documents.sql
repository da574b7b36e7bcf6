-- The last number of each scope: a scope is what shares its numbers, such as the documents of a type at a point of sale.
CREATE TABLE series (
  company_id uuid NOT NULL REFERENCES companies,
  environment text NOT NULL,
  fiscal_year integer NOT NULL,
  scope text NOT NULL,
  last_number bigint NOT NULL CHECK (last_number BETWEEN 1 AND 999999999999999),
  -- Series whose scopes contain one another share control numbers, and both have counters only where the company's series mode
  -- changed during the year: then the numbers go on after the highest of either. All others take the next number by their key.
  shares_numbers boolean NOT NULL DEFAULT false,
  PRIMARY KEY (company_id, environment, fiscal_year, scope)
);

-- A document from its number on. Its row is the queue of the background work as well. What it must be like is checked by the
-- trigger `check_document`: as constraints the conditions were read from the catalogs anew by every statement, which took longer
-- than the statement. Its long text lies outside the row, which is then narrow and has room on its page for the next version
-- of itself.
CREATE TABLE documents (
  company_id uuid NOT NULL REFERENCES companies,
  document_id uuid NOT NULL,
  external_ref text NOT NULL,
  doc_type text NOT NULL,
  environment text NOT NULL,
  control_number text NOT NULL,
  fiscal_year integer NOT NULL,
  establishment text NOT NULL,
  point_of_sale text NOT NULL,
  posted_at timestamptz NOT NULL,
  state text NOT NULL,
  generation text NOT NULL,
  generation_code text NOT NULL,
  -- The document without its identification block, as it will be signed, and what status shows of it.
  draft text NOT NULL,
  summary jsonb NOT NULL,
  payload_hash text NOT NULL,
  -- A changed payload that waits until the fate of the bytes already sent is known.
  wanted jsonb,
  reception_stamp text,
  stamped_attempt integer,
  processed_at text,
  message_code text NOT NULL DEFAULT '',
  message text NOT NULL DEFAULT '',
  observations jsonb NOT NULL DEFAULT '[]',
  -- When the last verdict came; a new generation code forgets a rejection.
  settled_at timestamptz,
  -- The claim that took the lease, and until when it has it.
  lease_holder uuid,
  lease_until timestamptz,
  fence bigint NOT NULL DEFAULT 0,
  -- When the background takes the document up, unless a lease says later; null where nothing is left to do.
  next_attempt_at timestamptz DEFAULT clock_timestamp() + interval '1 minute',
  -- Runs in a row that ended in silence, for the back-off.
  tries integer NOT NULL DEFAULT 0,
  -- Runs in a row that did not end orderly; too many put the document aside.
  takings integer NOT NULL DEFAULT 0,
  put_aside_at timestamptz,
  -- When the first request about the document ended without a verdict.
  contingency_since timestamptz,
  -- What the document declares since it became formal.
  contingency_type smallint,
  contingency_reason text,
  -- The one live event that lists it; a document that takes a new generation code is listed no longer.
  event_id uuid,
  -- Set with the event's seal: until when the document must arrive.
  transmit_until timestamptz,
  -- The CCF that a note adjusts, for good.
  adjusts uuid,
  -- full: cancels it; lines: some of it; clone: all lines and no cancellation; automatic: cancels it on our initiative.
  adjust_mode text,
  -- What the note takes from its CCF, in dollars: its total with VAT, and its lines without.
  adjusted_gross numeric(14, 2),
  adjusted_net numeric(21, 8),
  -- Where the caller also wants the document delivered; no part of the official document, so a retry may change it
  -- without another signature. WhatsApp is kept and not served.
  redirect_email text,
  redirect_whatsapp text,
  -- Since when a note takes from its CCF what it takes now: from its number on, or from when it was sent again with a
  -- payload of its own choice. Rows from before have none, and count from when they were posted.
  adjusts_since timestamptz DEFAULT clock_timestamp(),
  -- What a note takes in each class of sale: with VAT as its summary prints it, and without by its lines. Rows that an
  -- earlier version wrote have none, and are read from the note itself.
  adjusted_sales jsonb,
  -- How many generation codes a document has had: the next one is derived from it. Documents of before have had one or
  -- more that were random, so that none of theirs is met again.
  generation_codes integer NOT NULL DEFAULT 1,
  -- Codes of the document that the authority has to be asked about before anything of it leaves.
  codes_to_ask integer NOT NULL DEFAULT 0,
  -- A rejection that is not known to hold, with the answer it came in, until the authority has been asked after the
  -- quarantine (src/core/submitting/doubt.ts).
  doubt jsonb,
  -- How many control numbers a document has had.
  numbers integer NOT NULL DEFAULT 1,
  -- Codes of the income tax that a request gave to its document: no part of the official one, and null where it gave none.
  income_class jsonb,
  PRIMARY KEY (company_id, document_id),
  UNIQUE (company_id, external_ref),
  UNIQUE (company_id, environment, fiscal_year, control_number),
  FOREIGN KEY (company_id, event_id) REFERENCES contingency_events (company_id, event_id),
  FOREIGN KEY (company_id, adjusts) REFERENCES documents (company_id, document_id)
) WITH (toast_tuple_target = 1024, fillfactor = 75);
-- Faster than PostgreSQL's own compression, where the server was built with it.
DO $$
BEGIN
  ALTER TABLE documents ALTER COLUMN draft SET COMPRESSION lz4;
EXCEPTION WHEN feature_not_supported OR invalid_parameter_value THEN NULL;
END $$;
-- The state is no part of it, so that the steps of an issuance leave the index alone.
CREATE INDEX documents_due ON documents (company_id, next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX documents_unreported ON documents (company_id, environment)
  WHERE contingency_type IS NOT NULL AND event_id IS NULL;
CREATE INDEX documents_of_event ON documents (company_id, event_id) WHERE event_id IS NOT NULL;
CREATE INDEX documents_adjusting ON documents (company_id, adjusts) WHERE adjusts IS NOT NULL;
-- Documents that the background gave up are counted for the operator at every look; they are rare among ten years of documents.
CREATE INDEX documents_put_aside ON documents (company_id) WHERE put_aside_at IS NOT NULL;
-- Documents are listed in the order of their issue, newest or oldest first (decision 27).
CREATE INDEX documents_issued ON documents (company_id, posted_at, document_id);
-- Documents that their first holder brought to no verdict. No statement of a sale that goes well changes either column, so that its
-- last rewriting touches no index.
CREATE INDEX documents_taken_up ON documents (company_id, posted_at) WHERE fence > 1;
CREATE TRIGGER check_document BEFORE INSERT OR UPDATE ON documents FOR EACH ROW EXECUTE FUNCTION check_document();
CREATE TRIGGER keep_document BEFORE UPDATE ON documents FOR EACH ROW EXECUTE FUNCTION keep_document();
CREATE TRIGGER keep_former_payload AFTER UPDATE OF payload_hash ON documents
  FOR EACH ROW WHEN (OLD.payload_hash <> NEW.payload_hash) EXECUTE FUNCTION keep_former_payload();
CREATE TRIGGER keep_search AFTER UPDATE ON documents FOR EACH ROW
  WHEN ((NEW.posted_at < statement_timestamp() - interval '50 seconds' OR NEW.adjusts IS NOT NULL)
    AND (NEW.state, NEW.control_number, NEW.generation_code, NEW.payload_hash, NEW.doubt, NEW.contingency_since)
      IS DISTINCT FROM (OLD.state, OLD.control_number, OLD.generation_code, OLD.payload_hash, OLD.doubt, OLD.contingency_since))
  EXECUTE FUNCTION keep_search();
CREATE TRIGGER keep_search_new AFTER INSERT ON documents FOR EACH ROW
  WHEN (NEW.posted_at < statement_timestamp() - interval '50 seconds' OR NEW.adjusts IS NOT NULL)
  EXECUTE FUNCTION keep_search();

-- A document as status and lists show it: a rejection is shown when it comes, whatever may be in doubt about it.
CREATE VIEW document_records WITH (security_invoker = true) AS
  SELECT company_id, document_id, external_ref, doc_type, environment, control_number, establishment, point_of_sale,
    (extract(epoch FROM posted_at) * 1000)::float8 AS posted_ms,
    CASE WHEN doubt ->> 'about' = 'copy' THEN 'rejected' ELSE state END AS state, generation, generation_code, summary,
    payload_hash, wanted IS NOT NULL AS has_wanted, reception_stamp, message_code, message, observations, adjusts
  FROM documents;

-- The bytes of a document, signed: on record as unknown before the first of them leaves. They are checked by `check_attempt`.
CREATE TABLE attempts (
  company_id uuid NOT NULL,
  document_id uuid NOT NULL,
  attempt integer NOT NULL,
  generation_code text NOT NULL,
  payload_hash text NOT NULL,
  jws text NOT NULL,
  jws_sha256 bytea NOT NULL,
  outcome text NOT NULL,
  sends integer NOT NULL,
  last_sent_at timestamptz NOT NULL,
  settled_at timestamptz,
  answer_status integer,
  answer_body text,
  -- Whether the bytes say that they were issued in a contingency.
  formal boolean NOT NULL DEFAULT false,
  -- An adopted seal belongs to the version of the bytes that had left when it was given.
  first_sent_at timestamptz DEFAULT clock_timestamp(),
  -- The sending before the last one, which stays unanswered where the last one is answered.
  earlier_sent_at timestamptz,
  -- The payload of these bytes, kept when another one takes its place in the document's row.
  former jsonb,
  -- The number in these bytes, where the document has given it up since.
  control_number text,
  PRIMARY KEY (company_id, document_id, attempt),
  FOREIGN KEY (company_id, document_id) REFERENCES documents
) WITH (toast_tuple_target = 512, fillfactor = 85);
-- Faster than PostgreSQL's own compression, where the server was built with it.
DO $$
BEGIN
  ALTER TABLE attempts ALTER COLUMN jws SET COMPRESSION lz4;
EXCEPTION WHEN feature_not_supported OR invalid_parameter_value THEN NULL;
END $$;
-- At most one version of a document's bytes can be of unknown fate.
CREATE UNIQUE INDEX attempts_one_unknown ON attempts (company_id, document_id) WHERE outcome = 'unknown';
-- A row that has become final gets a link in the archive.
CREATE TRIGGER archive_new AFTER INSERT ON attempts FOR EACH ROW WHEN (NEW.outcome IN ('stamped', 'rejected'))
  EXECUTE FUNCTION queue_for_archive('document');
CREATE TRIGGER archive_final AFTER UPDATE ON attempts FOR EACH ROW
  WHEN (NEW.outcome IS DISTINCT FROM OLD.outcome AND NEW.outcome IN ('stamped', 'rejected'))
  EXECUTE FUNCTION queue_for_archive('document');
CREATE TRIGGER check_attempt BEFORE INSERT OR UPDATE ON attempts FOR EACH ROW EXECUTE FUNCTION check_attempt();
CREATE TRIGGER keep_attempt BEFORE UPDATE ON attempts
  FOR EACH ROW EXECUTE FUNCTION keep_attempt();
CREATE TRIGGER keep_bytes BEFORE UPDATE OF company_id, document_id, attempt, generation_code, payload_hash, jws, jws_sha256
  ON attempts FOR EACH ROW
  WHEN ((NEW.company_id, NEW.document_id, NEW.attempt, NEW.generation_code, NEW.payload_hash, NEW.jws, NEW.jws_sha256)
        IS DISTINCT FROM
        (OLD.company_id, OLD.document_id, OLD.attempt, OLD.generation_code, OLD.payload_hash, OLD.jws, OLD.jws_sha256))
  EXECUTE FUNCTION keep_bytes();

-- A document gives up its control number where the authority has that number under a document of another system, and
-- gets the next one of its series under the same reference (decision 22). What it gave up stays on record, so that no
-- gap in a series is unexplained.
CREATE TABLE given_up_numbers (
  company_id uuid NOT NULL,
  environment text NOT NULL,
  fiscal_year integer NOT NULL,
  control_number text NOT NULL,
  document_id uuid NOT NULL,
  -- What the document has instead.
  replaced_by text NOT NULL,
  -- 'taken': another system has it. 'unused': the document turned out to be stamped under the one that it had before.
  because text NOT NULL CHECK (because IN ('taken', 'unused')),
  given_up_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- The login of the database and the address from which the node is connected; null over a socket.
  login text NOT NULL DEFAULT session_user,
  client_address text DEFAULT host(inet_client_addr()),
  PRIMARY KEY (company_id, environment, fiscal_year, control_number),
  FOREIGN KEY (company_id, document_id) REFERENCES documents
);

-- What happened to a company and its documents, as a company may read it.
CREATE TABLE audit_events (
  company_id uuid NOT NULL,
  event_id bigint GENERATED ALWAYS AS IDENTITY,
  document_id uuid,
  happened_at timestamptz NOT NULL DEFAULT now(),
  kind text NOT NULL,
  detail jsonb NOT NULL,
  PRIMARY KEY (company_id, event_id)
);
-- Nothing is noted of a sale that goes as it should, so the index costs it nothing.
CREATE INDEX audit_events_of_document ON audit_events (company_id, document_id) WHERE document_id IS NOT NULL;
