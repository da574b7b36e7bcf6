import type pg from 'pg';

/** Before this version, CREATEROLE alone allowed to grant any role. */
const ADMIN_SINCE = 16;

/**
 * The statements by which a superuser gives the login what the pending migrations need: the first makes the two roles
 * of the schema, unless another database of the cluster has them, and grants them to the login; each makes tables.
 * Names are quoted where they need it.
 */
export async function loginNeeds(
  client: pg.Client,
  majorVersion: number,
  pending: readonly string[],
): Promise<readonly string[]> {
  if (pending.length === 0) return [];
  const { rows } = await client.query<{
    readonly login: string;
    readonly database: string;
    readonly is_super: boolean;
    readonly creates_roles: boolean;
    readonly has_roles: boolean;
    readonly grants_roles: boolean;
    readonly creates_tables: boolean;
  }>(LOGIN);
  const [row] = rows;
  if (row === undefined || row.is_super) return [];
  const makesRoles = pending.some((name) => name.startsWith('0001_'));
  const grantsRoles = row.grants_roles || (row.creates_roles && majorVersion < ADMIN_SINCE);
  return [
    ...(makesRoles && !row.has_roles && !row.creates_roles ? [`ALTER ROLE ${row.login} CREATEROLE`] : []),
    ...(makesRoles && row.has_roles && !grantsRoles
      ? [`GRANT sello_service, sello_operator TO ${row.login} WITH ADMIN OPTION`]
      : []),
    ...(row.creates_tables ? [] : [`ALTER DATABASE ${row.database} OWNER TO ${row.login}`]),
  ];
}

const LOGIN = `
  SELECT quote_ident(current_user) AS login, quote_ident(current_database()) AS database,
         rolsuper AS is_super, rolcreaterole AS creates_roles,
         count(ours) = 2 AS has_roles,
         count(ours) = 2 AND bool_and(pg_has_role(current_user, ours, 'MEMBER WITH ADMIN OPTION')) AS grants_roles,
         has_schema_privilege(current_user, to_regnamespace('public'), 'CREATE') IS TRUE AS creates_tables
    FROM pg_roles LEFT JOIN (SELECT oid AS ours FROM pg_roles WHERE rolname IN ('sello_service', 'sello_operator')) AS mine ON true
   WHERE rolname = current_user
   GROUP BY rolsuper, rolcreaterole`;
