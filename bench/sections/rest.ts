import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS } from '../../src/core/calendar/spans.ts';
import type { Resident } from '../../test/support/house-company.ts';
import { show, table } from '../figures/markdown.ts';
import { atMost, type Report, type Run, type Section } from '../report.ts';
import { openBenchHouse } from '../rig/house.ts';
import { issueOne, SALE_LINES } from '../rig/load.ts';
import { processesOf, type Rest, type RestingProcess, restFor, wakesOf } from '../rig/rest.ts';
import type { SelloNode } from '../rig/sello.ts';

/** What an installation of an accountant's size takes of a small machine while nobody sells. */
export const rest: Section = {
  name: 'rest',
  asks: 'What do all processes of the service take with 50 companies while nobody asks for anything?',
  run: measureRest,
};

const COMPANIES = 50;
/** What a node has started for its start, and what it keeps for a minute, has ended by then. */
const SETTLED_MS = 120_000;
/** The helpers that nobody uses have ended by then. */
const UNUSED_MS = 6 * MINUTE_MS;
const LARGE_LINES = 2_000;

async function measureRest({ isShort, tell }: Run): Promise<Report> {
  const seconds = isShort ? 30 : 60;
  tell(`rest: opening ${COMPANIES} companies`);
  const house = await openBenchHouse(COMPANIES);
  const node = await house.startNode();
  const settledMs = isShort ? SETTLED_MS / 4 : SETTLED_MS;
  tell(`rest: waiting for ${settledMs / 1_000} s`);
  await sleep(settledMs);
  tell(`rest: looking on for ${seconds} s`);
  const resting = await restFor(node.pid, house.postgres, seconds * 1_000);
  tell('rest: selling, printing');
  await useAll(node, house.companies);
  const used = memoryOf(node.pid);
  const unusedMs = isShort ? 0 : UNUSED_MS;
  tell(`rest: waiting for ${unusedMs / 1_000} s`);
  await sleep(unusedMs);
  const after = memoryOf(node.pid);
  await house.close();
  return reportOf(resting, seconds, [
    ['at rest', ...sumOf(resting)],
    ['when everything was just used', ...used],
    [`${unusedMs / MINUTE_MS} minutes later`, ...after],
  ]);
}

/** Some sales, a large request, and a letter of each of both: all helpers are there then. */
async function useAll({ url }: SelloNode, companies: readonly Resident[]): Promise<void> {
  const [first] = companies;
  if (first === undefined) throw new Error('nobody sells');
  for (const company of companies) await issueOne(url, company);
  for (const lines of [SALE_LINES, LARGE_LINES]) {
    const id = await issueOne(url, first, lines);
    const headers = { authorization: `Bearer ${first.key}` };
    const letter = await fetch(`${url}/file/${id}?type=invoice`, { headers });
    if (!letter.ok) throw new Error(`no letter: ${letter.status}`);
    await letter.arrayBuffer();
  }
}

type Memory = readonly [processes: number, memoryMb: number, shareMb: number];

function memoryOf(pid: number): Memory {
  return sumOf({ processes: processesOf(pid) });
}

function sumOf({ processes }: Pick<Rest, 'processes'>): Memory {
  const sum = (of: (one: RestingProcess) => number) => processes.reduce((total, one) => total + of(one), 0);
  return [processes.length, sum(({ memoryMb }) => memoryMb), sum(({ shareMb }) => shareMb)];
}

function reportOf(
  { processes, sessions, statements }: Rest,
  seconds: number,
  memories: readonly (readonly [string, ...Memory])[],
): Report {
  const percent = (ms: number) => (100 * ms) / (seconds * 1_000);
  const sum = (of: (one: RestingProcess) => number, ones = processes) =>
    ones.reduce((total, one) => total + of(one), 0);
  const asked = statements.reduce((total, [, calls]) => total + calls, 0);
  const rows = [...processes, ...sessions].map((one) => [
    one.program,
    show(one.memoryMb),
    show(one.shareMb),
    show(percent(one.processorMs)),
    show(wakesOf(one) / seconds),
  ]);
  const threads = processes.flatMap(({ program, wakes }) =>
    Object.entries(wakes).map(([name, count]) => [program, name, show(count / seconds)]),
  );
  return {
    goals: [
      atMost(
        'memory of all processes, MB',
        sum(({ memoryMb }) => memoryMb),
        350,
      ),
      atMost('processor of all processes, % of a core', percent(sum(({ processorMs }) => processorMs)), 0.5),
      atMost('wake-ups of all processes a second', sum(wakesOf) / seconds, 10),
      atMost('wake-ups of their sessions a second', sum(wakesOf, sessions) / seconds, 2),
      atMost('statements a second', asked / seconds, 2),
    ],
    text: [
      `${COMPANIES} companies with certificates, ${seconds} s. A wake-up is a thread that gives its core up by itself; of PostgreSQL, only the processes that serve the service are shown.`,
      table(['process', 'MB', 'MB, shared pages divided', '% of a core', 'wake-ups a second'], rows),
      table(
        ['memory of all processes', 'processes', 'MB', 'MB, shared pages divided'],
        memories.map(([when, ...figures]) => [when, ...figures.map((figure) => show(figure))]),
      ),
      table(['process', 'thread', 'wake-ups a second'], threads),
      table(
        ['statement', 'a second'],
        statements.map(([text, calls]) => [text.slice(0, 80).replaceAll('|', '/'), show(calls / seconds)]),
      ),
    ],
    plots: {},
  };
}
