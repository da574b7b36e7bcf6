-- Up Migration

-- Three roles without login. None of them owns a table or bypasses row-level security. Roles belong to the cluster, so another
-- database may have made them already.
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY[
    -- Sees one company a transaction.
    'sello_service',
    -- Sees all of them.
    'sello_operator',
    -- The entry functions of the phases act as it: they prove the pass of each company once, before its first row. No login is a
    -- member of it.
    'sello_phases']
  LOOP
    BEGIN
      EXECUTE format('CREATE ROLE %I NOLOGIN NOBYPASSRLS', name);
    EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
    END;
  END LOOP;
END $$;
GRANT sello_service, sello_operator, sello_phases TO CURRENT_USER;

-- The tables with which the first release begins; what they are for says src/storage/schema/tables.
CREATE TABLE archive_queue (
  company_id uuid NOT NULL,
  entry bigint GENERATED ALWAYS AS IDENTITY,
  relation text NOT NULL,
  subject uuid NOT NULL,
  PRIMARY KEY (company_id, entry)
);

CREATE TABLE archive_links (
  company_id uuid NOT NULL,
  position bigint NOT NULL CHECK (position > 0),
  relation text NOT NULL,
  row_key text NOT NULL,
  row_hash bytea NOT NULL,
  column_marks bytea NOT NULL,
  link_hash bytea NOT NULL,
  PRIMARY KEY (company_id, position),
  UNIQUE (company_id, relation, row_key)
);

CREATE TABLE archive_heads (
  company_id uuid NOT NULL,
  position bigint NOT NULL,
  signed_at timestamptz NOT NULL,
  jws text NOT NULL,
  PRIMARY KEY (company_id, position)
);

CREATE TABLE companies (
  company_id uuid PRIMARY KEY,
  slug text NOT NULL UNIQUE,
  environment text NOT NULL CHECK (environment IN ('00', '01')),
  profile jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  has_smtp boolean NOT NULL GENERATED ALWAYS AS (profile #>> '{delivery,smtp,host}' IS NOT NULL) STORED,
  links_epoch integer NOT NULL DEFAULT 0 CHECK (links_epoch >= 0),
  rejections_email text GENERATED ALWAYS AS (profile #>> '{delivery,rejections_email}') STORED
);

CREATE TABLE certificates (
  company_id uuid NOT NULL REFERENCES companies,
  certificate_id uuid NOT NULL,
  environment text NOT NULL CHECK (environment IN ('00', '01')),
  nit text NOT NULL,
  not_before timestamptz NOT NULL,
  not_after timestamptz NOT NULL,
  public_key bytea NOT NULL,
  sealed_private_key text NOT NULL,
  imported_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, certificate_id)
);
CREATE INDEX certificates_latest ON certificates (company_id, environment, imported_at DESC);

CREATE TABLE authority_credentials (
  company_id uuid NOT NULL REFERENCES companies,
  environment text NOT NULL CHECK (environment IN ('00', '01')),
  username text NOT NULL,
  sealed_password text NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, environment)
);

CREATE TABLE smtp_passwords (
  company_id uuid PRIMARY KEY REFERENCES companies,
  sealed_password text NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE customer_completions (
  company_id uuid NOT NULL,
  identity text NOT NULL CHECK (char_length(identity) BETWEEN 1 AND 40),
  district text,
  document_type text,
  activity_code text,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, identity)
);

CREATE TABLE product_completions (
  company_id uuid NOT NULL,
  known_by text NOT NULL CHECK (known_by IN ('code', 'description')),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 250),
  unit text NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, known_by, name)
);

