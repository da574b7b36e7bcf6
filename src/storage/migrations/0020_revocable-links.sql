-- Up Migration

-- Links to files of a company that were made before its last revocation open nothing: each carries the epoch it was made
-- in. The first one is that of the links which carry none.
ALTER TABLE companies ADD COLUMN links_epoch integer NOT NULL DEFAULT 0 CHECK (links_epoch >= 0);

-- As before, with the epoch of the company's links; a node of the version before reads the first two columns.
DROP FUNCTION read_company;
CREATE FUNCTION read_company(p_company uuid, p_known text)
  RETURNS TABLE (version text, profile jsonb, links_epoch integer)
  LANGUAGE plpgsql
  SET role = 'sello_service'
  SET search_path = public, pg_temp
  SET timezone = 'UTC'
  AS $$
  BEGIN
    PERFORM set_config('sello.company_id', p_company::text, true);
    RETURN QUERY SELECT c.updated_at::text,
        CASE WHEN c.updated_at::text = p_known THEN NULL ELSE c.profile #- '{branding,logo}' END, c.links_epoch
      FROM companies c WHERE c.company_id = p_company;
    PERFORM set_config('sello.company_id', '', true);
  END $$;
REVOKE ALL ON FUNCTION read_company FROM PUBLIC;
GRANT EXECUTE ON FUNCTION read_company TO sello_service;

-- A pepper with which no live key is hashed any more is removed.
GRANT DELETE ON installation_secrets TO sello_operator;
