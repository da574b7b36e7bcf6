-- Up Migration

-- Codes of the income tax that a request gave to its document: no part of the official one, and null where it gave none.
ALTER TABLE documents ADD COLUMN income_class jsonb;

-- Numbering stays as it is, but for that column.
DO $$
DECLARE
  numbering text := pg_get_functiondef('claim_documents(uuid, json, text[], log_standing)'::regprocedure);
  edit record;
  before text;
BEGIN
  FOR edit IN SELECT * FROM (VALUES
      ('ccf_standing text, redirect_email text, redirect_whatsapp text)',
       'ccf_standing text, redirect_email text, redirect_whatsapp text, income_class jsonb)'),
      ('redirect_email, redirect_whatsapp, codes_to_ask)',
       'redirect_email, redirect_whatsapp, codes_to_ask, income_class)'),
      ('claim.redirect_whatsapp, (p_log).codes_to_ask);',
       'claim.redirect_whatsapp, (p_log).codes_to_ask, claim.income_class);')) AS e (old, new)
  LOOP
    before := numbering;
    numbering := replace(numbering, edit.old, edit.new);
    IF numbering = before THEN
      RAISE EXCEPTION 'a line of claim_documents was not found: %', edit.old;
    END IF;
  END LOOP;
  EXECUTE numbering;
END $$;

-- What was changed afterwards, by whom, and in which documents; nobody changes what was written here.
CREATE TABLE class_changes (
  company_id uuid NOT NULL REFERENCES companies,
  change_id bigint GENERATED ALWAYS AS IDENTITY,
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  changed_by text NOT NULL,
  -- The month whose documents were changed, AAAA-MM, and which of them.
  month text NOT NULL CHECK (month ~ '^[0-9]{4}-[0-9]{2}$'),
  filter jsonb NOT NULL,
  income_class jsonb NOT NULL,
  documents integer NOT NULL,
  PRIMARY KEY (company_id, change_id)
);

CREATE TABLE document_classes (
  company_id uuid NOT NULL,
  document_id uuid NOT NULL,
  change_id bigint NOT NULL,
  -- All codes that the document has since, those of before among them.
  income_class jsonb NOT NULL,
  PRIMARY KEY (company_id, document_id, change_id),
  FOREIGN KEY (company_id, change_id) REFERENCES class_changes
);

DO $$
DECLARE
  relation text;
  wall record;
BEGIN
  FOREACH relation IN ARRAY ARRAY['class_changes', 'document_classes']
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
GRANT SELECT, INSERT ON class_changes, document_classes TO sello_service;
GRANT SELECT ON class_changes, document_classes TO sello_operator;

-- The codes that were given to a document itself: those of the last change, else those of its request.
CREATE FUNCTION given_class(d documents) RETURNS jsonb
  LANGUAGE sql STABLE
  AS $$
    SELECT coalesce((SELECT c.income_class FROM document_classes c
      WHERE c.company_id = d.company_id AND c.document_id = d.document_id ORDER BY c.change_id DESC LIMIT 1), d.income_class)
  $$;

-- The same; a note to which none were given has those of its CCF.
CREATE FUNCTION own_class(d documents) RETURNS jsonb
  LANGUAGE sql STABLE
  AS $$
    SELECT coalesce(given_class(d), (SELECT given_class(o) FROM documents o
      WHERE o.company_id = d.company_id AND o.document_id = d.adjusts))
  $$;
REVOKE ALL ON FUNCTION given_class, own_class FROM PUBLIC;
GRANT EXECUTE ON FUNCTION given_class, own_class TO sello_service, sello_operator;
