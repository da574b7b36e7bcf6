import type pg from 'pg';
import { QUEUES_ROLE } from './forms.ts';
import { ask, quoted, type Step } from './step.ts';

/** What every session of the database needs, on each server; Citus tells the others. */
const SETTINGS: Readonly<Record<string, string>> = {
  // The triggers of a part write other tables of the same company alone.
  'citus.enable_unsafe_triggers': 'on',
  'citus.allow_nested_distributed_execution': 'on',
  // A look across companies asks the parts of a server one after the other: more connections to it are opened anew for each look, which
  // costs more than the look.
  'citus.max_adaptive_executor_pool_size': '1',
};

export const settings: Step = {
  async left(client) {
    const [row] = await ask<{ readonly name: string; readonly kept: readonly string[] }>(
      client,
      `SELECT quote_ident(current_database()) AS name, coalesce((SELECT s.setconfig FROM pg_db_role_setting s
         WHERE s.setrole = 0 AND s.setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database())), '{}') AS kept`,
    );
    return Object.entries(SETTINGS)
      .filter(([name, value]) => row?.kept.includes(`${name}=${value}`) !== true)
      .map(([name, value]) => ({
        what: `Set ${name} = ${value} for this database, on every server.`,
        statements: [`ALTER DATABASE ${row?.name} SET ${name} = ${quoted(value)}`],
      }));
  },
};

/** The first server comes to the others as the role that a statement acts as. None of them has a password. */
export const roles: Step = {
  async left(client) {
    const names = ['sello_service', 'sello_operator', QUEUES_ROLE];
    const known = await ask<{ readonly name: string }>(
      client,
      'SELECT rolname AS name FROM pg_roles WHERE rolname = ANY ($1) AND rolcanlogin',
      [names],
    );
    return names
      .filter((name) => !known.some((one) => one.name === name))
      .map((name) => ({
        what: `Let the first server come to the others as ${name}.`,
        statements:
          name === QUEUES_ROLE
            ? [`CREATE ROLE ${name} LOGIN`, `GRANT sello_operator TO ${name}`]
            : [`ALTER ROLE ${name} LOGIN`],
      }));
  },
};

/**
 * Citus takes logins that are made later to every server, and what becomes of them, but leaves those that were there before it where they
 * are. The owner of a function that is copied goes along with it.
 */
export const logins: Step = {
  async left(client) {
    const found = await ask<{ readonly login: string }>(
      client,
      `SELECT quote_ident(r.rolname) AS login FROM pg_roles r
       WHERE r.rolcanlogin AND NOT r.rolsuper
         AND (pg_has_role(r.oid, 'sello_service', 'MEMBER') OR pg_has_role(r.oid, 'sello_operator', 'MEMBER'))
         AND EXISTS (SELECT FROM run_command_on_workers($1) AS w WHERE NOT w.success OR NOT w.result::jsonb ? r.rolname::text)
       ORDER BY 1`,
      ['SELECT jsonb_agg(rolname) FROM pg_roles'],
    );
    return found.map(({ login }) => ({
      what: `Take the login ${login} to every server.`,
      statements: [
        `CREATE FUNCTION take_login() RETURNS void LANGUAGE sql AS ''`,
        `ALTER FUNCTION take_login() OWNER TO ${login}`,
        `SELECT create_distributed_function('take_login()')`,
        'DROP FUNCTION take_login()',
      ],
    }));
  },
};

/** Whether what is needed before anything can be spread is there; the sentence says what is missing. */
export async function obstacle(client: pg.Client): Promise<string | null> {
  const [row] = await ask<{
    readonly version: string | null;
    readonly is_superuser: boolean;
    readonly two_phases: boolean;
  }>(
    client,
    `SELECT (SELECT extversion FROM pg_extension WHERE extname = 'citus') AS version,
       current_setting('is_superuser')::boolean AS is_superuser,
       current_setting('max_prepared_transactions')::integer > 0 AS two_phases`,
  );
  if (row === undefined || row.version === null)
    return 'This database has no Citus: put citus into shared_preload_libraries, and run "CREATE EXTENSION citus" on every server, as docs/scale.md shows it.';
  if (Number.parseInt(row.version, 10) < 13)
    return `Citus ${row.version} is too old: Sello needs 13 or newer.`;
  if (!row.is_superuser) return 'Spreading a database needs a superuser of PostgreSQL in DATABASE_URL.';
  if (!row.two_phases)
    return 'A change on several servers is prepared first: set max_prepared_transactions on each, to as many as there are connections.';
  return missingServers(client);
}

async function missingServers(client: pg.Client): Promise<string | null> {
  const [row] = await ask<{ readonly first: number; readonly others: number; readonly away: number }>(
    client,
    `SELECT count(*) FILTER (WHERE groupid = 0)::integer AS first,
       count(*) FILTER (WHERE groupid <> 0)::integer AS others,
       count(*) FILTER (WHERE NOT isactive)::integer AS away
     FROM pg_dist_node WHERE noderole = 'primary'`,
  );
  if (row === undefined || row.others === 0)
    return 'Citus knows no other server: run "SELECT citus_add_node(HOST, PORT)" for each.';
  if (row.first === 0)
    return 'Citus does not know where this server is: run "SELECT citus_set_coordinator_host(HOST, PORT)".';
  return row.away === 0 ? null : 'Citus knows a server that is not active: see pg_dist_node.';
}
