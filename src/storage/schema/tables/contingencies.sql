-- Events that report a contingency: the documents that were signed in it, and the clocks of the law.
CREATE TABLE contingency_events (
  company_id uuid NOT NULL REFERENCES companies,
  event_id uuid NOT NULL,
  environment text NOT NULL CHECK (environment IN ('00', '01')),
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
  -- When the background takes it up; null once all of its documents have a verdict.
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
-- The clocks that run: events without a seal, and sealed ones that still have documents.
CREATE INDEX contingency_events_running ON contingency_events (report_until) WHERE next_attempt_at IS NOT NULL;
-- A row that has become final gets a link in the archive.
CREATE TRIGGER archive_new AFTER INSERT ON contingency_events FOR EACH ROW WHEN (NEW.sealed_at IS NOT NULL)
  EXECUTE FUNCTION queue_for_archive('event');
CREATE TRIGGER archive_final AFTER UPDATE ON contingency_events FOR EACH ROW
  WHEN (NEW.sealed_at IS DISTINCT FROM OLD.sealed_at AND NEW.sealed_at IS NOT NULL) EXECUTE FUNCTION queue_for_archive('event');
CREATE TRIGGER keep_sealed_event BEFORE UPDATE ON contingency_events
  FOR EACH ROW EXECUTE FUNCTION keep_sealed_event();

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
-- A row that has become final gets a link in the archive.
CREATE TRIGGER archive_new AFTER INSERT ON contingency_attempts FOR EACH ROW WHEN (NEW.outcome IN ('sealed', 'rejected'))
  EXECUTE FUNCTION queue_for_archive('event');
CREATE TRIGGER archive_final AFTER UPDATE ON contingency_attempts FOR EACH ROW
  WHEN (NEW.outcome IS DISTINCT FROM OLD.outcome AND NEW.outcome IN ('sealed', 'rejected'))
  EXECUTE FUNCTION queue_for_archive('event');
