import type pg from 'pg';
import type { DatabaseLogin } from '../../operations/installation/ports.ts';

/** What the connection's login is, and what it can do that a login which only serves need not. */
export async function readLogin(client: pg.Client): Promise<DatabaseLogin> {
  const { rows } = await client.query<DatabaseLogin>(LOGIN);
  const [row] = rows;
  if (row === undefined) throw new Error('the login was not found');
  return row;
}

/** A superuser is a member of every role and may do everything, so that one clause says it all. */
const LOGIN = `
  SELECT quote_ident(me.rolname) AS name,
    to_regclass('schema_migrations') IS NULL
      OR coalesce(pg_has_role(me.oid, to_regrole('sello_operator'), 'MEMBER'), false) AS operates,
    CASE WHEN me.rolsuper THEN ARRAY['is a superuser'] ELSE array_remove(ARRAY[
      CASE WHEN me.rolbypassrls THEN 'bypasses row-level security' END,
      CASE WHEN me.rolreplication THEN 'may replicate the database' END,
      CASE WHEN me.rolcreaterole THEN 'may create roles' END,
      CASE WHEN me.rolcreatedb THEN 'may create databases' END,
      CASE WHEN EXISTS (SELECT FROM pg_database WHERE datname = current_database() AND datdba = me.oid)
        THEN 'owns the database' END,
      CASE WHEN EXISTS (SELECT FROM pg_class WHERE relowner = me.oid) THEN 'owns tables' END,
      CASE WHEN has_schema_privilege(me.oid, to_regnamespace('public'), 'CREATE') THEN 'may create in the schema public' END,
      CASE WHEN has_database_privilege(me.oid, current_database(), 'CREATE') THEN 'may create schemas' END,
      CASE WHEN has_database_privilege(me.oid, current_database(), 'TEMPORARY') THEN 'may create temporary tables' END
    ], NULL) || ARRAY(
      SELECT 'is a member of ' || other.rolname::text FROM pg_roles other
      WHERE other.oid <> me.oid AND other.rolname <> 'sello_service' AND pg_has_role(me.oid, other.oid, 'MEMBER')
      ORDER BY other.rolname) END AS excesses
  FROM pg_roles me WHERE me.rolname = current_user`;
