import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SALE_LINES, saleBody } from '../../../bench/rig/load.ts';
import { readPostmaster } from '../../../src/storage/embedded/postmaster-file.ts';
import { citusBin } from '../../support/citus.ts';
import { move } from '../../support/company-place.ts';
import { addServingLogin } from '../../support/serving-login.ts';
import { conclude } from '../conclude.ts';
import { examine } from '../gather-evidence.ts';
import type { Sale } from '../judge.ts';
import { chances, type Drill, type DrillOptions, type DrillResult, together, unless } from '../options.ts';
import { startPostgres } from '../postgres.ts';
import { openRig, type RigOptions } from '../rig.ts';
import { openShop, type Shop } from '../sell.ts';
import { startTraffic } from '../traffic.ts';
import { callEverything, SERVERS_SEEN, searchTaken } from './calls.ts';
import { compare, type Side } from './compare.ts';
import { judgeHeard, startHeard } from './heard.ts';
import { judgePlaces } from './places.ts';
import { SERVER_NAMES, startSpread } from './servers.ts';

const TIMES = { callTimeoutMs: 5_000, requestBudgetMs: 15_000, quarantineMs: 20_000 };
const PATIENCE_MS = 120_000;
/** What the turns take of the minutes of the drill; the rest goes to setting up, to the calls and to the move. */
const SHARE_OF_TURNS = 0.5;
/** Who sells while a company moves, and the company itself among them. */
const MOVING_COMPANIES = 4;
const CLIENTS = 8;
const PAUSE_MS = 40;
/** One of so many sales has more notes on it than it can bear, so that what a transaction has locked is seen to move along. */
const CCF_EVERY = 4;
const BEFORE_AND_AFTER_MS = 2_000;

export interface SpreadForm {
  /** Into how many parts each table is taken apart. */
  readonly parts: number;
  /** How often each side sells; with none, nothing is sold on one server beside, nothing compared, and where documents are is not judged. */
  readonly turns: number;
  /** The least share of what one server sells; 0 where too little is sold to judge it. */
  readonly promised: number;
  /** Whether the drill waits until the background has taken documents up for the search. */
  readonly fillsSearch: boolean;
}

/**
 * One cycle is a company. The same companies are opened on one PostgreSQL and on three servers with Citus, and sell on both by turns.
 * Then everything is asked for over HTTP that a program or a person asks for, and a company moves to another server while it sells.
 */
export const spreadOf =
  ({ parts, turns, promised, fillsSearch }: SpreadForm): Drill =>
  async (options) => {
    const binDir = citusBin();
    if (binDir === null)
      throw new Error('There is no PostgreSQL with Citus: name one in SELLO_TEST_CITUS_BIN.');
    const begun = performance.now();
    const spread = await openSide(options, 'several servers', (directory, main) =>
      startSpread({ directory, main, binDir, parts }),
    );
    const shop = openShop();
    try {
      options.say(`spread after ${Math.round((performance.now() - begun) / 1_000)} s`);
      const turnMs = (options.minutes * 60_000 * SHARE_OF_TURNS) / (2 * turns + 1);
      const compared = (plain: Side) => compare({ plain, spread, turns, turnMs, promised, say: options.say });
      const speed = turns === 0 ? null : await besidePlain(options, binDir, compared);
      return together(
        { figures: { parts } },
        ...(speed === null ? [] : [speed, await judgePlaces(spread.rig)]),
        await callEverything({ rig: spread.rig, url: await startHeard(spread.rig), shop }),
        await judgeHeard(spread.rig),
        await moveWhileSelling(spread, shop, options),
        ...(fillsSearch ? [await searchTaken(spread)] : []),
        await concludeWithLoad(spread, shop, speed?.sold ?? 0),
      );
    } finally {
      await shop.close();
      await spread.rig.close();
    }
  };

export const spread: Drill = spreadOf({ parts: 32, turns: 5, promised: 0.6, fillsSearch: true });

