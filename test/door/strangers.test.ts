// What somebody without a key can take from others: invented keys of every shape, and links opened without end.
import { expect, it } from 'vitest';
import {
  type BucketLimits,
  LINKS_OF_ADDRESS,
  LINKS_OF_DOCUMENT,
  UNKNOWN_KEYS_OF_ADDRESS,
} from '../../src/operations/access/buckets.ts';
import { ownHouse } from '../support/house.ts';
import { type Answer, textOf } from '../support/http-caller.ts';
import { invoiceBody } from '../support/request-bodies.ts';
import { upTo } from '../support/storage-bench.ts';

const house = ownHouse({ trustedProxies: ['127.0.0.1'] });

/** One network of 64 bits, which counts as one address. */
const from = (network: string, host: number) => ({ 'x-forwarded-for': `2001:db8:0:${network}::${host}` });

/** At most so many could pass since then. */
const mostSince = (started: number, { burst, perSecond }: BucketLimits): number =>
  burst + Math.ceil(((performance.now() - started) / 1_000) * perSecond) + 1;

const countOf = (answers: readonly Answer[], status: number): number =>
  answers.filter((answer) => answer.status === status).length;

/** So many at a time, until all are answered. */
async function inLines(lines: number, count: number, call: (place: number) => Promise<Answer>) {
  const answers: Answer[] = [];
  let next = 0;
  const goOn = async (): Promise<void> => {
    while (next < count) {
      next += 1;
      answers.push(await call(next));
    }
  };
  await Promise.all(upTo(lines).map(goOn));
  return answers;
}

it('keys that nobody has are looked for a number of times for each address, whatever their shape', async () => {
  const { key } = house.company;
  const shapes = [
    (place: number) => key.replace(/\w{6}$/, String(place).padStart(6, '0')),
    (place: number) => `sello_test_${String(place).padStart(12, 'a')}_x`,
    (place: number) => `no-key-${place}`,
    () => null,
  ];
  const node = await house.addNode();
  const present = (text: string | null, headers: Readonly<Record<string, string>>) =>
    house.caller(text, node).call('GET', '/catalogs/units', { headers });
  const started = performance.now();
  const flood = inLines(100, 1_600, (place) =>
    present(shapes[place % shapes.length]?.(place) ?? null, from('1', place)),
  );
  const known = await inLines(1, 20, () => house.company.at(node).get('/catalogs/units'));
  expect(countOf(known, 200)).toBe(20);
  expect((await present('no-key', from('2', 1))).status).toBe(401);
  const answers = await flood;
  const refused = countOf(answers, 401);
  expect(refused).toBeLessThanOrEqual(mostSince(started, UNKNOWN_KEYS_OF_ADDRESS));
  expect(refused + countOf(answers, 503)).toBe(answers.length);
});

it('links are opened a number of times by each address, however many documents they are of', async () => {
  const issued = await Promise.all(upTo(4).map(() => house.company.post('/invoice', invoiceBody())));
  const links = issued.map((answer) => {
    const { pathname, search } = new URL(textOf(answer, 'json_url'));
    return pathname + search;
  });
  const open = (place: number, headers: Readonly<Record<string, string>>) =>
    house.caller(null).call('GET', links[place % links.length] ?? '', { headers });
  const each = LINKS_OF_DOCUMENT.burst - 10;
  const started = performance.now();
  const answers = await inLines(50, each * links.length, (place) => open(place, from('3', place)));
  const opened = countOf(answers, 200);
  expect(opened).toBeLessThanOrEqual(mostSince(started, LINKS_OF_ADDRESS));
  expect(opened + countOf(answers, 429)).toBe(answers.length);
  for (const [place] of links.entries()) expect((await open(place, from('4', place))).status).toBe(200);
});
