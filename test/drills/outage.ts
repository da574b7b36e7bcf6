import { conclude } from './conclude.ts';
import type { Told } from './judge.ts';
import { broken, type DrillResult, quantile, together } from './options.ts';
import type { Rig } from './rig.ts';
import { onRig } from './scene.ts';
import type { OpenSale, Shop } from './sell.ts';

const TIMES = { callTimeoutMs: 1_000, requestBudgetMs: 3_000, quarantineMs: 30_000 };
const PROMISED_MS = 100;
/** This share of the posts of an outage keeps the promise on a machine that does other work, too. */
const PROMISED_SHARE = 0.99;
const PATIENCE_MS = 90_000;
const HOUR_MS = 3_600_000;
const MOST_OPENING_POSTS = 10;

/** One cycle is a post of a company during an outage, and one of another whose authority answers. */
export const outage = onRig({ companies: 3, times: TIMES }, async (scene) => {
  const { rig, shop, chance, late, options } = scene;
  const { url } = await rig.startNode();
  const [dark, refused, bright] = [rig.company(0), rig.company(1), rig.company(2)];
  const selling = { shop, url };
  await sell(selling, bright);
  await rig.authority.script(
    { service: 'all', action: 'down', forMs: HOUR_MS, nit: dark.nit },
    { service: 'auth', action: 'auth_error', times: 1_000_000, nit: refused.nit },
  );
  const opening = [await open(selling, dark), await open(selling, refused)];
  const during: Timed[] = [];
  const beside: Timed[] = [];
  for (let cycle = 0; cycle < options.cycles && !late(); cycle += 1) {
    during.push(await sell(selling, chance() < 0.5 ? dark : refused));
    beside.push(await sell(selling, bright));
  }
  const figures = {
    posts_in_outage: during.length,
    posts_until_open: opening.join(' and '),
    sent_in_outage: await arrivals(rig, [dark.nit, refused.nit]),
  };
  await rig.authority.behave();
  const concluded = await conclude(scene, url, PATIENCE_MS);
  return together({ figures }, ofOutage(during, beside), concluded);
});

interface Selling {
  readonly shop: Shop;
  readonly url: string;
}

interface Timed {
  readonly sale: OpenSale;
  readonly told: Told | null;
  readonly ms: number;
}

async function sell({ shop, url }: Selling, company: OpenSale['company']): Promise<Timed> {
  const sale = shop.newSale(company);
  const started = performance.now();
  const told = await shop.post(sale, url);
  return { sale, told, ms: performance.now() - started };
}

/** Posts until an answer comes without the authority having been waited for; answers how many posts that took. */
async function open(selling: Selling, company: OpenSale['company']): Promise<number> {
  for (let posts = 1; posts <= MOST_OPENING_POSTS; posts += 1) {
    const before = await sell(selling, company);
    if (before.told?.outcome === 'contingency' && before.ms < PROMISED_MS && posts > 3) return posts;
  }
  return MOST_OPENING_POSTS;
}

async function arrivals(rig: Rig, nits: readonly string[]): Promise<number> {
  const ledgers = await Promise.all(nits.map((nit) => rig.authority.ledger(nit)));
  return ledgers.flat().length;
}

function ofOutage(during: readonly Timed[], beside: readonly Timed[]): DrillResult {
  const times = during.map(({ ms }) => ms);
  const slow = during.filter(({ ms }) => ms >= PROMISED_MS);
  const p99 = quantile(times, PROMISED_SHARE);
  const tell = (rule: string, found: readonly Timed[]) =>
    broken(
      rule,
      found.map(({ sale: { ref, told }, ms }) => ({ ref, ms: Math.round(ms), told })),
    );
  const besideTimes = beside.map(({ ms }) => ms);
  return {
    figures: {
      outage_median_ms: Math.round(quantile(times, 0.5)),
      outage_p99_ms: Math.round(p99),
      outage_slowest_ms: Math.round(Math.max(0, ...times)),
      slower_than_promised: slow.length,
      beside_median_ms: Math.round(quantile(besideTimes, 0.5)),
    },
    violations: [
      ...tell(
        'no contingency',
        during.filter(({ told }) => told?.outcome !== 'contingency'),
      ),
      ...tell(
        'not stamped beside',
        beside.filter(({ told }) => told?.outcome !== 'stamped'),
      ),
      ...tell('slow in an outage', p99 < PROMISED_MS ? [] : slow),
    ],
  };
}