CREATE TABLE contingency_events (
  company_id uuid NOT NULL REFERENCES companies,
  event_id uuid NOT NULL,
  environment text NOT NULL CHECK (environment IN ('00', '01')),
  generation_code text NOT NULL CHECK (generation_code ~ '^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$'),
  contingency_type smallint NOT NULL CHECK (contingency_type BETWEEN 1 AND 5),
  contingency_reason text,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL CHECK (ends_at > starts_at),
  report_until timestamptz NOT NULL,
  sealed_at timestamptz,
  reception_stamp text CHECK (reception_stamp ~ '^[A-Z0-9]{40}$'),
  transmit_until timestamptz,
  observations jsonb NOT NULL DEFAULT '[]',
  warned smallint NOT NULL DEFAULT 0,
  next_attempt_at timestamptz,
  tries integer NOT NULL DEFAULT 0,
  lease_until timestamptz,
  fence bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (company_id, event_id),
  UNIQUE (company_id, generation_code),
  CHECK ((sealed_at IS NULL) = (transmit_until IS NULL))
);
CREATE INDEX contingency_events_due ON contingency_events (company_id, next_attempt_at)
  WHERE next_attempt_at IS NOT NULL;
CREATE INDEX contingency_events_running ON contingency_events (report_until) WHERE next_attempt_at IS NOT NULL;
CREATE TRIGGER archive_new AFTER INSERT ON contingency_events FOR EACH ROW WHEN (NEW.sealed_at IS NOT NULL)
  EXECUTE FUNCTION queue_for_archive('event');
CREATE TRIGGER archive_final AFTER UPDATE ON contingency_events FOR EACH ROW
  WHEN (NEW.sealed_at IS DISTINCT FROM OLD.sealed_at AND NEW.sealed_at IS NOT NULL) EXECUTE FUNCTION queue_for_archive('event');
CREATE TRIGGER keep_sealed_event BEFORE UPDATE ON contingency_events
  FOR EACH ROW EXECUTE FUNCTION keep_sealed_event();

CREATE TABLE contingency_attempts (
  company_id uuid NOT NULL,
  event_id uuid NOT NULL,
  attempt integer NOT NULL,
  generation_code text NOT NULL,
  jws text NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('unknown', 'sealed', 'rejected', 'not_delivered')),
  sends integer NOT NULL,
  signed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  first_sent_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  answer_status integer,
  answer_body text,
  PRIMARY KEY (company_id, event_id, attempt),
  FOREIGN KEY (company_id, event_id) REFERENCES contingency_events
);
CREATE TRIGGER archive_new AFTER INSERT ON contingency_attempts FOR EACH ROW WHEN (NEW.outcome IN ('sealed', 'rejected'))
  EXECUTE FUNCTION queue_for_archive('event');
CREATE TRIGGER archive_final AFTER UPDATE ON contingency_attempts FOR EACH ROW
  WHEN (NEW.outcome IS DISTINCT FROM OLD.outcome AND NEW.outcome IN ('sealed', 'rejected'))
  EXECUTE FUNCTION queue_for_archive('event');

CREATE TABLE series (
  company_id uuid NOT NULL REFERENCES companies,
  environment text NOT NULL,
  fiscal_year integer NOT NULL,
  scope text NOT NULL,
  last_number bigint NOT NULL CHECK (last_number BETWEEN 1 AND 999999999999999),
  shares_numbers boolean NOT NULL DEFAULT false,
  PRIMARY KEY (company_id, environment, fiscal_year, scope)
);

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
  draft text NOT NULL,
  summary jsonb NOT NULL,
  payload_hash text NOT NULL,
  wanted jsonb,
  reception_stamp text,
  stamped_attempt integer,
  processed_at text,
  message_code text NOT NULL DEFAULT '',
  message text NOT NULL DEFAULT '',
  observations jsonb NOT NULL DEFAULT '[]',
  settled_at timestamptz,
  lease_holder uuid,
  lease_until timestamptz,
  fence bigint NOT NULL DEFAULT 0,
  next_attempt_at timestamptz DEFAULT clock_timestamp() + interval '1 minute',
  tries integer NOT NULL DEFAULT 0,
  takings integer NOT NULL DEFAULT 0,
  put_aside_at timestamptz,
  contingency_since timestamptz,
  contingency_type smallint,
  contingency_reason text,
  event_id uuid,
  transmit_until timestamptz,
  adjusts uuid,
  adjust_mode text,
  adjusted_gross numeric(14, 2),
  adjusted_net numeric(21, 8),
  redirect_email text,
  redirect_whatsapp text,
  adjusts_since timestamptz DEFAULT clock_timestamp(),
  adjusted_sales jsonb,
  generation_codes integer NOT NULL DEFAULT 1,
  codes_to_ask integer NOT NULL DEFAULT 0,
  doubt jsonb,
  numbers integer NOT NULL DEFAULT 1,
  income_class jsonb,
  PRIMARY KEY (company_id, document_id),
  UNIQUE (company_id, external_ref),
  UNIQUE (company_id, environment, fiscal_year, control_number),
  FOREIGN KEY (company_id, event_id) REFERENCES contingency_events (company_id, event_id),
  FOREIGN KEY (company_id, adjusts) REFERENCES documents (company_id, document_id)
) WITH (toast_tuple_target = 1024, fillfactor = 75);
DO $$
BEGIN
  ALTER TABLE documents ALTER COLUMN draft SET COMPRESSION lz4;
