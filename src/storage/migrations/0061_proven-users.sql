-- Up Migration

-- A user is proven once it was shown that the address is the user's to somebody whom the owner of a company cannot be: the mail of the
-- installation, the provider of the sign-in, or the operator (decision 57). Until then the user is of one company alone.
ALTER TABLE users ADD COLUMN proven_at timestamptz;
-- How often everything that let the user in has ended. Whoever has shown to be the user before begins no session after it.
ALTER TABLE users ADD COLUMN epoch integer NOT NULL DEFAULT 0;
-- Whether whoever opens the link shows by it that the address is theirs.
ALTER TABLE invitations ADD COLUMN proves boolean NOT NULL DEFAULT false;

-- Of the users that there are, these were made by the operator or have an account at the provider. Nobody knows any more by whom the
-- others' invitations were carried.
UPDATE users u SET proven_at = clock_timestamp()
  WHERE u.is_operator OR EXISTS (SELECT FROM provider_accounts a WHERE a.user_id = u.user_id)
    OR NOT EXISTS (SELECT FROM invitations i WHERE i.email = u.email AND i.accepted_at <= u.created_at);
ALTER TABLE users ADD CONSTRAINT operators_are_proven CHECK (NOT is_operator OR proven_at IS NOT NULL);
