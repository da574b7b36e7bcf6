import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type pg from 'pg';
import { applyFunctions, type FunctionFile, ownFunctions } from './apply-functions.ts';

const WALLS = new URL('../schema/walls.sql', import.meta.url);

/** The present text of what a version of Sello replaces whole: its functions, and who sees and does what in which table. */
export interface SchemaText {
  readonly functions: readonly FunctionFile[];
  readonly walls: string;
  /** The hash of the files of all functions. */
  readonly functionsHash: string;
  readonly wallsHash: string;
}

const hashOf = (text: string) => createHash('md5').update(text).digest('hex');

/** The text of this version. */
export function ownText(): SchemaText {
  const functions = ownFunctions();
  const walls = readFileSync(WALLS, 'utf8');
  const functionsHash = hashOf(functions.map(({ path, text }) => `${path}\n${text}`).join(''));
  return { functions, walls, functionsHash, wallsHash: hashOf(walls) };
}

/** The mark that the last run has left as the comment of the table of migrations. */
interface Mark {
  readonly functionsHash: string;
  readonly wallsHash: string;
}

async function markOf(client: pg.Client): Promise<Mark | null> {
  const { rows } = await client.query<{ readonly mark: readonly [string, string] | null }>(
    `SELECT regexp_match(obj_description(to_regclass('public.schema_migrations'), 'pg_class'), '^functions (\\w+) walls (\\w+)$') AS mark`,
  );
  const mark = rows[0]?.mark;
  return mark == null ? null : { functionsHash: mark[0], wallsHash: mark[1] };
}

/** Whether the functions or walls of the database were made from another text. */
export async function isOfOtherText(client: pg.Client): Promise<boolean> {
  const [mark, text] = [await markOf(client), ownText()];
  return mark?.functionsHash !== text.functionsHash || mark.wallsHash !== text.wallsHash;
}

/**
 * Brings functions and walls to the text, in the caller's transaction, which holds the lock of migrations. Walls are built anew only
 * where their text has changed, because that holds up every statement for a moment.
 */
export async function applyText(client: pg.Client): Promise<void> {
  const { functions, walls, functionsHash, wallsHash } = ownText();
  const mark = await markOf(client);
  await applyFunctions(client, functions);
  if (mark?.wallsHash !== wallsHash) await client.query(walls);
  await client.query(
    `COMMENT ON TABLE public.schema_migrations IS 'functions ${functionsHash} walls ${wallsHash}'`,
  );
}