EXCEPTION WHEN feature_not_supported OR invalid_parameter_value THEN NULL;
END $$;
CREATE INDEX documents_due ON documents (company_id, next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX documents_unreported ON documents (company_id, environment)
  WHERE contingency_type IS NOT NULL AND event_id IS NULL;
CREATE INDEX documents_of_event ON documents (company_id, event_id) WHERE event_id IS NOT NULL;
CREATE INDEX documents_adjusting ON documents (company_id, adjusts) WHERE adjusts IS NOT NULL;
CREATE INDEX documents_put_aside ON documents (company_id) WHERE put_aside_at IS NOT NULL;
CREATE INDEX documents_issued ON documents (company_id, posted_at, document_id);
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

CREATE VIEW document_records WITH (security_invoker = true) AS
  SELECT company_id, document_id, external_ref, doc_type, environment, control_number, establishment, point_of_sale,
    (extract(epoch FROM posted_at) * 1000)::float8 AS posted_ms,
    CASE WHEN doubt ->> 'about' = 'copy' THEN 'rejected' ELSE state END AS state, generation, generation_code, summary,
    payload_hash, wanted IS NOT NULL AS has_wanted, reception_stamp, message_code, message, observations, adjusts
  FROM documents;

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
  formal boolean NOT NULL DEFAULT false,
  first_sent_at timestamptz DEFAULT clock_timestamp(),
  earlier_sent_at timestamptz,
  former jsonb,
  control_number text,
  PRIMARY KEY (company_id, document_id, attempt),
  FOREIGN KEY (company_id, document_id) REFERENCES documents
) WITH (toast_tuple_target = 512, fillfactor = 85);
DO $$
BEGIN
  ALTER TABLE attempts ALTER COLUMN jws SET COMPRESSION lz4;
EXCEPTION WHEN feature_not_supported OR invalid_parameter_value THEN NULL;
END $$;
CREATE UNIQUE INDEX attempts_one_unknown ON attempts (company_id, document_id) WHERE outcome = 'unknown';
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

CREATE TABLE given_up_numbers (
  company_id uuid NOT NULL,
  environment text NOT NULL,
  fiscal_year integer NOT NULL,
  control_number text NOT NULL,
  document_id uuid NOT NULL,
  replaced_by text NOT NULL,
  because text NOT NULL CHECK (because IN ('taken', 'unused')),
  given_up_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  login text NOT NULL DEFAULT session_user,
  client_address text DEFAULT host(inet_client_addr()),
  PRIMARY KEY (company_id, environment, fiscal_year, control_number),
  FOREIGN KEY (company_id, document_id) REFERENCES documents
);

