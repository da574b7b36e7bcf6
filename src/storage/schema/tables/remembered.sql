-- Customers and products of earlier sales, by the last document of each type that names them: what a form offers is read
-- back from that document. The background writes them as it walks the documents behind the search.
CREATE TABLE remembered (
  company_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('customer', 'product')),
  doc_type text NOT NULL,
  -- The hash of what the customer or product is known by.
  item uuid NOT NULL,
  title text NOT NULL,
  -- The identity number of a customer, the code of a product; null for a product that is known by its description.
  code text,
  -- The words of title and codes, without case and accents, with a blank before each.
  words text NOT NULL,
  document_id uuid NOT NULL,
  -- The position of the line in its document, from 1; 0 for a customer.
  line integer NOT NULL,
  posted_at timestamptz NOT NULL,
  -- It has no other index: a plan that was made while the table was small might look for an item by that.
  PRIMARY KEY (company_id, kind, doc_type, item)
);

-- Words by which customers and products are found. One that an item has no longer may stay: a search looks at the row.
CREATE TABLE remembered_words (
  company_id uuid NOT NULL,
  kind text NOT NULL,
  doc_type text NOT NULL,
  word text COLLATE "C" NOT NULL,
  item uuid NOT NULL,
  PRIMARY KEY (company_id, kind, doc_type, word, item)
);

-- The row of the search up to which documents have been walked.
CREATE TABLE remembered_progress (
  company_id uuid PRIMARY KEY,
  position bigint NOT NULL DEFAULT 0
);
