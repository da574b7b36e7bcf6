-- The archive of a company is a chain: every row that has become final gets a link, which holds the hash of the row and
-- the hash of the link before it, so that nothing of a row changes unseen afterwards and no row goes (decision 19). A row
-- that becomes final is queued in the same transaction; the background makes its link.
CREATE TABLE archive_queue (
  company_id uuid NOT NULL,
  entry bigint GENERATED ALWAYS AS IDENTITY,
  relation text NOT NULL,
  -- The document or event that the row belongs to.
  subject uuid NOT NULL,
  PRIMARY KEY (company_id, entry)
);

-- The links of the chain.
CREATE TABLE archive_links (
  company_id uuid NOT NULL,
  position bigint NOT NULL CHECK (position > 0),
  relation text NOT NULL,
  -- What names the row in its table: the subject, and of bytes their number and what became of them.
  row_key text NOT NULL,
  row_hash bytea NOT NULL,
  -- The first two bytes of the hash of each column, to tell which one has changed.
  column_marks bytea NOT NULL,
  -- Of the link before and everything above.
  link_hash bytea NOT NULL,
  PRIMARY KEY (company_id, position),
  UNIQUE (company_id, relation, row_key)
);

-- The end of the chain as it was at some moment, signed with the company's own key.
CREATE TABLE archive_heads (
  company_id uuid NOT NULL,
  position bigint NOT NULL,
  signed_at timestamptz NOT NULL,
  jws text NOT NULL,
  PRIMARY KEY (company_id, position)
);
