import type { Random } from '../structure/random.ts';
import type { House } from './house.ts';

/** A value in the database, by where its row lies. */
export interface Place {
  readonly table: string;
  readonly ctid: string;
  readonly column: string;
}

const TEXT = { send: `convert_to(%::text, 'UTF8')`, receive: `convert_from(%, 'UTF8')` };
const INTEGER = (bits: number) => ({
  send: `int${bits / 8}send(%)`,
  receive: `('x' || encode(%, 'hex'))::bit(${bits})::int${bits / 8}`,
});

/** How a value of each type becomes bytes and comes back, so that every bit of it can be flipped. */
const SENT: Readonly<Record<string, { readonly send: string; readonly receive: string }>> = {
  text: TEXT,
  jsonb: TEXT,
  numeric: TEXT,
  // It has two values, and is turned into the other one.
  bool: { send: `convert_to(CASE WHEN % THEN '0' ELSE '1' END, 'UTF8')`, receive: `convert_from(%, 'UTF8')` },
  bytea: { send: '%', receive: '%' },
  uuid: { send: 'uuid_send(%)', receive: `encode(%, 'hex')::uuid` },
  int2: { send: 'int4send(%::int4)', receive: `('x' || encode(%, 'hex'))::bit(32)::int4::int2` },
  int4: INTEGER(32),
  int8: INTEGER(64),
  timestamptz: {
    send: 'timestamptz_send(%)',
    receive: `'2000-01-01Z'::timestamptz + ('x' || encode(%, 'hex'))::bit(64)::int8 * interval '1 microsecond'`,
  },
};

/**
 * Flips one bit of a value, as a disk might; the session must be past all triggers. Null where the value has no bits, or the
 * database cannot hold what came of it, so that nothing was flipped. Answers how to put the row back as it was.
 */
export async function flipBit(
  sql: House['sql'],
  { table, ctid, column }: Place,
  random: Random,
): Promise<(() => Promise<void>) | null> {
  const [type] = await sql(
    `SELECT typname AS name, format_type(t.oid, NULL) AS cast
     FROM pg_attribute JOIN pg_type t ON t.oid = atttypid WHERE attrelid = $1::regclass AND attname = $2`,
    [table, column],
  );
  const sent = SENT[String(type?.['name'])];
  if (sent === undefined) throw new Error(`no bit of a ${type?.['name']} can be flipped`);
  const [row] = await sql(
    `SELECT encode(${sent.send.replace('%', column)}, 'hex') AS hex, to_jsonb(t)::text AS whole
     FROM ${table} t WHERE ctid = $1::tid`,
    [ctid],
  );
  const bytes = Buffer.from(String(row?.['hex'] ?? ''), 'hex');
  if (bytes.length === 0) return null;
  const bit = random.below(8 * bytes.length);
  bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  const value = sent.receive.replace('%', '$2::bytea');
  try {
    const [flipped] = await sql(
      `UPDATE ${table} t SET ${column} = (${value})::${type?.['cast']} WHERE ctid = $1::tid AND $2::bytea IS NOT NULL
       RETURNING ctid::text AS ctid, (to_jsonb(t) -> '${column}') IS DISTINCT FROM ($3::jsonb -> '${column}') AS differs`,
      [ctid, bytes, row?.['whole']],
    );
    const back = async () => {
      await sql(
        `UPDATE ${table} t SET ${column} = o.${column} FROM jsonb_populate_record(NULL::${table}, $2::jsonb) o
         WHERE t.ctid = $1::tid`,
        [flipped?.['ctid'], row?.['whole']],
      );
    };
    if (flipped?.['differs'] === true) return back;
    await back();
    return null;
  } catch {
    return null;
  }
}
