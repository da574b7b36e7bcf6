-- Up Migration

-- Where the caller also wants the document delivered; no part of the official document, so a retry may change it
-- without another signature. WhatsApp is kept and not served.
ALTER TABLE documents
  ADD COLUMN redirect_email text,
  ADD COLUMN redirect_whatsapp text;

-- Whether the company has a mail server of its own, without opening its file at every verdict.
ALTER TABLE companies
  ADD COLUMN has_smtp boolean NOT NULL GENERATED ALWAYS AS (profile #>> '{delivery,smtp,host}' IS NOT NULL) STORED;

-- The password at that server, sealed.
CREATE TABLE smtp_passwords (
  company_id uuid PRIMARY KEY REFERENCES companies,
  sealed_password text NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
);

-- The outbox: a message is queued by the very transaction that writes the verdict it tells of.
CREATE TABLE deliveries (
  company_id uuid NOT NULL,
  document_id uuid NOT NULL,
  -- contingency: the document without its seal; stamped: with it.
  kind text NOT NULL CHECK (kind IN ('contingency', 'stamped')),
  address text NOT NULL CHECK (char_length(address) BETWEEN 1 AND 100),
  environment text NOT NULL CHECK (environment IN ('00', '01')),
  -- withdrawn: before it was sent, other addresses were wanted or the document got its verdict.
  state text NOT NULL CHECK (state IN ('queued', 'sent', 'failed', 'withdrawn')),
  -- The same at every sending, so that the recipient's server can tell a repetition.
  message_id text NOT NULL,
  -- Takings so far; whoever took it last may postpone it or give it up.
  tries integer NOT NULL DEFAULT 0,
  queued_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- When somebody must look at it; while one sends it, when its lease ends.
  next_attempt_at timestamptz,
  sent_at timestamptz,
  last_error text,
  PRIMARY KEY (company_id, document_id, kind, address),
  FOREIGN KEY (company_id, document_id) REFERENCES documents,
  CHECK ((state = 'queued') = (next_attempt_at IS NOT NULL)),
  CHECK ((state = 'sent') = (sent_at IS NOT NULL))
);
CREATE INDEX deliveries_due ON deliveries (company_id, next_attempt_at) WHERE state = 'queued';

-- The recipient's address in a draft of ours; null where it cannot be read, because no verdict may fail over it.
CREATE FUNCTION recipient_email(draft text) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN coalesce(draft::json -> 'receptor' ->> 'correo', draft::json -> 'sujetoExcluido' ->> 'correo');
EXCEPTION WHEN OTHERS THEN
  RETURN NULL;
END $$;

DO $$
DECLARE
  relation text;
BEGIN
  FOREACH relation IN ARRAY ARRAY['smtp_passwords', 'deliveries']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', relation);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', relation);
    EXECUTE format('CREATE POLICY tenant ON %I TO sello_service USING (company_id = current_company())', relation);
    EXECUTE format('CREATE POLICY operator ON %I TO sello_operator USING (true)', relation);
  END LOOP;
END $$;
GRANT SELECT ON smtp_passwords TO sello_service;
GRANT SELECT, INSERT, UPDATE ON deliveries TO sello_service;
GRANT SELECT, INSERT, UPDATE ON smtp_passwords TO sello_operator;
GRANT SELECT ON deliveries TO sello_operator;
