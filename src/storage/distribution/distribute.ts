import type pg from 'pg';
import type { Distribution } from '../../operations/installation/distribution-ports.ts';
import { connectToPrimary } from '../connection/primary.ts';
import {
  copiedFunctions,
  forms,
  looks,
  plans,
  policies,
  sameFunctions,
  travellingFunctions,
  wallFunctions,
} from './functions.ts';
import { columnRights, viewRights } from './grants.ts';
import { identities } from './identities.ts';
import { liftedKeys, restoredKeys } from './keys.ts';
import { doors, partsByName, wholeByName } from './parts.ts';
import { logins, obstacle, roles, settings } from './settings.ts';
import { ask, type Deed, type Step } from './step.ts';
import { companyTables, ownersWalls, referenceTables } from './tables.ts';

/** In their order: each needs those before it. */
const STEPS: readonly Step[] = [
  settings,
  roles,
  forms,
  looks,
  plans,
  policies,
  ownersWalls,
  liftedKeys,
  wallFunctions,
  referenceTables,
  companyTables,
  identities,
  restoredKeys,
  wholeByName,
  copiedFunctions,
  travellingFunctions,
  sameFunctions,
  logins,
  columnRights,
  viewRights,
  partsByName,
  doors,
];

/** Says what would have to be done to spread the database over the servers that Citus knows, and does nothing of it. */
export function planDistribution(databaseUrl: string): Promise<Distribution> {
  return connected(databaseUrl, async (client) => ({ kind: 'planned', deeds: await leftOf(client) }));
}

/** What is left to be done, each as a sentence. */
export async function leftOf(client: pg.Client): Promise<readonly string[]> {
  const deeds: string[] = [];
  for (const step of STEPS) deeds.push(...(await step.left(client)).map(({ what }) => what));
  return deeds;
}

/**
 * Spreads the database over the servers that Citus knows. Each deed is a transaction of its own, and is looked at whether it is done
 * already, so that a run which was killed goes on with the next one. `told` hears of each before it is done.
 */
export async function distribute(databaseUrl: string, told: (what: string) => void): Promise<Distribution> {
  const done: string[] = [];
  // What a session of the other servers began with holds for it until its end.
  for (const steps of [[settings], STEPS]) {
    const result = await connected(databaseUrl, async (client) => {
      for (const step of steps) for (const what of await carriedOut(client, step, told)) done.push(what);
      return { kind: 'done', deeds: done };
    });
    if (result.kind === 'refused') return result;
  }
  return { kind: 'done', deeds: done };
}

/** Whether the tables of this database are spread over several servers. */
export async function isSpread(client: pg.Client): Promise<boolean> {
  const [table] = await ask<{ readonly found: boolean }>(
    client,
    `SELECT to_regclass('pg_dist_partition') IS NOT NULL AND to_regclass('public.documents') IS NOT NULL AS found`,
  );
  if (table?.found !== true) return false;
  const [row] = await ask<{ readonly found: boolean }>(
    client,
    `SELECT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = to_regclass('public.documents')) AS found`,
  );
  return row?.found === true;
}

/** A name by which two runs at the same time know of each other. */
const LOCK = 'sello distribute';

async function connected(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<Distribution>,
): Promise<Distribution> {
  const client = await connectToPrimary(databaseUrl);
  try {
    await client.query(
      'SET client_min_messages = warning; SET statement_timeout = 0; SET search_path = public',
    );
    const why = await obstacle(client);
    if (why !== null) return { kind: 'refused', why };
    const [lock] = await ask<{ readonly taken: boolean }>(
      client,
      'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS taken',
      [LOCK],
    );
    if (lock?.taken !== true) return { kind: 'refused', why: 'Somebody else is spreading this database.' };
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Does what is left of a step; where the order does not matter, as long as any of it goes well. Throws what a deed throws, and where
 * one that went well is still left to do, which would go on for ever.
 */
export async function carriedOut(
  client: pg.Client,
  step: Step,
  told: (what: string) => void,
): Promise<readonly string[]> {
  const done: string[] = [];
  for (let left = await step.left(client); left.length > 0; left = await step.left(client)) {
    const before = done.length;
    let failure: unknown = null;
    for (const deed of left) {
      if (done.includes(deed.what)) throw new Error(`${deed.what} It was done, and is still left to do.`);
      told(deed.what);
      const error = await failureOf(client, deed);
      if (error === null) done.push(deed.what);
      else if (step.inAnyOrder === true) failure = error;
      else throw error;
    }
    if (done.length === before) throw failure;
  }
  return done;
}

async function failureOf(client: pg.Client, { what, statements }: Deed): Promise<Error | null> {
  try {
    await client.query('BEGIN');
    for (const statement of statements) await run(client, statement);
    await client.query('COMMIT');
    return null;
  } catch (cause) {
    await client.query('ROLLBACK');
    return new Error(`${what} ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

/** A command for all servers or parts answers a row for each that did not carry it out. */
async function run(client: pg.Client, statement: string): Promise<void> {
  const { rows } = await client.query<Readonly<Record<string, unknown>>>(statement);
  const [failed] = rows;
  if (failed !== undefined && failed['success'] === false) throw new Error(String(failed['result']));
}