CREATE TABLE audit_events (
  company_id uuid NOT NULL,
  event_id bigint GENERATED ALWAYS AS IDENTITY,
  document_id uuid,
  happened_at timestamptz NOT NULL DEFAULT now(),
  kind text NOT NULL,
  detail jsonb NOT NULL,
  PRIMARY KEY (company_id, event_id)
);
CREATE INDEX audit_events_of_document ON audit_events (company_id, document_id) WHERE document_id IS NOT NULL;

CREATE TABLE contingency_items (
  company_id uuid NOT NULL,
  event_id uuid NOT NULL,
  item integer NOT NULL CHECK (item BETWEEN 1 AND 1000),
  document_id uuid NOT NULL,
  generation_code text NOT NULL,
  doc_type text NOT NULL,
  PRIMARY KEY (company_id, event_id, item),
  UNIQUE (company_id, document_id, generation_code),
  FOREIGN KEY (company_id, event_id) REFERENCES contingency_events,
  FOREIGN KEY (company_id, document_id) REFERENCES documents
);

CREATE TABLE deliveries (
  company_id uuid NOT NULL,
  document_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('contingency', 'stamped', 'rejected')),
  address text NOT NULL CHECK (char_length(address) BETWEEN 1 AND 100),
  environment text NOT NULL CHECK (environment IN ('00', '01')),
  state text NOT NULL CHECK (state IN ('queued', 'sent', 'failed', 'withdrawn')),
  message_id text NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  queued_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  next_attempt_at timestamptz,
  sent_at timestamptz,
  last_error text,
  asked integer NOT NULL DEFAULT 0,
  asked_at timestamptz,
  PRIMARY KEY (company_id, document_id, kind, address),
  FOREIGN KEY (company_id, document_id) REFERENCES documents,
  CHECK ((state = 'queued') = (next_attempt_at IS NOT NULL)),
  CHECK ((state = 'sent') = (sent_at IS NOT NULL))
);
CREATE INDEX deliveries_due ON deliveries (company_id, next_attempt_at) WHERE state = 'queued';
CREATE INDEX deliveries_failed ON deliveries (company_id, queued_at, document_id) WHERE state = 'failed';

CREATE TABLE installation_secrets (
  purpose text PRIMARY KEY,
  sealed text NOT NULL
);

CREATE TABLE passes (
  scope text PRIMARY KEY,
  sha256 bytea NOT NULL UNIQUE
);

CREATE TABLE quarantines (
  environment text PRIMARY KEY CHECK (environment IN ('00', '01')),
  lasts_ms bigint NOT NULL
    CHECK (lasts_ms BETWEEN CASE environment WHEN '01' THEN 900000 ELSE 0 END AND 86400000)
);
INSERT INTO quarantines VALUES ('00', 0), ('01', 900000);

CREATE TABLE doors (company_id uuid PRIMARY KEY);

CREATE TABLE operator_deeds (
  deed_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  happened_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  login text NOT NULL DEFAULT session_user,
  client_address text DEFAULT host(inet_client_addr()),
  os_user text NOT NULL,
  sudo_user text,
  host text NOT NULL,
  ssh_address text,
  command text NOT NULL,
  arguments jsonb NOT NULL
);

