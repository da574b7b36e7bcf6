-- Up Migration

-- Two roles without login: the service sees one company a transaction, the operator sees all. Neither owns a table
-- nor bypasses row-level security. Roles belong to the cluster, so another database may have made them already.
DO $$
BEGIN
  CREATE ROLE sello_service NOLOGIN NOBYPASSRLS;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END $$;
DO $$
BEGIN
  CREATE ROLE sello_operator NOLOGIN NOBYPASSRLS;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END $$;
GRANT sello_service, sello_operator TO CURRENT_USER;

-- The company of the running transaction; null outside of one, so that no row is visible.
CREATE FUNCTION current_company() RETURNS uuid
  LANGUAGE sql STABLE
  AS $$ SELECT nullif(current_setting('sello.company_id', true), '')::uuid $$;

CREATE TABLE companies (
  company_id uuid PRIMARY KEY,
  slug text NOT NULL UNIQUE,
  environment text NOT NULL CHECK (environment IN ('00', '01')),
  -- The company file as it was applied, in the file's own words.
  profile jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
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
  PRIMARY KEY (company_id, key_id)
);
CREATE UNIQUE INDEX api_keys_public_id ON api_keys (public_id);

-- Counters of the two rate windows. Losing them in a crash forgives at most one window, so they skip the log.
CREATE UNLOGGED TABLE rate_windows (
  company_id uuid NOT NULL,
  key_id uuid NOT NULL,
  minute_start timestamptz NOT NULL,
  minute_count integer NOT NULL,
  hour_start timestamptz NOT NULL,
  hour_count integer NOT NULL,
  -- Whether the last request was within both limits and therefore counted.
  admitted boolean NOT NULL,
  PRIMARY KEY (company_id, key_id)
);

CREATE TABLE series (
  company_id uuid NOT NULL REFERENCES companies,
  environment text NOT NULL,
  fiscal_year integer NOT NULL,
  scope text NOT NULL,
  last_number bigint NOT NULL CHECK (last_number BETWEEN 1 AND 999999999999999),
  PRIMARY KEY (company_id, environment, fiscal_year, scope)
);

CREATE TABLE documents (
  company_id uuid NOT NULL REFERENCES companies,
  document_id uuid NOT NULL,
  external_ref text NOT NULL CHECK (char_length(external_ref) BETWEEN 1 AND 100),
  doc_type text NOT NULL CHECK (doc_type IN ('01', '03', '05', '11', '14')),
  environment text NOT NULL CHECK (environment IN ('00', '01')),
  control_number text NOT NULL CHECK (char_length(control_number) = 31),
  fiscal_year integer NOT NULL,
  establishment text NOT NULL,
  point_of_sale text NOT NULL,
  posted_at timestamptz NOT NULL,
  state text NOT NULL CHECK (state IN ('claimed', 'in_flight', 'contingency', 'rejected', 'stamped')),
  generation text NOT NULL CHECK (generation IN ('v1', 'v2')),
  generation_code text NOT NULL CHECK (generation_code ~ '^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$'),
  -- The document without its identification block, as it will be signed, and what status shows of it.
  draft text NOT NULL,
  summary jsonb NOT NULL,
  payload_hash text NOT NULL,
  -- A changed payload that waits until the fate of the bytes already sent is known.
  wanted jsonb,
  reception_stamp text CHECK (reception_stamp ~ '^[A-Z0-9]{40}$'),
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
  PRIMARY KEY (company_id, document_id),
  UNIQUE (company_id, external_ref),
  UNIQUE (company_id, environment, fiscal_year, control_number),
  CHECK ((state = 'stamped') = (reception_stamp IS NOT NULL AND stamped_attempt IS NOT NULL))
);

CREATE TABLE attempts (
  company_id uuid NOT NULL,
  document_id uuid NOT NULL,
  attempt integer NOT NULL,
  generation_code text NOT NULL,
  payload_hash text NOT NULL,
  jws text NOT NULL,
  jws_sha256 bytea NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('unknown', 'stamped', 'rejected', 'not_delivered', 'absent')),
  sends integer NOT NULL,
  last_sent_at timestamptz NOT NULL,
  settled_at timestamptz,
  answer_status integer,
  answer_body text,
  PRIMARY KEY (company_id, document_id, attempt),
  FOREIGN KEY (company_id, document_id) REFERENCES documents
);
-- At most one version of a document's bytes can be of unknown fate.
CREATE UNIQUE INDEX attempts_one_unknown ON attempts (company_id, document_id) WHERE outcome = 'unknown';

