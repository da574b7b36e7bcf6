import type pg from 'pg';

/** Before this version, CREATEROLE alone allowed to grant any role. */
const ADMIN_SINCE = 16;

/** The roles of the schema by the migration that makes them. */
const ROLES: Readonly<Record<string, readonly string[]>> = {
  '0001': ['sello_service', 'sello_operator', 'sello_phases'],
};

/**
 * The statements by which a superuser gives the login what the pending migrations need: they make the roles of the schema,
 * unless another database of the cluster has them, and grant them to the login; each makes tables. Names are quoted where
 * they need it.
 */
export async function loginNeeds(
  client: pg.Client,
  majorVersion: number,
  pending: readonly string[],
): Promise<readonly string[]> {
  if (pending.length === 0) return [];
  const roles = pending.flatMap((name) => ROLES[name.slice(0, 4)] ?? []);
  const { rows } = await client.query<{
    readonly login: string;
    readonly database: string;
    readonly is_super: boolean;
    readonly creates_roles: boolean;
    readonly creates_tables: boolean;
    /** The roles that are there, and whether the login may grant them. */
    readonly found: Readonly<Record<string, boolean>>;
  }>(LOGIN, [roles]);
  const [row] = rows;
  if (row === undefined || row.is_super) return [];
  const isLacking = roles.some((role) => row.found[role] === undefined);
  const grants = (role: string) =>
    row.found[role] === true || (row.creates_roles && majorVersion < ADMIN_SINCE);
  const others = roles.filter((role) => row.found[role] !== undefined && !grants(role));
  return [
    ...(isLacking && !row.creates_roles ? [`ALTER ROLE ${row.login} CREATEROLE`] : []),
    ...(others.length > 0 ? [`GRANT ${others.join(', ')} TO ${row.login} WITH ADMIN OPTION`] : []),
    ...(row.creates_tables ? [] : [`ALTER DATABASE ${row.database} OWNER TO ${row.login}`]),
  ];
}

const LOGIN = `
  SELECT quote_ident(current_user) AS login, quote_ident(current_database()) AS database,
         rolsuper AS is_super, rolcreaterole AS creates_roles,
         has_schema_privilege(current_user, to_regnamespace('public'), 'CREATE') IS TRUE AS creates_tables,
         (SELECT coalesce(json_object_agg(ours.rolname, pg_has_role(me.oid, ours.oid, 'MEMBER WITH ADMIN OPTION')), '{}')
          FROM pg_roles ours WHERE ours.rolname = ANY ($1)) AS found
    FROM pg_roles me WHERE rolname = current_user`;