CREATE TABLE invalidations (
  company_id uuid NOT NULL,
  document_id uuid NOT NULL,
  environment text NOT NULL CHECK (environment IN ('00', '01')),
  generation text NOT NULL CHECK (generation IN ('v1', 'v2')),
  state text NOT NULL CHECK (state IN ('open', 'rejected', 'sealed')),
  generation_code text NOT NULL CHECK (generation_code ~ '^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$'),
  requested_at timestamptz NOT NULL,
  draft text NOT NULL,
  reception_stamp text CHECK (reception_stamp ~ '^[A-Z0-9]{40}$'),
  processed_at text,
  message_code text NOT NULL DEFAULT '',
  message text NOT NULL DEFAULT '',
  observations jsonb NOT NULL DEFAULT '[]',
  settled_at timestamptz,
  lease_until timestamptz,
  fence bigint NOT NULL DEFAULT 0,
  next_attempt_at timestamptz,
  tries integer NOT NULL DEFAULT 0,
  takings integer NOT NULL DEFAULT 0,
  put_aside_at timestamptz,
  doubted boolean NOT NULL DEFAULT false,
  PRIMARY KEY (company_id, document_id),
  UNIQUE (company_id, generation_code),
  FOREIGN KEY (company_id, document_id) REFERENCES documents,
  CHECK (state = 'open' OR next_attempt_at IS NULL),
  CHECK (state = 'sealed' OR reception_stamp IS NULL)
);
CREATE INDEX invalidations_due ON invalidations (company_id, next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX invalidations_put_aside ON invalidations (company_id) WHERE put_aside_at IS NOT NULL;
CREATE INDEX invalidations_rejected ON invalidations (company_id, settled_at, document_id) WHERE state = 'rejected';
CREATE INDEX invalidations_requested ON invalidations (company_id, requested_at);
CREATE TRIGGER archive_new AFTER INSERT ON invalidations FOR EACH ROW WHEN (NEW.state = 'sealed')
  EXECUTE FUNCTION queue_for_archive('document');
CREATE TRIGGER archive_final AFTER UPDATE ON invalidations FOR EACH ROW
  WHEN (NEW.state IS DISTINCT FROM OLD.state AND NEW.state = 'sealed') EXECUTE FUNCTION queue_for_archive('document');
CREATE TRIGGER keep_sealed_invalidation BEFORE UPDATE ON invalidations
  FOR EACH ROW EXECUTE FUNCTION keep_sealed_invalidation();
CREATE TRIGGER keep_search AFTER UPDATE ON invalidations FOR EACH ROW
  WHEN (NEW.state <> OLD.state) EXECUTE FUNCTION keep_search();
CREATE TRIGGER keep_search_new AFTER INSERT ON invalidations FOR EACH ROW EXECUTE FUNCTION keep_search();

CREATE TABLE invalidation_attempts (
  company_id uuid NOT NULL,
  document_id uuid NOT NULL,
  attempt integer NOT NULL,
  generation_code text NOT NULL,
  jws text NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('unknown', 'sealed', 'rejected', 'not_delivered')),
  sends integer NOT NULL,
  last_sent_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  answer_status integer,
  answer_body text,
  earlier_sent_at timestamptz,
  PRIMARY KEY (company_id, document_id, attempt),
  FOREIGN KEY (company_id, document_id) REFERENCES invalidations
);
CREATE UNIQUE INDEX invalidation_attempts_one_unknown ON invalidation_attempts (company_id, document_id)
  WHERE outcome = 'unknown';
CREATE TRIGGER archive_new AFTER INSERT ON invalidation_attempts FOR EACH ROW WHEN (NEW.outcome IN ('sealed', 'rejected'))
  EXECUTE FUNCTION queue_for_archive('document');
CREATE TRIGGER archive_final AFTER UPDATE ON invalidation_attempts FOR EACH ROW
  WHEN (NEW.outcome IS DISTINCT FROM OLD.outcome AND NEW.outcome IN ('sealed', 'rejected'))
  EXECUTE FUNCTION queue_for_archive('document');
CREATE TRIGGER keep_invalidation_attempt BEFORE UPDATE ON invalidation_attempts
  FOR EACH ROW EXECUTE FUNCTION keep_invalidation_attempt();

