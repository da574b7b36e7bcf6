import { setTimeout as sleep } from 'node:timers/promises';
import { flameSvg } from '../figures/flame.ts';
import { show, table } from '../figures/markdown.ts';
import { type Part, partsOf } from '../figures/profile.ts';
import type { Report, Run, Section } from '../report.ts';
import { type Cost, costOf } from '../rig/cost.ts';
import {
  countedFor,
  countersOf,
  perDocument,
  STATISTICS_LATE_MS,
  type Written,
  writtenIn,
} from '../rig/counters.ts';
import { recordFlame } from '../rig/flame-record.ts';
import { type BenchHouse, openBenchHouse } from '../rig/house.ts';
import { invoicesOf } from '../rig/load.ts';
import { processorByThread } from '../rig/processor.ts';
import type { SelloNode } from '../rig/sello.ts';
import { waitsDuring } from '../rig/waits.ts';

/** Where the time of one document goes. */
export const document: Section = {
  name: 'document',
  asks: 'What does one stamped document ask of PostgreSQL and of each process and thread, and where does the main thread spend its time?',
  run: measureDocument,
};

const COMPANIES = 50;
const PARTS_SHOWN = 14;
const STATEMENTS_SHOWN = 8;

interface Case {
  readonly name: string;
  readonly connections: number;
  readonly companies: number;
}

const CASES: readonly Case[] = [
  { name: 'one after the other, 1 company', connections: 1, companies: 1 },
  { name: '32 connections, 1 company', connections: 32, companies: 1 },
  { name: '32 connections, 50 companies', connections: 32, companies: COMPANIES },
];

/** One case, per stamped document unless said otherwise. */
interface Seen {
  readonly name: string;
  readonly cost: Cost;
  readonly counted: ReturnType<typeof countedFor>;
  readonly written: Written;
  /** Mean sessions at a time. */
  readonly waits: ReadonlyMap<string, number>;
  /** Processor milliseconds by the name of the thread. */
  readonly threads: Readonly<Record<string, number>>;
  readonly statements: readonly (readonly string[])[];
}

async function measureDocument({ isShort, tell }: Run): Promise<Report> {
  const durationMs = isShort ? 3_000 : 10_000;
  const house = await openBenchHouse(COMPANIES);
  const node = await house.startNode();
  const all = invoicesOf(node.url, house.companies);
  await costOf(house, node.pid, { targets: all, connections: 32, durationMs: isShort ? 2_000 : 6_000 });
  await house.postgres.sql('ANALYZE');
  const seen: Seen[] = [];
  for (const one of CASES) {
    tell(`document: ${one.name}`);
    seen.push(await measureCase(house, node, { ...one, durationMs }));
  }
  await node.end();
  tell('document: flame graph');
  const plan = (url: string) => ({ targets: invoicesOf(url, house.companies), connections: 32, durationMs });
  const frames = await recordFlame(house, plan);
  await house.close();
  return {
    goals: [],
    text: textOf(seen, partsOf(frames)),
    plots: {
      'document-flame': flameSvg(
        'Main thread of the service, 32 connections, 50 companies: callers above',
        frames,
      ),
    },
  };
}

async function measureCase(
  house: BenchHouse,
  node: SelloNode,
  { name, connections, companies, durationMs }: Case & { readonly durationMs: number },
): Promise<Seen> {
  const { postgres } = house;
  await sleep(STATISTICS_LATE_MS);
  await postgres.sql('SELECT pg_stat_statements_reset()');
  const [written, threads] = [await writtenIn(postgres), processorByThread(node.pid)];
  const targets = invoicesOf(node.url, house.companies.slice(0, companies));
  const before = await countersOf(postgres);
  const cost = await costOf(house, node.pid, { targets, connections, durationMs });
  const { stamped } = cost.measured;
  const counted = countedFor(before, await countersOf(postgres), stamped);
  const threadsAfter = processorByThread(node.pid);
  const statements = await statementsOf(house, stamped);
  await sleep(STATISTICS_LATE_MS);
  const writtenAfter = await writtenIn(postgres);
  // Looking at the sessions would be among the statements that are counted.
  const waits = await waitsDuring(postgres, costOf(house, node.pid, { targets, connections, durationMs }));
  return {
    name,
    cost,
    waits,
    statements,
    counted,
    written: perDocument(written, writtenAfter, stamped),
    threads: Object.fromEntries(
      Object.entries(threadsAfter).map(([thread, ms]) => [thread, (ms - (threads[thread] ?? 0)) / stamped]),
    ),
  };
}

