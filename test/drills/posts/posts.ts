import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { type BenchHouse, openBenchHouse } from '../../../bench/rig/house.ts';
import { issueOne } from '../../../bench/rig/load.ts';
import { ccfBody } from '../../support/request-bodies.ts';
import { broken, chances, type Drill, deadlineOf, quantile, together, unless } from '../options.ts';
import { type Asker, anyAddress, chosen, openAskers, renewed } from './askers.ts';
import { fuzzedBody, fuzzedQuery } from './bodies.ts';
import type { Watched } from './loop-watch.ts';
import { createSender, type Sent } from './sender.ts';
import { type Target, targetsOf } from './targets.ts';

/** Nobody waits longer for a page of somebody else. */
const LONGEST_TURN_MS = 50;
const AT_ONCE = 6;
const SHOWN = 12;
const SAID = 5_000;
/** The node writes what it has seen more often. */
const SETTLED_MS = 500;
const MEMORY_RATIO = 1.3;

/** One cycle is a request with anything in it, to any address of the console, by a stranger or a user of each role. */
export const posts: Drill = async ({ cycles, seed, say, ...limits }) => {
  const house = await openBenchHouse(2);
  try {
    const isOver = deadlineOf(limits);
    const { node, watched } = await watchedNode(house);
    const random = chances(seed);
    const send = createSender(node.url, AT_ONCE);
    const askers = await openAskers(house);
    const ids = await documentsOf(house, node.url);
    const { routes } = await watched();
    const targets = await targetsOf({ routes, ids, askers, send, random });
    say(`${targets.length} addresses, of which ${targets.filter(isPosted).length} are posted to`);
    process.kill(node.pid, 'SIGUSR2');
    const sent: Sent[] = [];
    const statuses = new Map<number, number>();
    const note = (one: Sent): Sent => {
      statuses.set(one.status, (statuses.get(one.status) ?? 0) + 1);
      sent.push(one.status >= 500 && !one.isBusy ? one : BORING);
      return one;
    };
    const work = async (): Promise<void> => {
      while (sent.length < cycles && !isOver()) {
        const asker = chosen(askers, random);
        const asked = requestOf(targets, asker, random);
        const one = note(await send(asked));
        if (one.isSignedOut) await renewed(house, asker);
        // A browser goes on to where it is led, and so to the page of what was kept.
        else if (one.location?.startsWith('/app') === true)
          note(await send({ ...asked, method: 'GET', path: one.location, body: null }));
        if (sent.length % SAID === 0)
          say(`${sent.length}: ${(await watched()).longestMs.toFixed(1)} ms at the longest`);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    await sleep(SETTLED_MS);
    return judged({ sent, statuses, watched: await watched() });
  } finally {
    await house.close();
  }
};

/** A node that tells of its loop, and what it has told last. */
async function watchedNode(house: BenchHouse) {
  const file = join(house.place, 'watched.json');
  const preload = pathToFileURL(join(import.meta.dirname, 'loop-watch.ts'));
  preload.searchParams.set('into', file);
  const node = await house.startNode({ nodeOptions: ['--import', preload.href] });
  const watched = async (): Promise<Watched> => JSON.parse(await readFile(file, 'utf8'));
  return { node, watched };
}

function isPosted({ method }: Target): boolean {
  return method === 'POST';
}

const BORING: Sent = { what: '', status: 0, isBusy: false, isSignedOut: false, location: null, text: '' };

function judged({
  sent,
  statuses,
  watched,
}: {
  sent: readonly Sent[];
  statuses: ReadonlyMap<number, number>;
  watched: Watched;
}) {
  const failed = sent.filter((one) => one !== BORING).map(({ status, what }) => `${status} ${what}`);
  const { longestMs, over50, late, rssMb, ticks } = watched;
  const third = Math.floor(rssMb.length / 3);
  const [early, last] = [rssMb.slice(third, 2 * third), rssMb.slice(2 * third)].map((part) =>
    quantile(part, 0.5),
  );
  const isFlat = rssMb.length < 60 || (last ?? 0) <= (early ?? 0) * MEMORY_RATIO;
  return together({
    figures: {
      requests: sent.length,
      statuses: [...statuses]
        .toSorted(([a], [b]) => a - b)
        .map(([status, count]) => `${status}: ${count}`)
        .join(', '),
      longest_turn_ms: Number(longestMs.toFixed(1)),
      turns_over_50_ms: over50,
      ticks,
      rss_mb: `${early} then ${last}`,
    },
    violations: [
      ...broken('a page failed', failed),
      ...unless(longestMs <= LONGEST_TURN_MS, 'the loop stood still', late.slice(0, SHOWN)),
      ...unless(isFlat, 'memory grows', rssMb),
    ],
  });
}

/** An invoice and a CCF, for the addresses that name a document. */
async function documentsOf({ companies: [company] }: BenchHouse, url: string): Promise<readonly string[]> {
  if (company === undefined) throw new Error('a house without a company');
  const invoice = await issueOne(url, company);
  const response = await fetch(`${url}/invoice`, {
    method: 'POST',
    headers: { authorization: `Bearer ${company.key}`, 'content-type': 'application/json' },
    body: JSON.stringify(ccfBody()),
  });
  return [invoice, String(Object(JSON.parse(await response.text())).document_id), company.slug];
}

const POSTED = 0.9;
const RIGHT_TOKEN = 0.93;

function requestOf(targets: readonly Target[], { who, cookie, csrf }: Asker, random: () => number) {
  const method = random() < POSTED ? 'POST' : 'GET';
  const those = targets.filter((one) => one.method === method);
  const { path, names } = those[Math.floor(random() * those.length)] ?? { path: '/app', names: [] };
  const fillable = { names, csrf: random() < RIGHT_TOKEN ? csrf : 'x', random };
  const from = anyAddress(random);
  const query = random() < 0.2 || method === 'GET' ? fuzzedQuery(fillable) : '';
  const body = method === 'POST' ? fuzzedBody(fillable) : null;
  const kind = `${who} ${body?.kind ?? ''}`;
  return {
    method,
    path: `${path}${query}`,
    cookie,
    from,
    kind,
    body,
    isPartial: random() < 0.15,
    isKept: false,
  };
}
