import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { OWN } from '../distribution/functions.ts';

const FOLDER = new URL('../schema/functions/', import.meta.url);

/** The present text of a function of the schema, with its settings, its owner and who may call it. */
export interface FunctionFile {
  /** Below the folder of functions: the room, and the function's name. */
  readonly path: string;
  readonly name: string;
  readonly text: string;
}

/** A function of the database, and what its mark says: the file and text that it was made from, and how it came out. */
interface PresentFunction {
  readonly signature: string;
  readonly name: string;
  readonly path: string | null;
  readonly text: string | null;
  readonly made: string | null;
  readonly state: string;
  /** Another one after each change of the function. */
  readonly version: string;
}

const VERSION = `p.oid || ' ' || p.ctid::text`;

/**
 * Ours, without those of extensions. The mark is the comment of the function; the state is everything that a file says, so that a
 * function is found that was changed by other means.
 */
const PRESENT = `SELECT p.oid::regprocedure::text AS signature, p.proname AS name, m[1] AS path, m[2] AS text, m[3] AS made,
    ${VERSION} AS version, md5(concat_ws(' ', pg_get_functiondef(p.oid), pg_get_userbyid(p.proowner), (
      SELECT string_agg(x.grantee::regrole || ' ' || x.privilege_type, ',' ORDER BY x.grantee::regrole::text)
      FROM aclexplode(p.proacl) AS x))) AS state
  FROM pg_proc p LEFT JOIN LATERAL regexp_match(obj_description(p.oid, 'pg_proc'), '^(\\S+\\.sql) (\\w+) (\\w+)$') AS m ON true
  WHERE ${OWN}`;

const VERSIONS = `SELECT ${VERSION} AS version, p.oid::regprocedure::text AS signature FROM pg_proc p
  WHERE p.pronamespace = 'public'::regnamespace AND p.proname = $1`;

/** Owner and rights are those of a function that was just made, which its file then changes. */
const RESET = `SELECT format('ALTER FUNCTION %1$s OWNER TO CURRENT_USER', p.oid::regprocedure) || coalesce((
    SELECT format('; REVOKE ALL ON FUNCTION %s FROM %s', p.oid::regprocedure,
      string_agg(DISTINCT CASE x.grantee WHEN 0 THEN 'PUBLIC' ELSE x.grantee::regrole::text END, ', '))
    FROM aclexplode(p.proacl) AS x WHERE x.grantee <> p.proowner HAVING count(*) > 0), '') AS statements
  FROM pg_proc p WHERE p.oid = ANY ($1::regprocedure[])`;

/** Bodies name what is made behind them, and so are checked when everything is there. */
const CHECK = `SELECT CASE l.lanname WHEN 'sql' THEN fmgr_sql_validator(p.oid) ELSE plpgsql_validator(p.oid) END
  FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang WHERE p.oid = $1::regprocedure`;

/** A function becomes that of a role only while the role may make functions. */
const OWNERS = ['sello_operator', 'sello_phases'];

/** The statements at the end of a file that say whose the function is, and who may call it. */
const RIGHTS = /(?:^(?:ALTER|GRANT) .*;\n)+$/m;

/** SQLSTATE of a function whose result or names of arguments would change. */
const OTHER_SHAPE = '42P13';