CREATE TABLE api_keys (
  company_id uuid NOT NULL REFERENCES companies,
  key_id uuid NOT NULL,
  public_id text NOT NULL,
  environment text NOT NULL CHECK (environment IN ('00', '01')),
  name text NOT NULL,
  secret_hmac bytea NOT NULL,
  per_minute integer NOT NULL CHECK (per_minute > 0),
  per_hour integer NOT NULL CHECK (per_hour > 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  revoked_at timestamptz,
  last_used_at timestamptz,
  PRIMARY KEY (company_id, key_id)
);
CREATE UNIQUE INDEX api_keys_public_id ON api_keys (public_id);

CREATE UNLOGGED TABLE rate_windows (
  company_id uuid NOT NULL,
  key_id uuid NOT NULL,
  minute_start timestamptz NOT NULL,
  minute_count integer NOT NULL,
  hour_start timestamptz NOT NULL,
  hour_count integer NOT NULL,
  admitted boolean NOT NULL,
  counted integer,
  PRIMARY KEY (company_id, key_id)
);

CREATE TABLE log_agreement (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  identity text,
  epoch bigint NOT NULL DEFAULT 0,
  doubt_until timestamptz,
  codes_to_ask integer NOT NULL DEFAULT 0,
  given_number bigint NOT NULL DEFAULT 0,
  reconciled_epoch bigint NOT NULL DEFAULT 0
);
INSERT INTO log_agreement DEFAULT VALUES;

CREATE TABLE log_positions (
  node uuid PRIMARY KEY,
  position pg_lsn NOT NULL,
  kept_at timestamptz NOT NULL
);

CREATE TYPE log_standing AS (
  obstacle text, place pg_lsn, epoch bigint, codes_to_ask integer, given_number bigint, refusal text,
  clock_ahead_ms float8, test_quarantine_ms float8, production_quarantine_ms float8);

CREATE TABLE class_changes (
  company_id uuid NOT NULL REFERENCES companies,
  change_id bigint GENERATED ALWAYS AS IDENTITY,
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  changed_by text NOT NULL,
  month text NOT NULL CHECK (month ~ '^[0-9]{4}-[0-9]{2}$'),
  filter jsonb NOT NULL,
  income_class jsonb NOT NULL,
  documents integer NOT NULL,
  PRIMARY KEY (company_id, change_id)
);

CREATE TABLE document_classes (
  company_id uuid NOT NULL,
  document_id uuid NOT NULL,
  change_id bigint NOT NULL,
  income_class jsonb NOT NULL,
  PRIMARY KEY (company_id, document_id, change_id),
  FOREIGN KEY (company_id, change_id) REFERENCES class_changes
);

CREATE TABLE month_closings (
  company_id uuid NOT NULL REFERENCES companies,
  closing_id uuid NOT NULL,
  environment text NOT NULL CHECK (environment IN ('00', '01')),
  month text NOT NULL CHECK (month ~ '^[0-9]{4}-[0-9]{2}$'),
  version integer NOT NULL CHECK (version > 0),
  closed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  closed_by text NOT NULL,
  criteria jsonb NOT NULL,
  read_since timestamptz,
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

CREATE TABLE closing_pieces (
  company_id uuid NOT NULL,
  closing_id uuid NOT NULL,
  name text NOT NULL,
  piece integer NOT NULL,
  content bytea NOT NULL,
  PRIMARY KEY (company_id, closing_id, name, piece)
);

CREATE TABLE month_reconciliations (
  company_id uuid NOT NULL REFERENCES companies,
  reconciliation_id uuid NOT NULL,
  environment text NOT NULL CHECK (environment IN ('00', '01')),
  month text NOT NULL CHECK (month ~ '^[0-9]{4}-[0-9]{2}$'),
  begun_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  begun_by text NOT NULL,
  moved_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ended_at timestamptz,
  stopped text,
  total integer NOT NULL CHECK (total >= 0),
  documents integer NOT NULL DEFAULT 0 CHECK (documents >= 0),
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
  generation_code text,
  control_number text,
  stamp_there text CHECK (stamp_there ~ '^[A-Z0-9]{40}$'),
  found_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (company_id, reconciliation_id, finding_id),
  FOREIGN KEY (company_id, reconciliation_id) REFERENCES month_reconciliations ON DELETE CASCADE,
  FOREIGN KEY (company_id, document_id) REFERENCES documents
);

CREATE TABLE rehearsals (
  company_id uuid NOT NULL,
  rehearsal_id uuid NOT NULL,
  environment text NOT NULL,
  generation text NOT NULL CHECK (generation IN ('v1', 'v2')),
  since date,
  requested_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  finished_at timestamptz,
  failed boolean NOT NULL DEFAULT false,
  after_document uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
  report jsonb NOT NULL,
  lease_until timestamptz,
  fence bigint NOT NULL DEFAULT 0,
  takings integer NOT NULL DEFAULT 0,
  PRIMARY KEY (company_id, rehearsal_id)
);
CREATE UNIQUE INDEX rehearsals_open ON rehearsals (company_id) WHERE finished_at IS NULL;

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

CREATE TABLE remembered (
  company_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('customer', 'product')),
  doc_type text NOT NULL,
  item uuid NOT NULL,
  title text NOT NULL,
  code text,
  words text NOT NULL,
  document_id uuid NOT NULL,
  line integer NOT NULL,
  posted_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, kind, doc_type, item)
);

