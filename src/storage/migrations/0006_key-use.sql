-- Up Migration

-- When a key was last presented, to within a minute: whoever rotates keys sees whether the old one is still in use.
-- The service may write this and nothing else of a key. revoked_at may lie ahead since then: a node of the version
-- before refuses such a key at once, which is the safe side.
ALTER TABLE api_keys ADD COLUMN last_used_at timestamptz;
GRANT UPDATE (last_used_at) ON api_keys TO sello_service;
