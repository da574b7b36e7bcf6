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
