/**
 * Growth: what the service costs on two million documents of two thousand companies, beside what it costs on a thousand.
 * Fills a database, measures by turns, explains each hot statement, and takes millions of documents through their
 * states with autovacuum as it ships. Writes `growth-plans.md` beside its page.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { table } from './figures/markdown.ts';
import { clearBacklog, raiseBacklog } from './growth/backlog.ts';
import { churn, sizesIn } from './growth/churn.ts';
import { openTown } from './growth/companies.ts';
import { fill, settleDown } from './growth/fill.ts';
import { doingsOfBackground, doingsOfRequests } from './growth/hot.ts';
import { type Idleness, idleFor } from './growth/idle.ts';
import { indexTable } from './growth/indexes.ts';
import * as page from './growth/page.ts';
import { openExplained, type Plan } from './growth/plans.ts';
import { ISSUING, issuing, type Place, reading, takeTurns } from './growth/turns.ts';
import { atMost, type Goal, type Report, type Run, type Section } from './report.ts';
import type { SelloNode } from './rig/sello.ts';

interface Scale {
  readonly companies: number;
  /** Copies of each company's documents. */
  readonly copies: number;
  readonly turns: number;
  readonly durationMs: number;
  readonly idleSeconds: number;
  /** Documents of one company that wait. */
  readonly backlog: number;
  readonly changes: number;
  /** Between the last change of state and the last look at what it left behind. */
  readonly restMs: number;
}

const LONG: Scale = {
  companies: 2_000,
  copies: 1_000,
  turns: 5,
  durationMs: 10_000,
  idleSeconds: 60,
  backlog: 5_000,
  changes: 10_000_000,
  restMs: 120_000,
};
const SHORT: Scale = {
  companies: 100,
  copies: 100,
  turns: 2,
  durationMs: 2_000,
  idleSeconds: 10,
  backlog: 1_000,
  changes: 20_000,
  restMs: 1_000,
};

/** Documents of the small database. */
const FEW = 1_000;
const REAL = 3;

export const growth: Section = {
  name: 'growth',
  asks: 'What does the service cost on two million documents of two thousand companies, beside a thousand documents?',
  run,
};

/** Measures and tells; closes what it opened, and writes the plans beside the page. */
async function run({ isShort, changes, folder, tell }: Run): Promise<Report> {
  const form = isShort ? SHORT : LONG;
  const scale = { ...form, changes: changes ?? form.changes };
  const [small, large] = await openPlaces(scale, tell);
  const size = `${(await documentsIn(large)).toLocaleString('en')} documents of ${scale.companies.toLocaleString('en')} companies`;
  const speeds = await measureSpeeds([small, large], scale, tell);
  const nodes = await measureNodes(large, scale, tell);
  const idle = await measureIdle([small, large], scale, tell);
  const plans = await measurePlans(large, scale, tell);
  const indexes = await indexTable(large.house.postgres, plans.alone);
  await small.house.close();
  const bloat = await measureBloat(large, scale, tell);
  await large.house.close();
  writeFileSync(join(folder, 'growth-plans.md'), `# The plans of growth\n\n${page.planTexts(plans.alone)}\n`);
  return {
    goals: [...speeds.goals, ...idle.goals, plans.goal],
    text: [
      `The large database holds ${size}; the small one began with ${FEW.toLocaleString('en')} of ${ISSUING}. Median (least to most) of the turns.`,
      page.speedTable(speeds.figures),
      page.speedTable(nodes),
      ...idle.text,
      `Pages are those of 8 KiB that a statement touched, with what it called. "Where much waits": ${scale.backlog.toLocaleString('en')} documents and messages of that very company wait, and the planner was not told. All plans: [growth-plans.md](growth-plans.md).`,
      page.planTable(plans.alone, plans.crowded),
      'An index in bold keeps nothing unique and was not used.',
      indexes,
      ...bloat,
    ],
    plots: {},
  };
}

type Tell = Run['tell'];
type Places = readonly [Place, Place];

async function openPlaces({ companies, copies }: Scale, tell: Tell): Promise<Places> {
  tell('growth: opens both databases');
  const small = await openTown(ISSUING);
  const large = await openTown(companies);
  const places: Places = [
    { name: 'small', house: small, nodes: [await small.startNode()] },
    { name: 'large', house: large, nodes: [await large.startNode()] },
  ];
  tell('growth: fills the small database');
  await fill(small, urlOf(places[0]), { real: REAL, copies: 0 });
  const missing = Math.max(0, FEW - (await documentsIn(places[0])));
  await fill(small, urlOf(places[0]), { real: 0, copies: Math.ceil(missing / ISSUING) });
  tell('growth: fills the large database');
  await fill(large, urlOf(places[1]), { real: REAL, copies });
  return places;
}

function urlOf({ nodes }: Place): string {
  return nodes[0]?.url ?? '';
}

async function documentsIn({ house }: Place): Promise<number> {
  const [row] = await house.postgres.sql('SELECT count(*)::int AS count FROM documents');
  return Number(row?.['count']);
}

/** A figure at most so many times another. */
const MOST_GROWTH = 1.1;

