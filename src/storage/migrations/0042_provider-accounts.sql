-- Up Migration

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

-- Like the other tables of whoever comes in (migration 35): the pass of the queues, which no transaction of a company has.
DO $$
DECLARE
  policy record;
BEGIN
  ALTER TABLE provider_accounts ENABLE ROW LEVEL SECURITY;
  ALTER TABLE provider_accounts FORCE ROW LEVEL SECURITY;
  FOR policy IN SELECT polname, pg_get_expr(polqual, polrelid) AS proof, polroles[1]::regrole AS role FROM pg_policy
    WHERE polrelid = 'passkeys'::regclass
  LOOP
    EXECUTE format('CREATE POLICY %I ON provider_accounts TO %s USING (%s)', policy.polname, policy.role, policy.proof);
  END LOOP;
END $$;
GRANT SELECT, INSERT, UPDATE, DELETE ON provider_accounts TO sello_service, sello_operator;
-- Linking ends the password that there was: nobody knows who chose it.
GRANT DELETE ON user_passwords TO sello_service, sello_operator;
