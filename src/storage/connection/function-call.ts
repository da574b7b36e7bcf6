import type { QueryResultRow } from 'pg';
import { hadCancelledWait, inTime } from './commit-wait.ts';
import type { OtherServer } from './other-server.ts';
import { type Client, type PassOf, type Pool, QUEUES } from './pool.ts';
import type { Connections } from './server-pool.ts';
import { isRepeatable, repeated, type Statement, sqlState, UnansweredCommit } from './transaction.ts';

/**
 * Calls a function of the schema that names its own role and company: one statement, which is a transaction of its own.
 * A deadlock or serialization failure is repeated. Throws what the server says, and UnansweredCommit where it did not
 * say whether the call happened.
 */
export function callFunction<R extends QueryResultRow>(
  connections: Connections,
  statement: Statement,
): Promise<readonly R[]> {
  return repeated(async () => {
    const client = await connections.connect();
    const answer = await answerTo<R>(client, statement);
    client.release(answer.broken);
    if (answer.kind === 'rows') return answer.rows;
    throw answer.error;
  });
}

/** The first argument of a function that acts for a company, in the text of `callForCompany`. */
export const COMPANY = 'enter_company($1, $2)';

/** Calls a function for one company; the statement's own values are `$3` and those after it. */
export function callForCompany<R extends QueryResultRow>(
  pool: Pool,
  companyId: string,
  { values = [], ...statement }: Statement,
): Promise<readonly R[]> {
  return callFunction(pool, { ...statement, values: [companyId, pool.passOf(companyId), ...values] });
}

/** The first argument of a function that looks across companies, in the text of `callForQueues`. */
export const TOTAL = 'enter_queues($1, $2)';

/** Calls a function that looks across companies for so many rows; the statement's own values are `$3` and those after it. */
export function callForQueues<R extends QueryResultRow>(
  pool: Pool,
  total: number,
  { values = [], ...statement }: Statement,
): Promise<readonly R[]> {
  return callFunction(pool, { ...statement, values: [total, pool.passOf(QUEUES), ...values] });
}

type Answer<R> =
  | { readonly kind: 'rows'; readonly rows: readonly R[]; readonly broken?: undefined }
  | { readonly kind: 'failed'; readonly error: unknown; readonly broken?: Error | undefined };

/** `broken` is why the connection is of no more use. */
async function answerTo<R extends QueryResultRow>(client: Client, statement: Statement): Promise<Answer<R>> {
  const { values = [], ...named } = statement;
  try {
    const { rows } = await inTime(client.query<R>({ ...named, values: [...values] }));
    if (!hadCancelledWait(client)) return { kind: 'rows', rows };
    return { kind: 'failed', error: new UnansweredCommit('the call did not wait for the standby') };
  } catch (cause) {
    if (sqlState(cause) !== null && !isConnectionLost(cause)) return { kind: 'failed', error: cause };
    const error = new UnansweredCommit('the call was not answered', { cause });
    return { kind: 'failed', error, broken: error };
  }
}

/** Class 57P: the server ends, or an administrator ended the connection; the statement may have been committed. */
function isConnectionLost(error: unknown): boolean {
  return !isRepeatable(error) && /^(57P|08)/.test(sqlState(error) ?? '');
}

export interface CompanyServer {
  readonly name: string;
  /** For what it carries out whole. */
  readonly connections: Connections;
}

/** On which servers companies lie, where the database is spread over several. */
export interface CompanyServers {
  /** Whether there are several. */
  areMany(): Promise<boolean>;
  /** The company's server; the same for all where there is one. Rejects where the database does not say. */
  of(companyId: string): Promise<CompanyServer>;
  /** A company may have moved: each is asked for again. */
  forget(): void;
}

const KNOWN = new WeakMap<Pool, CompanyServers>();

/** The servers behind a pool. */
export function serversOf(pool: Pool): CompanyServers {
  const known = KNOWN.get(pool) ?? createCompanyServers(pool);
  KNOWN.set(pool, known);
  return known;
}

/** The number by which Citus knows the first server. */
const FIRST = 0;
/** So long a company is believed to be where it was; a server that it has left passes on what it is told of it. */
const BELIEVED_MS = 60_000;

/** Whether there are several servers is asked once: nodes stand still while that changes. */
function createCompanyServers(pool: Pool): CompanyServers {
  let many: Promise<boolean> | null = null;
  const places = new Map<string, Promise<CompanyServer>>();
  const servers = new Map<string, CompanyServer>();
  const alone = { name: '', connections: pool };
  let asIsMs = performance.now();

  const areMany = () => {
    many ??= askWhetherMany(pool).catch((error: unknown) => {
      many = null;
      throw error;
    });
    return many;
  };
  const named = (place: OtherServer): CompanyServer => {
    const name = `${place.group} ${place.host}:${place.port}`;
    const server = servers.get(name) ?? {
      name,
      connections: place.group === FIRST ? pool : pool.wayTo(place),
    };
    servers.set(name, server);
    return server;
  };
  const serverOf = (companyId: string) => {
    if (performance.now() - asIsMs > BELIEVED_MS) forget();
    const known = places.get(companyId);
    if (known !== undefined) return known;
    const asked = askForServer(pool, companyId).then(named);
    places.set(companyId, asked);
    asked.catch(() => places.delete(companyId));
    return asked;
  };
  const forget = () => {
    places.clear();
    asIsMs = performance.now();
  };
  return {
    areMany,
    of: async (companyId) => ((await areMany()) ? serverOf(companyId) : alone),
    forget,
  };
}

