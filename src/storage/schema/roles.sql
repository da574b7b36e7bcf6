-- Three roles without login. None of them owns a table or bypasses row-level security. Roles belong to the cluster, so another
-- database may have made them already.
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY[
    -- Sees one company a transaction.
    'sello_service',
    -- Sees all of them.
    'sello_operator',
    -- The entry functions of the phases act as it: they prove the pass of each company once, before its first row. No login is a
    -- member of it.
    'sello_phases']
  LOOP
    BEGIN
      EXECUTE format('CREATE ROLE %I NOLOGIN NOBYPASSRLS', name);
    EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
    END;
  END LOOP;
END $$;
GRANT sello_service, sello_operator, sello_phases TO CURRENT_USER;
