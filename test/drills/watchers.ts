import { createHash, randomUUID } from 'node:crypto';
import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BenchHouse, openBenchHouse } from '../../bench/rig/house.ts';
import { invoicesOf, runLoad } from '../../bench/rig/load.ts';
import { freshToken, SESSION_COOKIE } from '../../src/console/tokens.ts';
import { type Drill, quantile, together, unless } from './options.ts';
import { percentile, refusals, showNumbers, takeTurns } from './turns.ts';

const TURNS = 3;
const LEAD_MS = 3_000;
const QUIET_PER_SECOND = 20;
/** The company whose pages are open sells, so that each look of theirs finds something new. */
const SALES_PER_SECOND = 2;
const PAGES_OF_USER = 5;
const POLL_MS = 60_000;
const PROMISED_RATIO = 1.5;

interface Page {
  readonly url: string;
  readonly cookie: string;
  readonly from: string;
}

/** One cycle is an open page of one company: another company sells by turns alone and beside all of them. */
export const watchers: Drill = async ({ cycles, minutes, say }) => {
  const house = await openBenchHouse(2);
  try {
    const { url } = await house.startNode();
    const [watched, quiet] = house.companies;
    if (watched === undefined || quiet === undefined) throw new Error('a house without companies');
    const pages = await pagesOf(house, `${url}/app/e/${watched.slug}/hoy`, cycles);
    const durationMs = (minutes * 60_000 - TURNS * LEAD_MS) / (2 * TURNS + 1);
    const noisy = await house.start('load');
    const turns = await takeTurns({
      turns: TURNS,
      leadMs: LEAD_MS,
      measure: () =>
        runLoad(house.load, {
          targets: invoicesOf(url, [quiet]),
          perSecond: QUIET_PER_SECOND,
          connections: 100,
          durationMs,
        }),
      noise: async () => {
        const open = await openAll(pages);
        const selling = { perSecond: SALES_PER_SECOND, connections: 20, durationMs: durationMs + LEAD_MS };
        await runLoad(noisy, { targets: invoicesOf(url, [watched]), ...selling });
        return open.close();
      },
      say,
    });
    const p50s = (those: typeof turns.alone) => those.map((one) => percentile(one, 0.5));
    const [alone, beside] = [p50s(turns.alone), p50s(turns.beside)];
    const ratios = beside.map((ms, turn) => ms / (alone[turn] ?? ms));
    const ratio = quantile(ratios, 0.5);
    return together({
      figures: {
        alone_p50_ms: showNumbers(alone, 1),
        beside_p50_ms: showNumbers(beside, 1),
        times_alone: `${ratio.toFixed(2)} (${showNumbers(ratios, 2)})`,
        pages: turns.told
          .map(({ live, others }) => `${live} live, ${others} that ask once a minute`)
          .join('; '),
        sent_mb: showNumbers(
          turns.told.map(({ bytes }) => bytes / 1e6),
          1,
        ),
      },
      violations: [
        ...unless(ratio <= PROMISED_RATIO, 'slow beside open pages', `p50 ${ratio} times alone`),
        ...refusals([...turns.alone, ...turns.beside]),
      ],
    });
  } finally {
    await house.close();
  }
};

/** Pages of users of the first company, each from an address of its own. */
async function pagesOf(
  { postgres, companies }: BenchHouse,
  url: string,
  count: number,
): Promise<readonly Page[]> {
  const pages: Page[] = [];
  for (let at = 0; at < count; at += PAGES_OF_USER) {
    const [userId, token] = [randomUUID(), freshToken()];
    await postgres.sql(`INSERT INTO users (user_id, email, name) VALUES ($1, $2, 'Ana Ficticia')`, [
      userId,
      `${userId}@example.com`,
    ]);
    await postgres.sql(`INSERT INTO memberships (company_id, user_id, role) VALUES ($1, $2, $3)`, [
      companies[0]?.companyId,
      userId,
      at % 2 === 0 ? 'owner' : 'accountant',
    ]);
    await postgres.sql(
      `INSERT INTO sessions (session_id, user_id, token_sha256, address, agent)
       VALUES (gen_random_uuid(), $1, $2, '192.0.2.7', 'drill')`,
      [userId, createHash('sha256').update(token).digest()],
    );
    const page = {
      url,
      cookie: `${SESSION_COOKIE}=${token}`,
      from: `10.1.${at % 250}.${Math.floor(at / 250)}`,
    };
    pages.push(...Array.from({ length: PAGES_OF_USER }, () => page));
  }
  return pages;
}

/** Opens each page's stream; where there is none for it, it asks once a minute, as browsers do. */
async function openAll(pages: readonly Page[]) {
  const told = { bytes: 0, live: 0, others: 0 };
  const ends: (() => void)[] = [];
  const ask = ({ url, cookie, from }: Page, path: string): Promise<number> =>
    new Promise((resolve) => {
      const headers = { cookie, 'x-forwarded-for': from, 'hx-request': 'true' };
      const asked = get(`${url}${path}`, { headers, agent: false }, (response) => {
        response.on('data', (piece: Buffer) => {
          told.bytes += piece.length;
        });
        response.on('error', () => undefined);
        resolve(response.statusCode ?? 0);
      });
      asked.on('error', () => resolve(0));
      ends.push(() => asked.destroy());
    });
  for (const [at, page] of pages.entries()) {
    if ((await ask(page, '/vivo')) === 200) told.live += 1;
    else {
      told.others += 1;
      const poll = setInterval(() => void ask(page, '/ventas'), POLL_MS);
      ends.push(() => clearInterval(poll));
    }
    if (at % 50 === 0) await sleep(1);
  }
  return {
    close() {
      for (const end of ends) end();
      return told;
    },
  };
}