async function askWhetherMany(pool: Pool): Promise<boolean> {
  const [row] = await callFunction<{ readonly many: boolean }>(pool, {
    text: 'SELECT is_distributed() AS many',
  });
  return row?.many === true;
}

async function askForServer(pool: Pool, companyId: string): Promise<OtherServer> {
  const [row] = await callFunction<Pick<OtherServer, keyof OtherServer>>(pool, {
    name: 'company-server',
    text: `SELECT p.groupid AS "group", n.nodename AS host, n.nodeport AS port FROM pg_dist_placement p
           JOIN pg_dist_node n ON n.groupid = p.groupid AND n.noderole = 'primary'
           WHERE p.shardid = get_shard_id_for_distribution_column('documents', $1::uuid)`,
    values: [companyId],
  });
  if (row === undefined) throw new Error('a company is on no server');
  return row;
}

/** What a function is told of one document. */
export interface PhaseItem {
  readonly companyId: string;
  /** Its fields by the names of the function's record; those of `undefined` and null are null there. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** A long text that the fields refer to by its place, from 1. */
  readonly text: string;
}

export interface Phase {
  /** The function's name; its arguments are one of the companies, then companies, passes, items and texts. */
  readonly name: string;
  /** Further arguments, as SQL text for `$6` on, with their values. */
  readonly more?: { readonly text: string; readonly values: readonly unknown[] };
  /** What stands beside the call: further columns, and where they come from. */
  readonly beside?: { readonly columns: string; readonly from: string };
}

/**
 * Calls the function of a phase for the items of many companies in one statement and one transaction. `place` of a row is
 * the item's in `items`. Throws what `callFunction` throws.
 */
export async function callPhase<R extends QueryResultRow>(
  pool: Pool,
  phase: Phase,
  items: readonly PhaseItem[],
): Promise<readonly R[]> {
  const servers = serversOf(pool);
  try {
    const { connections } = await servers.of(items[0]?.companyId ?? '');
    return await callFunction<R>(connections, phaseStatement(phase, items, pool.passOf));
  } catch (error) {
    servers.forget();
    throw error;
  }
}

/**
 * The companies come in one order everywhere, so that the batches of two nodes do not wait for each other in a circle; the
 * items of a company keep theirs. The first argument says to which server the call goes where there are several.
 */
export function phaseStatement(
  { name, more, beside }: Phase,
  items: readonly PhaseItem[],
  passOf: PassOf,
): { readonly name: string; readonly text: string; readonly values: unknown[] } {
  const byCompany = Map.groupBy(items.keys(), (place) => items[place]?.companyId ?? '');
  const companies = [...byCompany.keys()].sort();
  const groups = companies.map((companyId) => itemsAsJson(items, byCompany.get(companyId) ?? []));
  return {
    name,
    text: `SELECT f.*${beside?.columns ?? ''}
           FROM ${beside?.from ?? ''} ${name}($1::uuid, $2::uuid[], $3::text[], $4::text[], $5::text[]${more?.text ?? ''}) AS f`,
    values: [
      companies[0],
      `{${companies.join(',')}}`,
      companies.map(passOf),
      textArray(groups),
      textArray(items.map(({ text }) => text)),
      ...(more?.values ?? []),
    ],
  };
}

/** The items at these places as the functions of the phases read them. */
export function itemsAsJson(items: readonly PhaseItem[], places: readonly number[]): string {
  return JSON.stringify(places.map((place) => ({ place, long_text: place + 1, ...items[place]?.fields })));
}

const TEXT_OID = 25;
const HEADER_BYTES = 20;
const LENGTH_BYTES = 4;

/**
 * A `text[]` of one dimension in PostgreSQL's binary format (its documentation, `array_recv`): the texts go over as they
 * are, where the textual format escapes every quotation mark of a document twice.
 */
export function textArray(texts: readonly string[]): Buffer {
  const sizes = texts.map((text) => Buffer.byteLength(text));
  const buffer = Buffer.allocUnsafe(sizes.reduce((sum, size) => sum + size + LENGTH_BYTES, HEADER_BYTES));
  for (const [index, word] of [1, 0, TEXT_OID, texts.length, 1].entries())
    buffer.writeInt32BE(word, index * LENGTH_BYTES);
  let at = HEADER_BYTES;
  for (const [index, text] of texts.entries()) {
    at = buffer.writeInt32BE(sizes[index] ?? 0, at);
    at += buffer.write(text, at);
  }
  return buffer;
}

/** PostgreSQL text can hold neither NUL nor half a character, and what the authority wrote is kept whatever it holds. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '\uFFFD');
}
