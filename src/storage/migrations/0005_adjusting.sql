-- Up Migration

-- Credit notes and invalidations. What they do to the document they speak of is read from their own rows, never
-- written into it, so that a verdict and its effect are one write and a rejection takes the effect back by itself.
-- Whoever registers one locks the row of that document first.
ALTER TABLE documents
  -- The CCF that a note adjusts, for good.
  ADD COLUMN adjusts uuid,
  -- full: cancels it; lines: some of it; clone: all lines and no cancellation; automatic: cancels it on our initiative.
  ADD COLUMN adjust_mode text CHECK (adjust_mode IN ('full', 'lines', 'clone', 'automatic')),
  -- What the note takes from its CCF, in dollars: its total with VAT, and its lines without.
  ADD COLUMN adjusted_gross numeric(14, 2) CHECK (adjusted_gross > 0),
  ADD COLUMN adjusted_net numeric(21, 8) CHECK (adjusted_net >= 0),
  ADD FOREIGN KEY (company_id, adjusts) REFERENCES documents (company_id, document_id),
  ADD CHECK ((doc_type = '05') = (adjusts IS NOT NULL)),
  ADD CHECK (adjusts IS NULL OR (adjust_mode IS NOT NULL AND adjusted_gross IS NOT NULL AND adjusted_net IS NOT NULL));
CREATE INDEX documents_adjusting ON documents (company_id, adjusts) WHERE adjusts IS NOT NULL;

CREATE FUNCTION keep_adjusted_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.adjusts IS DISTINCT FROM OLD.adjusts OR OLD.state = 'stamped' AND
     (NEW.adjust_mode, NEW.adjusted_gross, NEW.adjusted_net)
     IS DISTINCT FROM (OLD.adjust_mode, OLD.adjusted_gross, OLD.adjusted_net)
  THEN
    RAISE EXCEPTION 'what note % adjusts cannot change', OLD.document_id USING ERRCODE = 'SE006';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER keep_adjusted_document BEFORE UPDATE ON documents
  FOR EACH ROW EXECUTE FUNCTION keep_adjusted_document();

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
  -- When somebody must look at it, unless a lease says later; null with a verdict.
  next_attempt_at timestamptz,
  tries integer NOT NULL DEFAULT 0,
  takings integer NOT NULL DEFAULT 0,
  put_aside_at timestamptz,
  PRIMARY KEY (company_id, document_id),
  UNIQUE (company_id, generation_code),
  FOREIGN KEY (company_id, document_id) REFERENCES documents,
  CHECK (state = 'open' OR next_attempt_at IS NULL),
  CHECK (state = 'sealed' OR reception_stamp IS NULL)
);
CREATE INDEX invalidations_due ON invalidations (company_id, next_attempt_at) WHERE next_attempt_at IS NOT NULL;

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
  PRIMARY KEY (company_id, document_id, attempt),
  FOREIGN KEY (company_id, document_id) REFERENCES invalidations
);
CREATE UNIQUE INDEX invalidation_attempts_one_unknown ON invalidation_attempts (company_id, document_id)
  WHERE outcome = 'unknown';

CREATE FUNCTION keep_sealed_invalidation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state = 'sealed' AND
     (NEW.state, NEW.generation_code, NEW.requested_at, NEW.draft, NEW.reception_stamp)
     IS DISTINCT FROM (OLD.state, OLD.generation_code, OLD.requested_at, OLD.draft, OLD.reception_stamp)
  THEN
    RAISE EXCEPTION 'the invalidation of document % is sealed and cannot change', OLD.document_id
      USING ERRCODE = 'SE007';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER keep_sealed_invalidation BEFORE UPDATE ON invalidations
  FOR EACH ROW EXECUTE FUNCTION keep_sealed_invalidation();

DO $$
DECLARE
  relation text;
BEGIN
  FOREACH relation IN ARRAY ARRAY['invalidations', 'invalidation_attempts']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', relation);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', relation);
    EXECUTE format('CREATE POLICY tenant ON %I TO sello_service USING (company_id = current_company())', relation);
    EXECUTE format('CREATE POLICY operator ON %I TO sello_operator USING (true)', relation);
  END LOOP;
END $$;
GRANT SELECT, INSERT, UPDATE ON invalidations, invalidation_attempts TO sello_service;
GRANT SELECT ON invalidations, invalidation_attempts TO sello_operator;