CREATE TABLE remembered_words (
  company_id uuid NOT NULL,
  kind text NOT NULL,
  doc_type text NOT NULL,
  word text COLLATE "C" NOT NULL,
  item uuid NOT NULL,
  PRIMARY KEY (company_id, kind, doc_type, word, item)
);

CREATE TABLE remembered_progress (
  company_id uuid PRIMARY KEY,
  position bigint NOT NULL DEFAULT 0
);

CREATE TYPE list_filter AS (
  environment text, since_at timestamptz, until_at timestamptz, doc_types text[], states text[], establishment text,
  point_of_sale text, customer text, nit text, nrc text, dui text, amount_min bigint, amount_max bigint,
  control_number text, generation_code text, reception_stamp text, external_ref text, invalidated boolean,
  adjusted boolean, contingency boolean);

CREATE TABLE document_search (
  company_id uuid NOT NULL,
  position bigint NOT NULL,
  document_id uuid NOT NULL,
  posted_at timestamptz NOT NULL,
  environment text NOT NULL,
  doc_type text NOT NULL,
  state text NOT NULL,
  establishment text NOT NULL,
  point_of_sale text NOT NULL,
  control_number text NOT NULL,
  generation_code text NOT NULL,
  reception_stamp text,
  customer text NOT NULL,
  customer_ids text[] NOT NULL,
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

CREATE TABLE document_postings (
  company_id uuid NOT NULL,
  term integer NOT NULL,
  block bigint NOT NULL,
  documents smallint NOT NULL,
  places smallint[],
  PRIMARY KEY (company_id, term, block) INCLUDE (documents)
);

CREATE TABLE search_progress (
  company_id uuid PRIMARY KEY,
  position bigint NOT NULL DEFAULT 0,
  posted_at timestamptz NOT NULL DEFAULT '-infinity',
  document_id uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
  mark xid8,
  marked_at timestamptz,
  complete_until timestamptz NOT NULL DEFAULT '-infinity'
);

CREATE SEQUENCE day_sum_parts;

CREATE TABLE day_sums (
  company_id uuid NOT NULL,
  environment text NOT NULL,
  day date NOT NULL,
  doc_type text NOT NULL,
  state text NOT NULL,
  invalidated boolean NOT NULL,
  part bigint NOT NULL DEFAULT nextval('day_sum_parts'),
  documents bigint NOT NULL,
  taxable numeric NOT NULL,
  vat numeric NOT NULL,
  gross numeric NOT NULL,
  retention numeric NOT NULL,
  total numeric NOT NULL,
  by_note boolean NOT NULL DEFAULT false,
  PRIMARY KEY (company_id, environment, day, doc_type, state, invalidated, by_note, part)
);
CREATE INDEX day_sums_loose ON day_sums (company_id) WHERE part > 0;

CREATE TABLE users (
  user_id uuid PRIMARY KEY,
  email text NOT NULL UNIQUE CHECK (email = lower(email)),
  name text NOT NULL,
  is_operator boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  disabled_at timestamptz,
  proven_at timestamptz,
  epoch integer NOT NULL DEFAULT 0,
  CONSTRAINT operators_are_proven CHECK (NOT is_operator OR proven_at IS NOT NULL)
);

CREATE TABLE user_passwords (
  user_id uuid PRIMARY KEY REFERENCES users,
  hash text NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE TABLE provider_accounts (
  issuer text NOT NULL CHECK (length(issuer) BETWEEN 1 AND 2000),
  subject text NOT NULL CHECK (length(subject) BETWEEN 1 AND 255),
  user_id uuid NOT NULL REFERENCES users,
  email text NOT NULL,
  linked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  last_used_at timestamptz,
  PRIMARY KEY (issuer, subject),
  UNIQUE (user_id, issuer)
);

CREATE TABLE passkeys (
  credential_id bytea PRIMARY KEY CHECK (octet_length(credential_id) BETWEEN 1 AND 1023),
  user_id uuid NOT NULL REFERENCES users,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  name text NOT NULL,
  added_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  last_used_at timestamptz
);
CREATE INDEX passkeys_user ON passkeys (user_id);

CREATE TABLE answered_challenges (
  challenge_sha256 bytea PRIMARY KEY CHECK (octet_length(challenge_sha256) = 32),
  ends_at timestamptz NOT NULL
);

CREATE TABLE user_tokens (
  token_sha256 bytea PRIMARY KEY CHECK (octet_length(token_sha256) = 32),
  user_id uuid NOT NULL REFERENCES users,
  purpose text NOT NULL CHECK (purpose IN ('reset', 'entry')),
  ends_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX user_tokens_user ON user_tokens (user_id);

CREATE TABLE sessions (
  session_id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users,
  token_sha256 bytea NOT NULL UNIQUE CHECK (octet_length(token_sha256) = 32),
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  last_used_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  address text NOT NULL,
  agent text NOT NULL
);
CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX sessions_started ON sessions (started_at);

CREATE TABLE memberships (
  company_id uuid NOT NULL REFERENCES companies,
  user_id uuid NOT NULL REFERENCES users,
  role text NOT NULL CHECK (role IN ('cashier', 'accountant', 'owner')),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  disabled_at timestamptz,
  PRIMARY KEY (company_id, user_id)
);
CREATE INDEX memberships_user ON memberships (user_id);

CREATE TABLE invitations (
  invitation_id uuid PRIMARY KEY,
  company_id uuid REFERENCES companies,
  token_sha256 bytea NOT NULL UNIQUE CHECK (octet_length(token_sha256) = 32),
  email text NOT NULL CHECK (email = lower(email)),
  name text NOT NULL,
  role text NOT NULL CHECK (role IN ('cashier', 'accountant', 'owner', 'operator')),
  invited_by uuid REFERENCES users,
  invited_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ends_at timestamptz NOT NULL,
  accepted_at timestamptz,
  proves boolean NOT NULL DEFAULT false,
  CHECK ((company_id IS NULL) = (role = 'operator'))
);
CREATE INDEX invitations_company ON invitations (company_id, ends_at);

CREATE TABLE user_deeds (
  deed_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id uuid REFERENCES companies,
  happened_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  user_id uuid REFERENCES users,
  user_name text NOT NULL,
  address text NOT NULL,
  deed text NOT NULL,
  document_id uuid,
  subject text NOT NULL
);
CREATE INDEX user_deeds_company ON user_deeds (company_id, deed_id);
CREATE INDEX user_deeds_own ON user_deeds (company_id, user_id, deed_id);
CREATE INDEX user_deeds_sign_ins ON user_deeds (user_id, address) WHERE deed = 'signed_in';

CREATE TABLE begun_forms (
  company_id uuid NOT NULL,
  user_id uuid NOT NULL,
  external_ref text NOT NULL CHECK (char_length(external_ref) BETWEEN 1 AND 100),
  doc_type text NOT NULL,
  fields jsonb NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (company_id, user_id, external_ref)
);
