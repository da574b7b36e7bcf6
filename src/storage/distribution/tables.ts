import type pg from 'pg';
import { ask, type Deed, type Step } from './step.ts';

/** Every server has all of these, because the walls and the companies' own tables ask them. */
export const EVERYWHERE: readonly string[] = ['passes', 'quarantines', 'companies'];

/**
 * What belongs to companies and stays on the first server: what every request is let in by, what it counts, and what people and
 * secrets are kept in. Nothing of it is read beside a company's documents.
 */
export const AT_HOME: readonly string[] = [
  'api_keys',
  'authority_credentials',
  'certificates',
  'memberships',
  'rate_windows',
  'smtp_passwords',
];

/** With which all others lie together. */
export const FIRST = 'series';

/** The tables of the schema with a company at the head of their key, the one that the others lie with first. */
export async function spreadable(client: pg.Client): Promise<readonly string[]> {
  const rows = await ask<{ readonly name: string }>(
    client,
    `SELECT c.relname AS name FROM pg_class c
     JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = i.indkey[0] AND a.attname = 'company_id'
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> ALL ($1)
     ORDER BY c.relname <> $2, c.relname`,
    [[...EVERYWHERE, ...AT_HOME], FIRST],
  );
  return rows.map(({ name }) => name);
}

/** The tables that the other servers know; without the ones that only the first server has. */
export async function spread(client: pg.Client): Promise<ReadonlySet<string>> {
  const rows = await ask<{ readonly name: string }>(
    client,
    `SELECT c.relname AS name FROM pg_dist_partition p JOIN pg_class c ON c.oid = p.logicalrelid
     WHERE p.partmethod = 'h' OR p.partmethod = 'n' AND p.repmodel = 't'`,
  );
  return new Set(rows.map(({ name }) => name));
}

/**
 * A part that moves while it is written is replicated as its owner, whom the walls must not stop. The owner is a superuser, for whom
 * they never stood, or one who may become the operator.
 */
export const ownersWalls: Step = {
  async left(client) {
    const forced = await ask<{ readonly name: string }>(
      client,
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relforcerowsecurity
         AND relname = ANY ($1) ORDER BY 1`,
      [await spreadable(client)],
    );
    return forced.map(({ name }) => ({
      what: `Let the owner of ${name} through its walls, so that parts can move.`,
      statements: [`ALTER TABLE ${name} NO FORCE ROW LEVEL SECURITY`],
    }));
  },
};

export const referenceTables: Step = {
  async left(client) {
    const known = await spread(client);
    return EVERYWHERE.filter((name) => !known.has(name)).map((name) => ({
      what: `Copy the table ${name} to every server.`,
      statements: [`SELECT create_reference_table('${name}')`, emptied(name)],
    }));
  },
};

export const companyTables: Step = {
  async left(client) {
    const known = await spread(client);
    return (await spreadable(client)).filter((name) => !known.has(name)).map(spreading);
  },
};

function spreading(name: string): Deed {
  const beside = name === FIRST ? 'none' : FIRST;
  return {
    what: `Spread the table ${name} by company.`,
    statements: [
      ...AS_THEY_ARE,
      `SELECT create_distributed_table('${name}', 'company_id', colocate_with => '${beside}')`,
      emptied(name),
    ],
  };
}

/** Nothing follows from rows that are copied to another server: what followed from them is copied, too. */
const AS_THEY_ARE: readonly string[] = [
  `SET LOCAL citus.propagate_set_commands = 'local'`,
  `SET LOCAL session_replication_role = replica`,
];

/** The rows that a table had before are in its parts; nobody sees the old ones, which take up room. */
const emptied = (name: string) => `SELECT truncate_local_data_after_distributing_table('${name}')`;