/** The files of this version. A node reads them when it starts: all at once costs a quarter of what it costs one by one. */
export function ownFunctions(): readonly FunctionFile[] {
  const entries = readdirSync(fileURLToPath(FOLDER), { recursive: true, encoding: 'utf8' });
  const paths = entries
    .filter((path) => path.endsWith('.sql'))
    .map((path) => path.replaceAll('\\', '/'))
    .sort();
  return paths.map((path) => {
    const text = readFileSync(new URL(path, FOLDER), 'utf8');
    const name = /^CREATE OR REPLACE FUNCTION (\w+)\(/m.exec(text)?.[1];
    if (name === undefined) throw new Error(`${path} makes no function`);
    return { path, name, text };
  });
}

/** Creates the functions of triggers, which need no table, for the tables that need them; nothing is said of their rights. */
export async function createTriggerFunctions(client: pg.Client): Promise<void> {
  for (const { text } of ownFunctions())
    if (/^ {2}RETURNS trigger$/m.test(text)) await client.query(text.replace(RIGHTS, ''));
}

/**
 * Makes the functions of the database equal to the files, in the caller's transaction, which holds the lock of migrations: replaces each
 * that was made from another text or was changed since, and drops each that was made from a file that is gone. A function that stands
 * there unmarked under the name of a file is taken for a former one; other functions are not ours, and are left alone. Answers the
 * files that were applied, and throws with the name of the file what the database refuses.
 */
export async function applyFunctions(
  client: pg.Client,
  files: readonly FunctionFile[],
): Promise<readonly string[]> {
  const before = await presentFunctions(client);
  const stale = files.filter((file) => !before.some((one) => isMadeFrom(one, file)));
  await client.query('SET LOCAL check_function_bodies = off; SET LOCAL search_path = public, pg_temp');
  await dropGone(client, files, before);
  const former = before.filter((one) => stale.some((file) => isFormer(one, file)));
  await resetRights(client, former.map(signatureOf));
  for (const role of OWNERS) await client.query(`GRANT CREATE ON SCHEMA public TO ${role}`);
  const made = new Map<string, FunctionFile>();
  const versions = new Set((await presentFunctions(client)).map(({ version }) => version));
  for (const file of stale) {
    const replaced = former.filter((one) => isFormer(one, file) && !made.has(one.signature));
    made.set(await applyFile(client, file, { former: replaced.map(signatureOf), versions, made }), file);
  }
  for (const role of OWNERS) await client.query(`REVOKE CREATE ON SCHEMA public FROM ${role}`);
  await client.query('SET LOCAL check_function_bodies = on');
  for (const [signature, { path }] of made) {
    await client.query(CHECK, [signature]).catch((error: unknown) => throwNamed(error, path));
  }
  await mark(client, made);
  return stale.map(({ path }) => path);
}

async function presentFunctions(client: pg.Client): Promise<readonly PresentFunction[]> {
  const { rows } = await client.query<PresentFunction>(PRESENT);
  return rows;
}

function isMadeFrom(present: PresentFunction, { path, text }: FunctionFile): boolean {
  return present.path === path && present.text === hashOf(text) && present.made === present.state;
}

function isFormer(present: PresentFunction, { path, name }: FunctionFile): boolean {
  return present.path === null ? present.name === name : present.path === path;
}

const hashOf = (text: string) => createHash('md5').update(text).digest('hex');

const signatureOf = ({ signature }: PresentFunction) => signature;

async function dropGone(
  client: pg.Client,
  files: readonly FunctionFile[],
  present: readonly PresentFunction[],
): Promise<void> {
  const paths = new Set(files.map(({ path }) => path));
  const gone = present.filter(({ path }) => path !== null && !paths.has(path)).map(signatureOf);
  if (gone.length > 0) await client.query(`DROP FUNCTION ${gone.join(', ')}`);
}

/** Makes functions those of the caller, without rights of others. */
async function resetRights(client: pg.Client, signatures: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ readonly statements: string }>(RESET, [signatures]);
  await client.query(rows.map(({ statements }) => statements).join(';'));
}

interface Standing {
  /** The functions that the file's takes the place of. */
  readonly former: readonly string[];
  /** The versions of all functions before. */
  readonly versions: ReadonlySet<string>;
  /** The functions of the files before this one. */
  readonly made: ReadonlyMap<string, FunctionFile>;
}

/** Answers the signature of the function that the file has made. */
async function applyFile(
  client: pg.Client,
  { path, name, text }: FunctionFile,
  { former, versions, made }: Standing,
): Promise<string> {
  const [rights] = RIGHTS.exec(text) ?? [''];
  try {
    await create(client, text.slice(0, text.length - rights.length), former);
    const { rows } = await client.query<{ readonly version: string; readonly signature: string }>(VERSIONS, [
      name,
    ]);
    const fresh = rows.filter(({ version, signature }) => !versions.has(version) && !made.has(signature));
    const [one, ...more] = fresh;
    if (one === undefined || more.length > 0) throw new Error('the file makes not one function');
    // The rights of a file name its function without arguments, where there is one of the name.
    const others = former.filter((other) => other !== one.signature);
    const drop = others.map((other) => `DROP FUNCTION IF EXISTS ${other};`).join(' ');
    await client.query(`${drop} ${rights} REVOKE ALL ON FUNCTION ${one.signature} FROM PUBLIC`);
    return one.signature;
  } catch (cause) {
    return throwNamed(cause, path);
  }
}

/** Throws the error with the name of what failed. It keeps its code, by which the command line explains it. */
export function throwNamed(cause: unknown, path: string): never {
  const code = cause instanceof Error && 'code' in cause ? { code: cause.code } : {};
  const message = `${path}: ${cause instanceof Error ? cause.message : String(cause)}`;
  throw Object.assign(new Error(message, { cause }), code);
}

/** A function of another shape is made anew in the place of the former one. */
async function create(client: pg.Client, text: string, former: readonly string[]): Promise<void> {
  if (former.length > 0) await client.query('SAVEPOINT file');
  try {
    await client.query(text);
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : null;
    if (code !== OTHER_SHAPE || former.length === 0) throw cause;
    await client.query(`ROLLBACK TO file; DROP FUNCTION IF EXISTS ${former.join(', ')}`);
    await client.query(text);
  }
}

async function mark(client: pg.Client, made: ReadonlyMap<string, FunctionFile>): Promise<void> {
  const marks = (await presentFunctions(client)).flatMap(({ signature, state }) => {
    const file = made.get(signature);
    return file === undefined
      ? []
      : [`COMMENT ON FUNCTION ${signature} IS '${file.path} ${hashOf(file.text)} ${state}'`];
  });
  await client.query(marks.join(';'));
}
