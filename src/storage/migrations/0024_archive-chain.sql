-- Up Migration

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

DO $$
DECLARE
  relation text;
  wall record;
BEGIN
  FOREACH relation IN ARRAY ARRAY['archive_queue', 'archive_links', 'archive_heads']
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
-- Links and heads are written once, by right.
GRANT SELECT, INSERT ON archive_links, archive_heads TO sello_service;
GRANT SELECT, INSERT, DELETE ON archive_queue TO sello_service;
GRANT SELECT ON archive_links, archive_heads TO sello_operator;
GRANT SELECT, INSERT ON archive_queue TO sello_operator;

CREATE FUNCTION queue_for_archive() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_ARGV[0] = 'event' THEN
    INSERT INTO archive_queue (company_id, relation, subject) VALUES (NEW.company_id, TG_TABLE_NAME, NEW.event_id);
  ELSE
    INSERT INTO archive_queue (company_id, relation, subject) VALUES (NEW.company_id, TG_TABLE_NAME, NEW.document_id);
  END IF;
  RETURN NULL;
END $$;

-- When a row of each table is final. What exists already is queued by the operator, who sees the rows of all companies.
DO $$
DECLARE
  final record;
BEGIN
  FOR final IN SELECT * FROM (VALUES
      ('documents', 'document', 'state', $f$NEW.state = 'stamped'$f$),
      ('attempts', 'document', 'outcome', $f$NEW.outcome IN ('stamped', 'rejected')$f$),
      ('invalidations', 'document', 'state', $f$NEW.state = 'sealed'$f$),
      ('invalidation_attempts', 'document', 'outcome', $f$NEW.outcome IN ('sealed', 'rejected')$f$),
      ('contingency_events', 'event', 'sealed_at', $f$NEW.sealed_at IS NOT NULL$f$),
      ('contingency_attempts', 'event', 'outcome', $f$NEW.outcome IN ('sealed', 'rejected')$f$)
    ) AS tables (relation, subject, decisive, is_final)
  LOOP
    EXECUTE format('CREATE TRIGGER archive_new AFTER INSERT ON %I FOR EACH ROW WHEN (%s)
      EXECUTE FUNCTION queue_for_archive(%L)', final.relation, final.is_final, final.subject);
    EXECUTE format('CREATE TRIGGER archive_final AFTER UPDATE ON %I FOR EACH ROW
      WHEN (NEW.%I IS DISTINCT FROM OLD.%I AND %s) EXECUTE FUNCTION queue_for_archive(%L)',
      final.relation, final.decisive, final.decisive, final.is_final, final.subject);
    SET LOCAL ROLE sello_operator;
    EXECUTE format('INSERT INTO archive_queue (company_id, relation, subject) SELECT company_id, %L, %I FROM %I AS new
      WHERE %s', final.relation, final.subject || '_id', final.relation, final.is_final);
    RESET ROLE;
  END LOOP;
END $$;

-- The looks for companies whose archive wants something. They act as their owner and give identifiers only.
CREATE FUNCTION due_archives(p_total integer) RETURNS TABLE (company_id uuid)
  LANGUAGE plpgsql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp
  AS $$
  #variable_conflict use_column
  BEGIN
    RETURN QUERY SELECT company_id FROM archive_queue GROUP BY company_id ORDER BY min(entry) LIMIT p_total;
  END $$;

-- Those whose chain has grown since its end was signed, longer ago than this.
CREATE FUNCTION due_archive_heads(p_total integer, p_older_ms float8)
  RETURNS TABLE (company_id uuid, environment text, "position" bigint, link_hash text)
  LANGUAGE plpgsql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp
  AS $$
  #variable_conflict use_column
  BEGIN
    RETURN QUERY
      SELECT c.company_id, c.environment, l.position, encode(l.link_hash, 'hex')
      FROM companies c
        CROSS JOIN LATERAL (SELECT a.position, a.link_hash FROM archive_links a WHERE a.company_id = c.company_id
                            ORDER BY a.position DESC LIMIT 1) AS l
        LEFT JOIN LATERAL (SELECT h.position, h.signed_at FROM archive_heads h WHERE h.company_id = c.company_id
                           ORDER BY h.position DESC LIMIT 1) AS h ON true
      WHERE h.position IS NULL
         OR h.position < l.position AND h.signed_at <= statement_timestamp() - p_older_ms * interval '1 ms'
      ORDER BY h.signed_at NULLS FIRST LIMIT p_total;
  END $$;

REVOKE ALL ON FUNCTION due_archives, due_archive_heads FROM PUBLIC;
GRANT EXECUTE ON FUNCTION due_archives, due_archive_heads TO sello_service, sello_operator;
GRANT CREATE ON SCHEMA public TO sello_operator;
ALTER FUNCTION due_archives OWNER TO sello_operator;
ALTER FUNCTION due_archive_heads OWNER TO sello_operator;
REVOKE CREATE ON SCHEMA public FROM sello_operator;