/** Each statement's function, with calls and milliseconds for each document, waits included. */
async function statementsOf(
  { postgres }: BenchHouse,
  documents: number,
): Promise<readonly (readonly string[])[]> {
  const rows = await postgres.sql(
    `SELECT query, calls, total_exec_time FROM pg_stat_statements
     ORDER BY total_exec_time DESC LIMIT ${STATEMENTS_SHOWN}`,
  );
  return rows.map(({ query, calls, total_exec_time: ms }) => [
    `\`${nameOf(String(query))}\``,
    show(Number(calls) / documents),
    show(Number(ms) / documents),
  ]);
}

/** The function that a statement calls; its beginning where it calls none of ours. */
function nameOf(query: string): string {
  const called = [...query.matchAll(/(\w+)\(/g)].map(([, name = '']) => name);
  return called.find((name) => name.includes('_')) ?? query.replace(/\s+/g, ' ').slice(0, 60);
}

function textOf(seen: readonly Seen[], parts: readonly Part[]): readonly string[] {
  const last = seen.at(-1);
  const heads = ['per stamped document', ...seen.map(({ name }) => name)];
  const line = (name: string, figure: (one: Seen) => number) => [
    name,
    ...seen.map((one) => show(figure(one))),
  ];
  const tables = [...new Set(seen.flatMap(({ written }) => Object.keys(written.rows)))].sort();
  const threads = [...new Set(seen.flatMap((one) => Object.keys(one.threads)))]
    .filter((thread) => seen.some((one) => (one.threads[thread] ?? 0) > 0))
    .sort();
  const waits = [...new Set(seen.flatMap((one) => [...one.waits.keys()]))];
  return [
    table(heads, [
      line('documents per s', ({ cost }) => cost.stampedPerSecond),
      line('statements', ({ counted }) => counted.statements),
      line('transactions', ({ written }) => written.transactions),
      line('of those, such as write', ({ counted }) => counted.writes),
      line('waits for the log on the disk', ({ written }) => written.syncs),
      line('WAL bytes', ({ counted }) => counted.walBytes),
      line('processor of the service, ms', ({ cost }) => cost.nodeMs),
      line('processor of PostgreSQL, ms', ({ cost }) => cost.postgresMs),
      line('processor of the authority, ms', ({ cost }) => cost.authorityMs),
      line('processor of the load, ms', ({ cost }) => cost.loadMs),
      ...threads.map((thread) => line(`thread ${thread}, ms`, (one) => one.threads[thread] ?? 0)),
    ]),
    'Rows written for each document: new / rewritten / of those on their own page.',
    table(
      ['table', ...seen.map(({ name }) => name)],
      tables.map((name) => [name, ...seen.map(({ written }) => showRows(written, name))]),
    ),
    'Sessions of PostgreSQL at a time, on average, by what they wait for (looked at every 20 ms).',
    table(
      ['wait', ...seen.map(({ name }) => name)],
      waits.map((name) => line(name, (one) => one.waits.get(name) ?? 0)),
    ),
    `Statements of the last case (${last?.name ?? ''}), waits included.`,
    table(['statement', 'calls', 'ms'], last?.statements ?? []),
    'Where the main thread spends its busy time, Node and the engine counted for whoever called them; the flame graph shows each call.',
    table(
      ['part', '%'],
      parts.slice(0, PARTS_SHOWN).map(({ name, share }) => [name, show(share * 100)]),
    ),
  ];
}

function showRows({ rows }: Written, name: string): string {
  const { inserted = 0, updated = 0, updatedInPlace = 0 } = rows[name] ?? {};
  return [inserted, updated, updatedInPlace].map(show).join(' / ');
}