async function measureSpeeds([small, large]: Places, scale: Scale, tell: Tell) {
  const [fewInvoices, invoices] = [issuing(small), issuing(large)];
  const [fewReads, reads] = [await reading(small), await reading(large)];
  const everybody = [issuing(large, scale.companies), await reading(large, scale.companies)];
  const measures = [fewInvoices, invoices, fewReads, reads, ...everybody];
  const figures = await takeTurns(measures, { ...scale, tell });
  const growth = (says: string, name: string, base: string): readonly Goal[] => [
    atMost(`${says}: processor, large to small`, page.processorRatio(figures, name, base), MOST_GROWTH),
    atMost(`${says}: rate, small to large`, page.rateRatio(figures, base, name), MOST_GROWTH),
  ];
  return {
    figures,
    goals: [
      ...growth('Issuing', invoices.name, fewInvoices.name),
      ...growth('Status reads', reads.name, fewReads.name),
    ],
  };
}

const MOST_NODES = 4;

/** All on one database and one machine: the question is whether they stand in each other's way. */
async function measureNodes({ house, nodes }: Place, scale: Scale, tell: Tell) {
  tell('growth: 1, 2 and 4 nodes');
  const more: SelloNode[] = [...nodes];
  while (more.length < MOST_NODES) more.push(await house.startNode());
  const measures = [1, 2, MOST_NODES].map((count) =>
    issuing({ name: `${count} nodes`, house, nodes: more.slice(0, count) }),
  );
  const figures = await takeTurns(measures, { ...scale, turns: Math.ceil(scale.turns / 2), tell });
  await Promise.all(more.slice(nodes.length).map((node) => node.end()));
  return figures;
}

const MOST_IDLE_PERCENT = 2;

async function measureIdle(places: Places, { companies, idleSeconds }: Scale, tell: Tell) {
  tell('growth: nobody asks');
  for (const { house } of places) await settleDown(house.postgres);
  const [small, large] = places;
  const lookAt = ({ house, nodes }: Place) => idleFor(house, nodes, idleSeconds);
  const [few, many] = await Promise.all([lookAt(small), lookAt(large)]);
  const { postgres, companies: residents } = large.house;
  await raiseBacklog(
    postgres,
    residents.map(({ companyId }) => companyId),
    1,
  );
  const waiting = await lookAt(large);
  await clearBacklog(postgres);
  await settleDown(postgres);
  const idle = new Map<string, Idleness>([
    ['small', few],
    ['large', many],
    ['large, something of every company waits', waiting],
  ]);
  const goalOf = (says: string, { nodesPercent, postgresPercent }: Idleness) =>
    atMost(says, nodesPercent + postgresPercent, MOST_IDLE_PERCENT);
  return {
    goals: [
      goalOf(`Idle with ${companies} companies, % of a core`, many),
      goalOf(`The same while something of each waits, % of a core`, waiting),
    ],
    text: [page.idleTable(idle), page.askedTable(many)],
  };
}

/** The most pages that a statement for one company reads, with what it calls. */
const MOST_PAGES = 100;
const LOOKS = 'look for ';

async function measurePlans({ house }: Place, { backlog }: Scale, tell: Tell) {
  tell('growth: explains the hot statements');
  const { postgres } = house;
  const tenant = house.companies[Math.floor(house.companies.length / 2)];
  if (tenant === undefined) throw new Error('a town without companies');
  const [row] = await postgres.sql(
    `SELECT document_id AS id FROM documents WHERE company_id = $1 AND state = 'stamped' ORDER BY document_id LIMIT 1`,
    [tenant.companyId],
  );
  const explainAll = async (): Promise<readonly Plan[]> => {
    const service = await openExplained(postgres, 'sello_service');
    const operator = await openExplained(postgres, 'sello_operator');
    const plans: Plan[] = [];
    for (const [doing, work] of doingsOfRequests(service, tenant, String(row?.['id'])))
      plans.push(...(await service.explain(doing, work)));
    for (const [doing, work] of doingsOfBackground(operator))
      plans.push(...(await operator.explain(doing, work)));
    await Promise.all([service.end(), operator.end()]);
    return plans;
  };
  const alone = await explainAll();
  await raiseBacklog(postgres, [tenant.companyId], backlog);
  const crowded = await explainAll();
  await clearBacklog(postgres);
  const ofRequests = crowded.filter(({ doing }) => !doing.startsWith(LOOKS));
  const most = Math.max(...ofRequests.map(({ pages }) => pages));
  const says = 'Pages of any statement of a request or a taking, where much waits';
  return { alone, crowded, goal: atMost(says, most, MOST_PAGES) };
}

async function measureBloat(place: Place, { changes, restMs, turns, durationMs }: Scale, tell: Tell) {
  const { postgres } = place.house;
  await settleDown(postgres);
  const before = await sizesIn(postgres);
  tell(`growth: ${changes.toLocaleString('en')} changes of state`);
  await churn(postgres, changes);
  const after = await sizesIn(postgres);
  tell('growth: rests');
  await sleep(restMs);
  const rested = await sizesIn(postgres);
  const figures = await takeTurns([issuing(place)], { turns, durationMs, tell });
  const vacuums = await postgres.sql(
    `SELECT relname, autovacuum_count, autoanalyze_count, n_tup_upd, n_tup_hot_upd FROM pg_stat_user_tables
     WHERE relname IN ('documents', 'attempts') ORDER BY relname DESC`,
  );
  return [
    `After ${changes.toLocaleString('en')} changes of state with autovacuum as it ships, and ${restMs / 1_000} s later:`,
    page.sizeTable([
      ['before', before],
      ['after', after],
      ['rested', rested],
    ]),
    table(
      ['table', 'autovacuums', 'autoanalyzes', 'rows rewritten', 'on their page, without any index'],
      vacuums.map((row) => Object.values(row).map((value) => String(value))),
    ),
    page.speedTable(figures),
  ];
}
