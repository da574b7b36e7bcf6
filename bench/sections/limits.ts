import { show, showSpread, table } from '../figures/markdown.ts';
import { quantile, spreadOf } from '../figures/statistics.ts';
import type { Report, Run, Section } from '../report.ts';
import { costOf } from '../rig/cost.ts';
import { type BenchHouse, openBenchHouse } from '../rig/house.ts';
import { invoicesOf, type Target } from '../rig/load.ts';
import { signaturesPerSecond } from '../rig/openssl.ts';
import { measureParts, partsTable, sumOf } from '../rig/parts.ts';
import { type Pgbench, preparePgbench } from '../rig/pgbench.ts';
import type { Program } from '../rig/program.ts';

/** What the machine can do without the service, and what one document cannot do without. */
export const limits: Section = {
  name: 'limits',
  asks: 'What does the machine do in a second without the service, and what can no document do without?',
  run: measureLimits,
};

const CLIENTS = [1, 8, 32] as const;

async function measureLimits({ isShort, figures, tell }: Run): Promise<Report> {
  const house = await openBenchHouse(1);
  const bare = await house.start('bare');
  const pgbench = await preparePgbench(house.postgres);
  const surroundings = { house, bare, pgbench, seconds: isShort ? 2 : 3 };
  const seen = new Map<string, number[]>();
  for (let turn = 0; turn < (isShort ? 2 : 5); turn += 1) {
    tell(`limits: turn ${turn + 1}`);
    for (const [name, figure] of await oneTurn(surroundings))
      seen.set(name, [...(seen.get(name) ?? []), figure]);
  }
  const parts = await measureParts(house, isShort ? 2 : 5);
  figures.set('parts.sumMs', sumOf(parts));
  const { version } = house.postgres;
  await house.close();
  const rows = [...seen].map(([name, values]) => [name, showSpread(spreadOf(values))]);
  return {
    goals: [],
    text: [
      `PostgreSQL ${version} with fsync, full_page_writes and synchronous_commit on. Median (least to most) of the turns.`,
      table(['limit', 'measured'], rows),
      partsTable(parts),
      `A part's processor time is that of the process that does it, and PostgreSQL's for the commits. Sum: ${show(sumOf(parts))} ms.`,
    ],
    plots: {},
  };
}

async function oneTurn({
  house,
  bare,
  pgbench,
  seconds,
}: {
  readonly house: BenchHouse;
  readonly bare: Program;
  readonly pgbench: Pgbench | null;
  readonly seconds: number;
}): Promise<Map<string, number>> {
  const turn = new Map<string, number>();
  for (const processes of [1, 2]) {
    const rate = await signaturesPerSecond(processes, seconds);
    if (rate !== null) turn.set(`RSA-2048 signatures per s, openssl on cores: ${processes}`, rate);
  }
  if (pgbench !== null)
    for (const clients of CLIENTS)
      turn.set(`pgbench -N -M prepared, ${clients} clients, tps`, await pgbench.perSecond(clients, seconds));
  const ask = (targets: readonly Target[], connections: number) =>
    costOf(house, bare.pid, { targets, connections, durationMs: seconds * 1_000 });
  const units = house.companies.map(
    ({ key }) => ({ url: bare.url, key, method: 'GET', path: '/catalogs/units' }) as const,
  );
  const [get, post] = [await ask(units, 32), await ask(invoicesOf(bare.url, house.companies), 32)];
  turn.set('bare Fastify, GET per s', get.perSecond);
  turn.set('bare Fastify, POST of the sale per s', post.perSecond);
  const roundTrip = await ask(units, 1);
  turn.set(
    'round trip of two processes over HTTP, p50 in microseconds',
    quantile(roundTrip.measured.latencies, 0.5) * 1_000,
  );
  return turn;
}