CREATE TABLE audit_events (
  company_id uuid NOT NULL,
  event_id bigint GENERATED ALWAYS AS IDENTITY,
  document_id uuid,
  happened_at timestamptz NOT NULL DEFAULT now(),
  kind text NOT NULL,
  detail jsonb NOT NULL,
  PRIMARY KEY (company_id, event_id)
);

-- Secrets of the installation itself (API key pepper, link secret), sealed by the master key.
CREATE TABLE installation_secrets (
  purpose text PRIMARY KEY,
  sealed text NOT NULL
);

-- What was numbered keeps its identity, and what was stamped keeps everything but its lease.
CREATE FUNCTION keep_issued_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.company_id, NEW.document_id, NEW.external_ref, NEW.doc_type, NEW.environment, NEW.control_number,
      NEW.fiscal_year, NEW.establishment, NEW.point_of_sale, NEW.posted_at)
     IS DISTINCT FROM
     (OLD.company_id, OLD.document_id, OLD.external_ref, OLD.doc_type, OLD.environment, OLD.control_number,
      OLD.fiscal_year, OLD.establishment, OLD.point_of_sale, OLD.posted_at)
  THEN
    RAISE EXCEPTION 'the identity of document % cannot change', OLD.document_id USING ERRCODE = 'SE001';
  END IF;
  IF OLD.state = 'stamped' AND
     (NEW.state, NEW.generation, NEW.generation_code, NEW.draft, NEW.summary, NEW.payload_hash, NEW.wanted,
      NEW.reception_stamp, NEW.stamped_attempt, NEW.processed_at, NEW.message_code, NEW.message, NEW.observations,
      NEW.settled_at)
     IS DISTINCT FROM
     (OLD.state, OLD.generation, OLD.generation_code, OLD.draft, OLD.summary, OLD.payload_hash, OLD.wanted,
      OLD.reception_stamp, OLD.stamped_attempt, OLD.processed_at, OLD.message_code, OLD.message, OLD.observations,
      OLD.settled_at)
  THEN
    RAISE EXCEPTION 'document % is stamped and cannot change', OLD.document_id USING ERRCODE = 'SE002';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER keep_issued_document BEFORE UPDATE ON documents
  FOR EACH ROW EXECUTE FUNCTION keep_issued_document();

-- The bytes of an attempt never change, and one with a verdict is closed for good.
CREATE FUNCTION keep_attempt() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.company_id, NEW.document_id, NEW.attempt, NEW.generation_code, NEW.payload_hash, NEW.jws, NEW.jws_sha256)
     IS DISTINCT FROM
     (OLD.company_id, OLD.document_id, OLD.attempt, OLD.generation_code, OLD.payload_hash, OLD.jws, OLD.jws_sha256)
     OR OLD.outcome IN ('stamped', 'rejected')
  THEN
    RAISE EXCEPTION 'attempt % of document % cannot change', OLD.attempt, OLD.document_id USING ERRCODE = 'SE003';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER keep_attempt BEFORE UPDATE ON attempts
  FOR EACH ROW EXECUTE FUNCTION keep_attempt();

-- Row-level security, the second wall behind every query's own company_id.
DO $$
DECLARE
  relation text;
BEGIN
  FOREACH relation IN ARRAY ARRAY['companies', 'certificates', 'authority_credentials', 'api_keys', 'rate_windows',
                                  'series', 'documents', 'attempts', 'audit_events']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', relation);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', relation);
    EXECUTE format('CREATE POLICY tenant ON %I TO sello_service USING (company_id = current_company())', relation);
    EXECUTE format('CREATE POLICY operator ON %I TO sello_operator USING (true)', relation);
  END LOOP;
END $$;
-- Who calls is not known before the key is found: the one row whose public part was presented is visible.
CREATE POLICY presented_key ON api_keys FOR SELECT TO sello_service
  USING (public_id = nullif(current_setting('sello.key_public_id', true), ''));
ALTER TABLE installation_secrets ENABLE ROW LEVEL SECURITY;
ALTER TABLE installation_secrets FORCE ROW LEVEL SECURITY;
CREATE POLICY installation ON installation_secrets TO sello_service, sello_operator USING (true);

GRANT SELECT ON companies, certificates, authority_credentials, api_keys, installation_secrets TO sello_service;
GRANT SELECT, INSERT, UPDATE ON series, documents, attempts, rate_windows TO sello_service;
GRANT INSERT ON audit_events TO sello_service;
GRANT SELECT, INSERT, UPDATE ON companies, certificates, authority_credentials, api_keys TO sello_operator;
GRANT SELECT, INSERT ON installation_secrets TO sello_operator;
GRANT SELECT ON series, documents, attempts, rate_windows, audit_events TO sello_operator;
GRANT INSERT ON audit_events TO sello_operator;
