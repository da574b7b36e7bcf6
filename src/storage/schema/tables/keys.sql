-- The keys of companies; of a secret the database keeps an HMAC alone.
CREATE TABLE api_keys (
  company_id uuid NOT NULL REFERENCES companies,
  key_id uuid NOT NULL,
  public_id text NOT NULL,
  environment text NOT NULL CHECK (environment IN ('00', '01')),
  name text NOT NULL,
  secret_hmac bytea NOT NULL,
  per_minute integer NOT NULL CHECK (per_minute > 0),
  per_hour integer NOT NULL CHECK (per_hour > 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  -- May lie ahead.
  revoked_at timestamptz,
  -- When the key was last presented, to within a minute: a person who rotates keys sees whether the old one is still in use.
  last_used_at timestamptz,
  PRIMARY KEY (company_id, key_id)
);
CREATE UNIQUE INDEX api_keys_public_id ON api_keys (public_id);

-- Counters of the two rate windows. Losing them in a crash forgives at most one window, so they skip the log.
CREATE UNLOGGED TABLE rate_windows (
  company_id uuid NOT NULL,
  key_id uuid NOT NULL,
  minute_start timestamptz NOT NULL,
  minute_count integer NOT NULL,
  hour_start timestamptz NOT NULL,
  hour_count integer NOT NULL,
  -- Whether the last request was within both limits and therefore counted.
  admitted boolean NOT NULL,
  -- How many requests the last statement about a key has counted.
  counted integer,
  PRIMARY KEY (company_id, key_id)
);
