-- People who use the console. Their secrets are kept as hashes alone: of tokens SHA-256, because they are random, and of
-- passwords scrypt over an HMAC whose secret the database does not have.
CREATE TABLE users (
  user_id uuid PRIMARY KEY,
  -- As src/operations/users folds it.
  email text NOT NULL UNIQUE CHECK (email = lower(email)),
  name text NOT NULL,
  is_operator boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  disabled_at timestamptz,
  -- A user is proven once it was shown that the address is the user's to somebody whom the owner of a company cannot be: the mail
  -- of the installation, the provider of the sign-in, or the operator (decision 57). Until then the user is of one company alone.
  proven_at timestamptz,
  -- How often everything that let the user in has ended. A person who proved to be the user before begins no session after it.
  epoch integer NOT NULL DEFAULT 0,
  CONSTRAINT operators_are_proven CHECK (NOT is_operator OR proven_at IS NOT NULL)
);

-- The password of a user who has one.
CREATE TABLE user_passwords (
  user_id uuid PRIMARY KEY REFERENCES users,
  hash text NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- Accounts at the provider of the installation's sign-in (OpenID Connect) that open the console as a user. The provider
-- knows each by a subject that never changes; the e-mail address is how it was called when it was linked.
CREATE TABLE provider_accounts (
  issuer text NOT NULL CHECK (length(issuer) BETWEEN 1 AND 2000),
  subject text NOT NULL CHECK (length(subject) BETWEEN 1 AND 255),
  user_id uuid NOT NULL REFERENCES users,
  email text NOT NULL,
  linked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  last_used_at timestamptz,
  PRIMARY KEY (issuer, subject),
  -- An address that the provider gives to somebody else opens nothing that is linked already.
  UNIQUE (user_id, issuer)
);

-- Public keys of users' devices, by which these prove whose they are.
CREATE TABLE passkeys (
  credential_id bytea PRIMARY KEY CHECK (octet_length(credential_id) BETWEEN 1 AND 1023),
  user_id uuid NOT NULL REFERENCES users,
  public_key bytea NOT NULL,
  -- How often the device has signed, where it counts that.
  counter bigint NOT NULL,
  name text NOT NULL,
  added_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  last_used_at timestamptz
);
CREATE INDEX passkeys_user ON passkeys (user_id);

-- Challenges that were answered, until they end by themselves: no answer counts twice.
CREATE TABLE answered_challenges (
  challenge_sha256 bytea PRIMARY KEY CHECK (octet_length(challenge_sha256) = 32),
  ends_at timestamptz NOT NULL
);

-- Tokens that let a user in once: a reset of the password, or a link.
CREATE TABLE user_tokens (
  token_sha256 bytea PRIMARY KEY CHECK (octet_length(token_sha256) = 32),
  user_id uuid NOT NULL REFERENCES users,
  purpose text NOT NULL CHECK (purpose IN ('reset', 'entry')),
  ends_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX user_tokens_user ON user_tokens (user_id);

-- Users who are signed in.
CREATE TABLE sessions (
  session_id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users,
  token_sha256 bytea NOT NULL UNIQUE CHECK (octet_length(token_sha256) = 32),
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  last_used_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  address text NOT NULL,
  agent text NOT NULL
);
CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX sessions_started ON sessions (started_at);

-- Which user may do what in which company.
CREATE TABLE memberships (
  company_id uuid NOT NULL REFERENCES companies,
  user_id uuid NOT NULL REFERENCES users,
  role text NOT NULL CHECK (role IN ('cashier', 'accountant', 'owner')),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  disabled_at timestamptz,
  PRIMARY KEY (company_id, user_id)
);
CREATE INDEX memberships_user ON memberships (user_id);

-- Invitations to become a user; an accepted one stays.
CREATE TABLE invitations (
  invitation_id uuid PRIMARY KEY,
  -- Null for an operator.
  company_id uuid REFERENCES companies,
  token_sha256 bytea NOT NULL UNIQUE CHECK (octet_length(token_sha256) = 32),
  email text NOT NULL CHECK (email = lower(email)),
  name text NOT NULL,
  role text NOT NULL CHECK (role IN ('cashier', 'accountant', 'owner', 'operator')),
  invited_by uuid REFERENCES users,
  invited_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ends_at timestamptz NOT NULL,
  accepted_at timestamptz,
  -- Whether a person who opens the link shows by it that the address is theirs.
  proves boolean NOT NULL DEFAULT false,
  CHECK ((company_id IS NULL) = (role = 'operator'))
);
CREATE INDEX invitations_company ON invitations (company_id, ends_at);

-- What users have done. It only grows: no role changes or removes a row.
CREATE TABLE user_deeds (
  deed_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Null where it concerns no company.
  company_id uuid REFERENCES companies,
  happened_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Null where no user was signed in; the name stays as it was then.
  user_id uuid REFERENCES users,
  user_name text NOT NULL,
  address text NOT NULL,
  deed text NOT NULL,
  document_id uuid,
  subject text NOT NULL
);
CREATE INDEX user_deeds_company ON user_deeds (company_id, deed_id);
CREATE INDEX user_deeds_own ON user_deeds (company_id, user_id, deed_id);
CREATE INDEX user_deeds_sign_ins ON user_deeds (user_id, address) WHERE deed = 'signed_in';

-- A form that a user fills in, until what it says is issued.
CREATE TABLE begun_forms (
  company_id uuid NOT NULL,
  user_id uuid NOT NULL,
  -- Under which it is issued.
  external_ref text NOT NULL CHECK (char_length(external_ref) BETWEEN 1 AND 100),
  doc_type text NOT NULL,
  -- The fields by their names, as they were typed.
  fields jsonb NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (company_id, user_id, external_ref)
);
