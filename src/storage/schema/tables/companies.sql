-- The companies of the installation.
CREATE TABLE companies (
  company_id uuid PRIMARY KEY,
  slug text NOT NULL UNIQUE,
  environment text NOT NULL CHECK (environment IN ('00', '01')),
  -- The company file as it was applied, in the file's own words.
  profile jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- Whether the company has a mail server of its own, without opening its file at every verdict.
  has_smtp boolean NOT NULL GENERATED ALWAYS AS (profile #>> '{delivery,smtp,host}' IS NOT NULL) STORED,
  -- Links to files of a company that were made before its last revocation open nothing: each carries the epoch it was made
  -- in. The first one is that of the links which carry none.
  links_epoch integer NOT NULL DEFAULT 0 CHECK (links_epoch >= 0),
  -- The address for mails about rejected documents; null where the company does not ask for them.
  rejections_email text GENERATED ALWAYS AS (profile #>> '{delivery,rejections_email}') STORED
);

-- Certificates with which companies sign, each with its private key sealed.
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

-- The authority's user of each company, with its password sealed.
CREATE TABLE authority_credentials (
  company_id uuid NOT NULL REFERENCES companies,
  environment text NOT NULL CHECK (environment IN ('00', '01')),
  username text NOT NULL,
  sealed_password text NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, environment)
);

-- The password at the mail server of a company, sealed.
CREATE TABLE smtp_passwords (
  company_id uuid PRIMARY KEY REFERENCES companies,
  sealed_password text NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
);

-- Facts about customers that a company has given for the sales that do not say them (decision 28).
CREATE TABLE customer_completions (
  company_id uuid NOT NULL,
  -- The identity number without hyphens and blanks.
  identity text NOT NULL CHECK (char_length(identity) BETWEEN 1 AND 40),
  district text,
  document_type text,
  activity_code text,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, identity)
);

-- The same about products.
CREATE TABLE product_completions (
  company_id uuid NOT NULL,
  known_by text NOT NULL CHECK (known_by IN ('code', 'description')),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 250),
  unit text NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, known_by, name)
);
