-- Up Migration

-- What a company has told of its customers and products, for the sales that do not say it (decision 28).
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

CREATE TABLE product_completions (
  company_id uuid NOT NULL,
  known_by text NOT NULL CHECK (known_by IN ('code', 'description')),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 250),
  unit text NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, known_by, name)
);

-- A company's documents, tried in the other generation. A rehearsal goes on where it stopped, whoever takes it up.
CREATE TABLE rehearsals (
  company_id uuid NOT NULL,
  rehearsal_id uuid NOT NULL,
  environment text NOT NULL,
  generation text NOT NULL CHECK (generation IN ('v1', 'v2')),
  -- The day in El Salvador from which on documents count; null for all.
  since date,
  requested_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  finished_at timestamptz,
  failed boolean NOT NULL DEFAULT false,
  -- The document that was looked at last, in the order of their identifiers.
  after_document uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
  report jsonb NOT NULL,
  lease_until timestamptz,
  fence bigint NOT NULL DEFAULT 0,
  -- How often it was taken since it last came on.
  takings integer NOT NULL DEFAULT 0,
  PRIMARY KEY (company_id, rehearsal_id)
);
CREATE UNIQUE INDEX rehearsals_open ON rehearsals (company_id) WHERE finished_at IS NULL;

-- The customers and products of which something was left to a default, with the documents that named them.
CREATE TABLE rehearsal_gaps (
  company_id uuid NOT NULL,
  rehearsal_id uuid NOT NULL,
  known_by text NOT NULL CHECK (known_by IN ('identity', 'code', 'description')),
  name text NOT NULL,
  title text NOT NULL,
  gaps text[] NOT NULL,
  documents integer NOT NULL,
  PRIMARY KEY (company_id, rehearsal_id, known_by, name)
);

DO $$
DECLARE
  relation text;
  wall record;
BEGIN
  FOREACH relation IN ARRAY ARRAY['customer_completions', 'product_completions', 'rehearsals', 'rehearsal_gaps']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', relation);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', relation);
    -- The walls around it are those around the documents.
    FOR wall IN SELECT polname, pg_get_expr(polqual, polrelid) AS proof,
        CASE polname WHEN 'tenant' THEN 'sello_service' ELSE 'sello_operator' END AS visitor
      FROM pg_policy WHERE polrelid = 'documents'::regclass
    LOOP
      EXECUTE format('CREATE POLICY %I ON %I TO %I USING (%s)', wall.polname, relation, wall.visitor, wall.proof);
    END LOOP;
  END LOOP;
END $$;
GRANT SELECT ON customer_completions, product_completions TO sello_service;
GRANT SELECT, INSERT, UPDATE ON customer_completions, product_completions TO sello_operator;
GRANT SELECT, INSERT, UPDATE, DELETE ON rehearsals, rehearsal_gaps TO sello_service;
GRANT SELECT ON rehearsals, rehearsal_gaps TO sello_operator;

-- Companies whose rehearsal waits for somebody, in their turns.
CREATE FUNCTION due_rehearsals(p_total integer, p_environments text[], p_after uuid)
  RETURNS TABLE (company_id uuid, rehearsal_id uuid)
  LANGUAGE plpgsql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp
  SET enable_seqscan = off
  SET plan_cache_mode = force_generic_plan
  AS $$
  #variable_conflict use_column
  BEGIN
    RETURN QUERY
      SELECT r.company_id, r.rehearsal_id FROM rehearsals r
      WHERE r.finished_at IS NULL AND r.environment = ANY (p_environments)
        AND (r.lease_until IS NULL OR r.lease_until <= clock_timestamp())
      ORDER BY coalesce(r.company_id <= p_after, false), r.company_id LIMIT p_total;
  END $$;

-- As migration 18 has it: it acts as the role that may look across companies, and sees nothing without the queues' pass.
REVOKE ALL ON FUNCTION due_rehearsals FROM PUBLIC;
GRANT EXECUTE ON FUNCTION due_rehearsals TO sello_service, sello_operator;
GRANT CREATE ON SCHEMA public TO sello_operator;
ALTER FUNCTION due_rehearsals OWNER TO sello_operator;
REVOKE CREATE ON SCHEMA public FROM sello_operator;
