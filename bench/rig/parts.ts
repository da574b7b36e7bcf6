import { show, table } from '../figures/markdown.ts';
import { median } from '../figures/statistics.ts';
import { costOf } from './cost.ts';
import type { BenchHouse } from './house.ts';
import { invoicesOf } from './load.ts';
import { processorOfFamily } from './processor.ts';
import type { Program } from './program.ts';

/** A stamped document is written when it is claimed, before it is sent, and when it is stamped. */
const COMMITS = 3;

/** Processor milliseconds of what one document cannot do without, each measured alone. */
export interface Parts {
  readonly signMs: number;
  readonly verifyMs: number;
  /** An HTTP request with the sale as JSON, validated, and its answer. */
  readonly requestMs: number;
  /** The exchange with the authority; the authority's own time is not in it. */
  readonly submitMs: number;
  /** One commit of a row of 3 KB by a prepared statement, on our side and in PostgreSQL. */
  readonly commitNodeMs: number;
  readonly commitPostgresMs: number;
}

/** The sum for a document: signed, verified, received and answered, submitted, committed three times. */
export function sumOf(parts: Parts): number {
  const { signMs, verifyMs, requestMs, submitMs, commitNodeMs, commitPostgresMs } = parts;
  return signMs + verifyMs + requestMs + submitMs + COMMITS * (commitNodeMs + commitPostgresMs);
}

/** Each part's median of so many turns, the parts taking turns. */
export async function measureParts(house: BenchHouse, turns: number): Promise<Parts> {
  const env = { DATABASE_URL: house.postgres.url, AUTHORITY_URL: house.authority.url };
  const [alone, bare] = await Promise.all([house.start('parts', env), house.start('bare')]);
  await measureOnce(house, alone, bare);
  const seen: Parts[] = [];
  while (seen.length < turns) seen.push(await measureOnce(house, alone, bare));
  await Promise.all([alone.end(), bare.end()]);
  const middle = (part: keyof Parts) => median(seen.map((parts) => parts[part]));
  return {
    signMs: middle('signMs'),
    verifyMs: middle('verifyMs'),
    requestMs: middle('requestMs'),
    submitMs: middle('submitMs'),
    commitNodeMs: middle('commitNodeMs'),
    commitPostgresMs: middle('commitPostgresMs'),
  };
}

const TIMES = { sign: 2_000, verify: 5_000, submit: 4_000, insert: 5_000 };
const REQUESTS_MS = 1_500;

async function measureOnce(house: BenchHouse, alone: Program, bare: Program): Promise<Parts> {
  const msOf = async (part: keyof typeof TIMES) =>
    Number((await alone.ask(part, { times: TIMES[part] }))['ms']);
  const [signMs, verifyMs, submitMs] = [await msOf('sign'), await msOf('verify'), await msOf('submit')];
  const before = processorOfFamily(house.postgres.pid);
  const commitNodeMs = await msOf('insert');
  const commitPostgresMs = (processorOfFamily(house.postgres.pid) - before) / TIMES.insert;
  const targets = invoicesOf(bare.url, house.companies);
  const requests = await costOf(house, bare.pid, { targets, connections: 32, durationMs: REQUESTS_MS });
  return { signMs, verifyMs, requestMs: requests.nodeMs, submitMs, commitNodeMs, commitPostgresMs };
}

export function partsTable(parts: Parts): string {
  const rows = {
    'one RS512 signature of 2,048 bits, in the pool': parts.signMs,
    'its verification': parts.verifyMs,
    'HTTP request with the sale as JSON, validated, and answer (bare Fastify)': parts.requestMs,
    'HTTP exchange with the authority (undici)': parts.submitMs,
    'three commits of a 3 KB row by a prepared INSERT, our side': COMMITS * parts.commitNodeMs,
    'the same, PostgreSQL': COMMITS * parts.commitPostgresMs,
    '**sum**': sumOf(parts),
  };
  return table(
    ['physical part of a document', 'processor ms'],
    Object.entries(rows).map(([name, ms]) => [name, show(ms)]),
  );
}
