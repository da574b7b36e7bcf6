-- The invalidation of a document, at most one: a rejected one is attempted again under a new generation code.
CREATE TABLE invalidations (
  company_id uuid NOT NULL,
  document_id uuid NOT NULL,
  environment text NOT NULL CHECK (environment IN ('00', '01')),
  generation text NOT NULL CHECK (generation IN ('v1', 'v2')),
  -- open: registered, its verdict is not known.
  state text NOT NULL CHECK (state IN ('open', 'rejected', 'sealed')),
  generation_code text NOT NULL CHECK (generation_code ~ '^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$'),
  -- When the caller asked for it; date and time of the event.
  requested_at timestamptz NOT NULL,
  -- The event as it will be signed.
  draft text NOT NULL,
  -- Null with sealed where the authority has it and its seal was lost on the way.
  reception_stamp text CHECK (reception_stamp ~ '^[A-Z0-9]{40}$'),
  processed_at text,
  message_code text NOT NULL DEFAULT '',
  message text NOT NULL DEFAULT '',
  observations jsonb NOT NULL DEFAULT '[]',
  settled_at timestamptz,
  lease_until timestamptz,
  fence bigint NOT NULL DEFAULT 0,
  -- When the background takes it up, unless a lease says later; null with a verdict.
  next_attempt_at timestamptz,
  tries integer NOT NULL DEFAULT 0,
  takings integer NOT NULL DEFAULT 0,
  put_aside_at timestamptz,
  -- Whether a rejection of an event that is shown is in doubt, because an earlier sending of its bytes is unanswered; the
  -- event stays open, so that nothing takes its place (src/core/submitting/doubt.ts).
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
-- Which documents changed a closed month is asked for all closed months at once, and so are those that a later month
-- invalidated.
CREATE INDEX invalidations_requested ON invalidations (company_id, requested_at);
-- A row that has become final gets a link in the archive.
CREATE TRIGGER archive_new AFTER INSERT ON invalidations FOR EACH ROW WHEN (NEW.state = 'sealed')
  EXECUTE FUNCTION queue_for_archive('document');
CREATE TRIGGER archive_final AFTER UPDATE ON invalidations FOR EACH ROW
  WHEN (NEW.state IS DISTINCT FROM OLD.state AND NEW.state = 'sealed') EXECUTE FUNCTION queue_for_archive('document');
CREATE TRIGGER keep_sealed_invalidation BEFORE UPDATE ON invalidations
  FOR EACH ROW EXECUTE FUNCTION keep_sealed_invalidation();
CREATE TRIGGER keep_search AFTER UPDATE ON invalidations FOR EACH ROW
  WHEN (NEW.state <> OLD.state) EXECUTE FUNCTION keep_search();
CREATE TRIGGER keep_search_new AFTER INSERT ON invalidations FOR EACH ROW EXECUTE FUNCTION keep_search();

-- The bytes of an invalidation, as those of a document: on record as unknown before the first of them leaves.
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
  -- The sending before the last one, which stays unanswered where the last one is answered.
  earlier_sent_at timestamptz,
  PRIMARY KEY (company_id, document_id, attempt),
  FOREIGN KEY (company_id, document_id) REFERENCES invalidations
);
CREATE UNIQUE INDEX invalidation_attempts_one_unknown ON invalidation_attempts (company_id, document_id)
  WHERE outcome = 'unknown';
-- A row that has become final gets a link in the archive.
CREATE TRIGGER archive_new AFTER INSERT ON invalidation_attempts FOR EACH ROW WHEN (NEW.outcome IN ('sealed', 'rejected'))
  EXECUTE FUNCTION queue_for_archive('document');
CREATE TRIGGER archive_final AFTER UPDATE ON invalidation_attempts FOR EACH ROW
  WHEN (NEW.outcome IS DISTINCT FROM OLD.outcome AND NEW.outcome IN ('sealed', 'rejected'))
  EXECUTE FUNCTION queue_for_archive('document');
CREATE TRIGGER keep_invalidation_attempt BEFORE UPDATE ON invalidation_attempts
  FOR EACH ROW EXECUTE FUNCTION keep_invalidation_attempt();
