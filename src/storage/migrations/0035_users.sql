-- Up Migration

-- Whoever comes into the console. What lets anybody in is kept as hashes alone: of tokens SHA-256, because they are random,
-- and of passwords scrypt over an HMAC whose secret the database does not have.
CREATE TABLE users (
  user_id uuid PRIMARY KEY,
  -- As src/operations/users folds it.
  email text NOT NULL UNIQUE CHECK (email = lower(email)),
  name text NOT NULL,
  is_operator boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  disabled_at timestamptz
);

CREATE TABLE user_passwords (
  user_id uuid PRIMARY KEY REFERENCES users,
  hash text NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE TABLE memberships (
  company_id uuid NOT NULL REFERENCES companies,
  user_id uuid NOT NULL REFERENCES users,
  role text NOT NULL CHECK (role IN ('cashier', 'accountant', 'owner')),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  disabled_at timestamptz,
  PRIMARY KEY (company_id, user_id)
);
CREATE INDEX memberships_user ON memberships (user_id);

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

-- What lets a user in once: a reset of the password, or a link.
CREATE TABLE user_tokens (
  token_sha256 bytea PRIMARY KEY CHECK (octet_length(token_sha256) = 32),
  user_id uuid NOT NULL REFERENCES users,
  purpose text NOT NULL CHECK (purpose IN ('reset', 'entry')),
  ends_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX user_tokens_user ON user_tokens (user_id);

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
  CHECK ((company_id IS NULL) = (role = 'operator'))
);
CREATE INDEX invitations_company ON invitations (company_id, ends_at);

-- What users have done. It only grows: nobody's role changes or removes a row.
CREATE TABLE user_deeds (
  deed_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Null for what concerns no company.
  company_id uuid REFERENCES companies,
  happened_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Null where nobody was signed in; the name stays as it was then.
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

-- Who comes in is found before there is a company, so these tables open to the service with the pass of the queues, which
-- no transaction of a company has. That proof is asked for whoever has logged in: where one login serves and operates, the
-- service's role is no operator.
DO $$
DECLARE
  relation text;
  people CONSTANT text := $text$(SELECT EXISTS (SELECT FROM passes p
    WHERE p.sha256 = sha256(convert_to('queues ' || current_setting('sello.queues_pass', true), 'UTF8'))))$text$;
  tenant text;
  operator text;
BEGIN
  SELECT pg_get_expr(polqual, polrelid) INTO tenant FROM pg_policy
    WHERE polrelid = 'documents'::regclass AND polname = 'tenant';
  SELECT pg_get_expr(polqual, polrelid) INTO operator FROM pg_policy
    WHERE polrelid = 'documents'::regclass AND polname = 'operator';
  FOREACH relation IN ARRAY ARRAY['users', 'user_passwords', 'memberships', 'sessions', 'passkeys',
    'answered_challenges', 'user_tokens', 'invitations', 'user_deeds']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', relation);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', relation);
    EXECUTE format('CREATE POLICY people ON %I TO sello_service USING (%s)', relation, people);
    EXECUTE format('CREATE POLICY operator ON %I TO sello_operator USING (%s)', relation, operator);
  END LOOP;
  -- A company sees its users and invitations and records what they do; who is a user, only the pass above changes.
  FOREACH relation IN ARRAY ARRAY['memberships', 'invitations']
  LOOP
    EXECUTE format('CREATE POLICY tenant ON %I FOR SELECT TO sello_service USING (%s)', relation, tenant);
  END LOOP;
  EXECUTE format('CREATE POLICY tenant ON user_deeds TO sello_service USING (%s)', tenant);
  CREATE POLICY member ON users FOR SELECT TO sello_service
    USING (EXISTS (SELECT FROM memberships m WHERE m.user_id = users.user_id));
END $$;
GRANT SELECT, INSERT, UPDATE ON users, user_passwords, memberships, invitations TO sello_service, sello_operator;
GRANT SELECT, INSERT, UPDATE, DELETE ON sessions, passkeys, answered_challenges, user_tokens TO sello_service, sello_operator;
GRANT SELECT, INSERT ON user_deeds TO sello_service, sello_operator;

-- The companies by name, for whoever has to find those of a user: all of these ids, or the one of this slug, or all.
CREATE FUNCTION company_names(p_companies uuid[], p_slug text)
  RETURNS TABLE (company_id uuid, slug text, name text, environment text)
  LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp
  AS $$
    SELECT c.company_id, c.slug, coalesce(c.profile ->> 'trade_name', c.profile ->> 'name'), c.environment
    FROM companies c
    WHERE (p_companies IS NULL OR c.company_id = ANY (p_companies)) AND (p_slug IS NULL OR c.slug = p_slug)
  $$;
REVOKE ALL ON FUNCTION company_names FROM PUBLIC;
GRANT EXECUTE ON FUNCTION company_names TO sello_service, sello_operator;
-- It looks across companies, and sees nothing without the queues' pass. A function's new owner must be able to create in
-- its schema at that moment.
GRANT CREATE ON SCHEMA public TO sello_operator;
ALTER FUNCTION company_names OWNER TO sello_operator;
REVOKE CREATE ON SCHEMA public FROM sello_operator;
