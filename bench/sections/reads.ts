import { show, showSpread, table } from '../figures/markdown.ts';
import { median, quantile, spreadOf } from '../figures/statistics.ts';
import { atLeast, atMost, type Report, type Run, type Section } from '../report.ts';
import { type TurnTaker, takeTurns } from '../rig/contenders.ts';
import { type Cost, costOf } from '../rig/cost.ts';
import { type BenchHouse, openBenchHouse } from '../rig/house.ts';
import { invoicesOf, issueOne, showStatuses, type Target, wrongKey } from '../rig/load.ts';
import type { SelloNode } from '../rig/sello.ts';

/** What everything costs that is not the issuing of a small document. */
export const reads: Section = {
  name: 'reads',
  asks: 'What does a status, a catalog, a file, a refusal and a document of 2,000 lines cost, asked with one key?',
  run: measureReads,
};

const [STATUS, CATALOG, WRONG, USED_UP] = [
  'status by id',
  'catalog of units',
  '401, a wrong key',
  '429, used-up keys',
] as const;
/** So few that the window is used up within the first moments of each minute. */
const USED_UP_LIMITS = { perMinute: 10, perHour: 100_000 };
const PAPERS = 100;
/** Addresses and keys that are refused by turns: one alone is answered 200 times a second and no more. */
const REFUSED = Array.from({ length: 200 }, (_, index) => index + 1);
const LARGE_LINES = 2_000;

interface Asker extends TurnTaker<Cost> {
  readonly connections: number;
}

async function measureReads({ isShort, tell }: Run): Promise<Report> {
  const house = await openBenchHouse(1);
  const askers = await openAskers(house, await house.startNode());
  await takeTurns(askers, { turns: 1, durationMs: isShort ? 500 : 3_000 });
  await house.postgres.sql('ANALYZE');
  tell('reads: turns');
  const turns = isShort ? { turns: 2, durationMs: 1_000 } : { turns: 5, durationMs: 3_000 };
  const seen = await takeTurns(askers, turns);
  await house.close();
  const middle = (name: string, figure: (cost: Cost) => number) => median((seen.get(name) ?? []).map(figure));
  const inAll = ({ nodeMs, postgresMs }: Cost) => nodeMs + postgresMs;
  return {
    goals: [
      atMost(
        'status read, ms of Node',
        middle(STATUS, ({ nodeMs }) => nodeMs),
        0.35,
      ),
      atLeast(
        'catalogs of one key per s',
        middle(CATALOG, ({ perSecond }) => perSecond),
        5_000,
      ),
      atMost('429, ms of the processor in all', middle(USED_UP, inAll), 0.1),
      atMost('401, ms of the processor in all', middle(WRONG, inAll), 0.1),
    ],
    text: [
      'Closed loop, by turns, refusals of 200 addresses and keys, since one alone is answered ever later; median (least to most); processor for each answer, that of the service and of PostgreSQL.',
      table(
        ['', 'connections', 'per s', 'Node ms', 'PostgreSQL ms', 'p50 ms', 'p99 ms', 'answers'],
        askers.map(({ name, connections }) => rowOf(name, connections, seen.get(name) ?? [])),
      ),
    ],
    plots: {},
  };
}

function rowOf(name: string, connections: number, costs: readonly Cost[]): readonly string[] {
  const of = (figure: (cost: Cost) => number) => costs.map(figure);
  const latency = (share: number) =>
    show(median(of(({ measured }) => quantile([...measured.latencies, ...measured.refusals], share))));
  const last = costs.at(-1);
  return [
    name,
    String(connections),
    showSpread(spreadOf(of(({ perSecond }) => perSecond))),
    showSpread(spreadOf(of(({ nodeMs }) => nodeMs))),
    showSpread(spreadOf(of(({ postgresMs }) => postgresMs))),
    latency(0.5),
    latency(0.99),
    last === undefined ? '' : showStatuses(last.measured),
  ];
}

async function openAskers(house: BenchHouse, node: SelloNode): Promise<readonly Asker[]> {
  const [company] = house.companies;
  if (company === undefined) throw new Error('a house without companies');
  const { key } = company;
  const ids: string[] = [];
  while (ids.length < PAPERS) ids.push(await issueOne(node.url, company));
  const [{ external_ref: reference } = {}] = await house.postgres.sql(
    'SELECT external_ref FROM documents LIMIT 1',
  );
  const get = (path: string): Target => ({ url: node.url, key, method: 'GET', path });
  const files = (query: string) => ids.map((id) => get(`/file/${id}?type=${query}`));
  const units = get('/catalogs/units');
  const wrong = wrongKey(key);
  const strangers = REFUSED.map((last) => ({ ...units, key: wrong, from: `192.0.2.${last}` }));
  const limited = await Promise.all(REFUSED.map(() => company.addKey(USED_UP_LIMITS)));
  const usedUp = limited.map((one) => ({ ...units, key: one.key }));
  const other = { ...company, key: (await company.addKey()).key };
  const asking = (name: string, connections: number, targets: readonly Target[]): Asker => ({
    name,
    connections,
    turn: (durationMs) => costOf(house, node.pid, { targets, connections, durationMs }),
  });
  return [
    asking(STATUS, 16, [get(`/status/${ids[0]}`)]),
    asking('status by reference', 16, [get(`/status/${reference}`)]),
    asking('status with the document', 16, [get(`/status/${ids[0]}?include_dte=1`)]),
    asking(CATALOG, 32, [{ ...units, key: other.key }]),
    asking(WRONG, 32, strangers),
    asking(USED_UP, 32, usedUp),
    asking('404, no such document', 16, [get(`/status/${crypto.randomUUID()}`)]),
    asking('file, JSON', 16, files('json')),
    asking('file, letter', 8, files('invoice')),
    asking('file, ticket', 8, files('ticket')),
    asking('document of 2,000 lines', 1, invoicesOf(node.url, [company], LARGE_LINES)),
  ];
}
