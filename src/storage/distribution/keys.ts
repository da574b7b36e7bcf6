import type pg from 'pg';
import { ask, type Deed, quoted, type Step } from './step.ts';
import { EVERYWHERE, spread, spreadable } from './tables.ts';

/** Where the keys stand that were lifted, so that a run which was killed puts them back the next time. */
const NOTES = 'lifted_keys';

interface Key {
  readonly relation: string;
  readonly name: string;
  readonly definition: string;
}

/** The foreign keys of the tables that are still to be spread, and those that lead to one. */
async function keysInTheWay(client: pg.Client): Promise<readonly Key[]> {
  const known = await spread(client);
  const unspread = [...EVERYWHERE, ...(await spreadable(client))].filter((name) => !known.has(name));
  return ask<Key & Readonly<Record<string, unknown>>>(
    client,
    `SELECT k.conrelid::regclass::text AS relation, k.conname AS name, pg_get_constraintdef(k.oid) AS definition
     FROM pg_constraint k
     WHERE k.contype = 'f' AND k.connamespace = 'public'::regnamespace AND k.conparentid = 0
       AND EXISTS (SELECT FROM pg_class r WHERE r.oid IN (k.conrelid, k.confrelid) AND r.relname = ANY ($1))
     ORDER BY 1, 2`,
    [unspread],
  );
}

async function notedKeys(client: pg.Client): Promise<readonly Key[]> {
  const [table] = await ask<{ readonly found: boolean }>(
    client,
    `SELECT to_regclass('public.${NOTES}') IS NOT NULL AS found`,
  );
  if (table?.found !== true) return [];
  return ask<Key & Readonly<Record<string, unknown>>>(
    client,
    `SELECT relation, name, definition FROM ${NOTES} ORDER BY relation, name`,
  );
}

/** Foreign keys stand in the way while the two tables that they join are of different kinds. */
export const liftedKeys: Step = {
  async left(client) {
    return (await keysInTheWay(client)).map(({ relation, name, definition }) => ({
      what: `Lift the foreign key ${name} of ${relation} for the time being.`,
      statements: [
        `CREATE TABLE IF NOT EXISTS ${NOTES} (relation text, name text, definition text, PRIMARY KEY (relation, name))`,
        `INSERT INTO ${NOTES} VALUES (${quoted(relation)}, ${quoted(name)}, ${quoted(definition)})`,
        `ALTER TABLE ${relation} DROP CONSTRAINT ${name}`,
      ],
    }));
  },
};

/** Before anything is lifted, what will have to be put back is what is there. */
export const restoredKeys: Step = {
  async left(client) {
    const keys = [...(await notedKeys(client)), ...(await keysInTheWay(client))];
    return keys.length === 0 ? [] : [...keys.map(puttingBack), FORGET];
  },
};

function puttingBack({ relation, name, definition }: Key): Deed {
  return {
    what: `Put back the foreign key ${name} of ${relation}.`,
    statements: [
      `ALTER TABLE ${relation} ADD CONSTRAINT ${name} ${definition}`,
      `DELETE FROM ${NOTES} WHERE relation = ${quoted(relation)} AND name = ${quoted(name)}`,
    ],
  };
}

const FORGET: Deed = { what: 'Drop the list of lifted keys.', statements: [`DROP TABLE ${NOTES}`] };
