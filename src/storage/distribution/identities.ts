import type pg from 'pg';
import { ask, quoted, type Step } from './step.ts';
import { spread } from './tables.ts';

type Identity = {
  readonly table: string;
  readonly column: string;
  readonly sequence: string;
};

/** Each server has so many numbers of its own for a column that numbers its rows. */
const OF_A_SERVER = '281474976710656';

/**
 * Another server numbers rows from the first of its own numbers on. A database that was filled with a backup of several servers
 * has some of them already.
 */
export const identities: Step = {
  async left(client) {
    const known = await spread(client);
    const columns = await ask<Identity>(
      client,
      `SELECT c.relname AS table, quote_ident(a.attname) AS column, pg_get_serial_sequence(c.oid::regclass::text, a.attname) AS sequence
       FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
       WHERE a.attidentity <> '' AND c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' ORDER BY 1, 2`,
    );
    const taken: Identity[] = [];
    for (const one of columns.filter(({ table }) => known.has(table)))
      if (
        (await isAnywhere(client, isNew(one))) &&
        (await isAnywhere(client, `SELECT EXISTS (${rowsOf(one)})`))
      )
        taken.push(one);
    return taken.map((one) => ({
      what: `Have every server number ${one.table} behind what is numbered.`,
      statements: [`SELECT * FROM run_command_on_workers(${quoted(goingOn(one))}) WHERE NOT success`],
    }));
  },
};

/** Whether one of the other servers says so, or says nothing. */
async function isAnywhere(client: pg.Client, question: string): Promise<boolean> {
  const [row] = await ask<{ readonly found: boolean }>(
    client,
    `SELECT count(*) > 0 AS found FROM run_command_on_workers($1) WHERE NOT success OR result <> 'f'`,
    [question],
  );
  return row?.found === true;
}

/** Whether the server has given no number yet. */
const isNew = ({ sequence }: Identity): string => `SELECT NOT is_called FROM ${sequence}`;

/** The rows that have numbers of a server that has given none yet, from that server; this reads the table. */
const rowsOf = ({ table, column, sequence }: Identity): string =>
  `SELECT ${column} FROM ${table} WHERE (SELECT NOT is_called FROM ${sequence})
     AND ${column} >= (SELECT last_value FROM ${sequence})
     AND ${column} < (SELECT last_value + ${OF_A_SERVER} FROM ${sequence})`;

const goingOn = (one: Identity): string => `DO $deed$
  DECLARE
    furthest bigint;
  BEGIN
    SELECT max(numbered.${one.column}) INTO furthest FROM (${rowsOf(one)}) AS numbered;
    IF furthest IS NOT NULL THEN
      PERFORM setval('${one.sequence}', furthest);
    END IF;
  END $deed$`;
