import { conclude } from './conclude.ts';
import type { Told } from './judge.ts';
import { chances, type Drill, deadlineOf, quantile, type Violation } from './options.ts';
import { openRig, type Rig } from './rig.ts';
import { type OpenSale, openShop, type Shop } from './sell.ts';

const TIMES = { callTimeoutMs: 1_000, requestBudgetMs: 3_000, quarantineMs: 30_000 };
const PROMISED_MS = 100;
/** This share of the posts of an outage keeps the promise on a machine that does other work, too. */
const PROMISED_SHARE = 0.99;
const PATIENCE_MS = 90_000;
const HOUR_MS = 3_600_000;
const MOST_OPENING_POSTS = 10;

/** One cycle is a post of a company during an outage, and one of another whose authority answers. */
export const outage: Drill = async (options) => {
  const rig = await openRig({ companies: 3, times: TIMES });
  const shop = openShop();
  try {
    const { url } = await rig.startNode();
    const [dark, refused, bright] = rig.companies;
    if (dark === undefined || refused === undefined || bright === undefined) throw new Error('no companies');
    const selling = { shop, url };
    await sell(selling, bright);
    await rig.authority.script(
      { service: 'all', action: 'down', forMs: HOUR_MS, nit: dark.nit },
      { service: 'auth', action: 'auth_error', times: 1_000_000, nit: refused.nit },
    );
    const opening = [await open(selling, dark), await open(selling, refused)];
    const [late, chance] = [deadlineOf(options), chances(options.seed)];
    const during: Timed[] = [];
    const beside: Timed[] = [];
    for (let cycle = 0; cycle < options.cycles && !late(); cycle += 1) {
      during.push(await sell(selling, chance() < 0.5 ? dark : refused));
      beside.push(await sell(selling, bright));
    }
    const sentInOutage = await arrivals(rig, [dark.nit, refused.nit]);
    await rig.authority.behave();
    const { figures, violations } = await conclude(rig, shop, { url, patienceMs: PATIENCE_MS });
    const promised = ofOutage(during, beside);
    const posts = {
      posts_in_outage: during.length,
      posts_until_open: opening.join(' and '),
      sent_in_outage: sentInOutage,
    };
    return {
      figures: { ...posts, ...promised.figures, ...figures },
      violations: [...promised.violations, ...violations],
    };
  } finally {
    await shop.close();
    await rig.close();
  }
};

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

function ofOutage(during: readonly Timed[], beside: readonly Timed[]) {
  const times = during.map(({ ms }) => ms);
  const slow = during.filter(({ ms }) => ms >= PROMISED_MS);
  const p99 = quantile(times, PROMISED_SHARE);
  const tell = (rule: string, { sale: { ref, told }, ms }: Timed): Violation => ({
    rule,
    what: JSON.stringify({ ref, ms: Math.round(ms), told }),
  });
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
      ...during
        .filter(({ told }) => told?.outcome !== 'contingency')
        .map((one) => tell('no contingency', one)),
      ...beside
        .filter(({ told }) => told?.outcome !== 'stamped')
        .map((one) => tell('not stamped beside', one)),
      ...(p99 < PROMISED_MS ? [] : slow.map((one) => tell('slow in an outage', one))),
    ],
  };
}
