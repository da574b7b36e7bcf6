-- Up Migration

-- The formal contingency: documents signed as issued in it, the events that report them, and the clocks of the law.
ALTER TABLE attempts ADD COLUMN formal boolean NOT NULL DEFAULT false;

CREATE TABLE contingency_events (
  company_id uuid NOT NULL REFERENCES companies,
  event_id uuid NOT NULL,
  environment text NOT NULL CHECK (environment IN ('00', '01')),
  generation text NOT NULL CHECK (generation IN ('v1', 'v2')),
  -- The event's own; a rejected event takes a new one.
  generation_code text NOT NULL CHECK (generation_code ~ '^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$'),
  contingency_type smallint NOT NULL CHECK (contingency_type BETWEEN 1 AND 5),
  contingency_reason text,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL CHECK (ends_at > starts_at),
  -- Until when the event must be sealed: 24 hours after the end.
  report_until timestamptz NOT NULL,
  sealed_at timestamptz,
  -- Null with sealed_at where the authority has the event and its seal was lost on the way.
  reception_stamp text CHECK (reception_stamp ~ '^[A-Z0-9]{40}$'),
  -- Until when its documents must arrive: 72 hours after the seal.
  transmit_until timestamptz,
  observations jsonb NOT NULL DEFAULT '[]',
  -- The highest share of the running clock that was warned about, in per cent.
  warned smallint NOT NULL DEFAULT 0,
  -- When somebody must look at it; null once all of its documents have a verdict.
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

-- The bytes of an event, as those of a document: on record as unknown before the first of them leaves.
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

ALTER TABLE documents
  -- What the document declares since it became formal.
  ADD COLUMN contingency_type smallint CHECK (contingency_type BETWEEN 1 AND 5),
  ADD COLUMN contingency_reason text,
  -- The one live event that lists it; a document that takes a new generation code is listed no longer.
  ADD COLUMN event_id uuid,
  -- Set with the event's seal: until when the document must arrive.
  ADD COLUMN transmit_until timestamptz,
  ADD FOREIGN KEY (company_id, event_id) REFERENCES contingency_events (company_id, event_id);
CREATE INDEX documents_unreported ON documents (company_id, environment)
  WHERE contingency_type IS NOT NULL AND event_id IS NULL;
CREATE INDEX documents_of_event ON documents (company_id, event_id) WHERE event_id IS NOT NULL;

-- What was reported, for good: which document under which code in which event, each once in one event.
CREATE TABLE contingency_items (
  company_id uuid NOT NULL,
  event_id uuid NOT NULL,
  item integer NOT NULL CHECK (item BETWEEN 1 AND 1000),
  document_id uuid NOT NULL,
  generation_code text NOT NULL,
  doc_type text NOT NULL,
  PRIMARY KEY (company_id, event_id, item),
  -- No two events list the same document: its code changes only after a verdict.
  UNIQUE (company_id, document_id, generation_code),
  FOREIGN KEY (company_id, event_id) REFERENCES contingency_events,
  FOREIGN KEY (company_id, document_id) REFERENCES documents
);

DO $$
DECLARE
  relation text;
BEGIN
  FOREACH relation IN ARRAY ARRAY['contingency_events', 'contingency_attempts', 'contingency_items']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', relation);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', relation);
    EXECUTE format('CREATE POLICY tenant ON %I TO sello_service USING (company_id = current_company())', relation);
    EXECUTE format('CREATE POLICY operator ON %I TO sello_operator USING (true)', relation);
  END LOOP;
END $$;
GRANT SELECT, INSERT, UPDATE ON contingency_events, contingency_attempts TO sello_service;
GRANT SELECT, INSERT ON contingency_items TO sello_service;
GRANT SELECT ON contingency_events, contingency_attempts, contingency_items TO sello_operator;