/** Companies, an authority and a node whose login serves and does nothing else. */
async function openSide(
  options: DrillOptions,
  name: string,
  database: NonNullable<RigOptions['database']>,
): Promise<Side> {
  const rig = await openRig({ companies: options.cycles, times: TIMES, main: options.main, database });
  const login = await addServingLogin(rig.postgres.url);
  const { url } = await rig.startNode({ databaseUrl: login.url });
  const directory = join(rig.place, 'postgres');
  const servers = ['.', ...SERVER_NAMES].flatMap(
    (server) => readPostmaster(join(directory, server))?.pid ?? [],
  );
  return { name, rig, url, servers };
}

/** Does some work beside the same on one server, with the same programs. */
async function besidePlain<T>(
  options: DrillOptions,
  binDir: string,
  work: (plain: Side) => Promise<T>,
): Promise<T> {
  const plain = await openSide(options, 'one server', (dataDir, main) =>
    startPostgres(dataDir, main, binDir),
  );
  try {
    return await work(plain);
  } finally {
    await plain.rig.close();
  }
}

async function moveWhileSelling({ rig, url }: Side, shop: Shop, options: DrillOptions) {
  const { companyId } = rig.company(0);
  const companies = rig.companies.slice(0, MOVING_COMPANIES);
  const scene = { rig, shop, chance: chances(options.seed) };
  const traffic = startTraffic(scene, {
    companies,
    nodes: () => url,
    clients: CLIENTS,
    pauseMs: PAUSE_MS,
    ccfEvery: CCF_EVERY,
  });
  await sleep(BEFORE_AND_AFTER_MS);
  const [begun, soldBefore] = [performance.now(), shop.accepted.length];
  const [from, to] = await move(rig.postgres.sql, companyId);
  const moveMs = Math.round(performance.now() - begun);
  const soldMeanwhile = shop.accepted.length - soldBefore;
  await sleep(BEFORE_AND_AFTER_MS);
  await traffic.stop();
  options.say(`${companyId} moved from ${from} to ${to} in ${moveMs} ms, with ${soldMeanwhile} sales`);
  await rig.sello(['distribute', '--apply']);
  const violations = [
    ...(await examine(rig, SERVERS_SEEN)),
    ...(await judgePlaces(rig)).violations,
    ...unless(from !== to, 'not moved', companyId),
    ...unless(soldMeanwhile > 0, 'nothing sold while it moved', companyId),
    ...unless(shop.counts.failed === 0, 'answered 5xx', `${shop.counts.failed} sales beside the move`),
  ];
  return { figures: { move_ms: moveMs, sold_while_moving: soldMeanwhile }, violations };
}

/** The load remembers how many sales were stamped, and not which: each has to be there, and as it was sent. */
async function concludeWithLoad({ rig, url }: Side, shop: Shop, sold: number): Promise<DrillResult> {
  const known = new Set(shop.openSales().map(({ company, ref }) => `${company.companyId} ${ref}`));
  const rows = await rig.postgres.sql('SELECT company_id, external_ref FROM documents');
  const loaded: readonly Sale[] = rows
    .map((row) => ({ companyId: String(row['company_id']), ref: String(row['external_ref']) }))
    .filter(({ companyId, ref }) => !known.has(`${companyId} ${ref}`))
    .map((one) => ({ ...one, ccf: null, total: TOTAL, told: [] }));
  const judged = { ...shop, sales: () => [...loaded, ...shop.sales()] };
  const lost = unless(loaded.length >= sold, 'lost', `${sold} of the load stamped, ${loaded.length} kept`);
  return together({ violations: lost }, await conclude({ rig, shop: judged }, url, PATIENCE_MS));
}

/** What a sale of the load comes to. */
const TOTAL = totalOf(saleBody(SALE_LINES));

function totalOf(body: string): string {
  const { lines }: { readonly lines: readonly { readonly quantity: number; readonly unit_price: number }[] } =
    JSON.parse(body);
  const cents = lines.reduce((sum, line) => sum + Math.round(line.quantity * line.unit_price * 100), 0);
  return String(cents / 100);
}
