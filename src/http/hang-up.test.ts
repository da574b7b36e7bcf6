import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { openSocket } from '../../test/door/raw-request.ts';
import { ownHouse } from '../../test/support/house.ts';
import { freshRef, invoiceBody } from '../../test/support/request-bodies.ts';
import { PLACE_LIMITS } from '../operations/access/places.ts';

const PLACES = 2;
const house = ownHouse({
  placeLimits: { ...PLACE_LIMITS, places: PLACES, shared: PLACES, leastShare: PLACES },
});

/** What a till has sent when it hangs up, of a whole sale. */
const STEPS = {
  'the headers': 0,
  'half of the body': 0.5,
  'all of it': 1,
};

/** The head of a sale and its body. */
function saleOf() {
  const { key } = house.company;
  const body = JSON.stringify(invoiceBody({ external_ref: freshRef() }));
  const head = [
    'POST /invoice HTTP/1.1',
    'host: sello.example.com',
    `authorization: Bearer ${key}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  return { head: `${head.join('\r\n')}\r\n\r\n`, body };
}

/** Sends so much of a sale and hangs up after so many milliseconds. */
async function hangUp(share: number, afterMs: number): Promise<void> {
  const till = openSocket(house.company.url);
  const closed = new Promise((resolve) => till.once('close', resolve));
  const { head, body } = saleOf();
  till.write(`${head}${body.slice(0, body.length * share)}`);
  await sleep(afterMs);
  till.resetAndDestroy();
  await closed;
}

it.each(Object.entries(STEPS))('keeps no place for a till that hangs up after %s', async (_, share) => {
  for (let turn = 0; turn < 24; turn += 1) await hangUp(share, turn % 8);
  const answer = await house.company.post('/invoice', invoiceBody({ external_ref: freshRef() }));
  expect(answer.status).toBe(200);
});

/** While no request is admitted. */
async function whileShut(work: () => Promise<unknown>): Promise<void> {
  const { sql } = house;
  await sql('BEGIN');
  await sql('LOCK TABLE rate_windows IN ACCESS EXCLUSIVE MODE');
  await work();
  await sql('ROLLBACK');
}

it('keeps no place for those who hang up while the database stands still', async () => {
  const tills = Array.from({ length: 3 * PLACES }, (_one, turn) => turn);
  await whileShut(() => Promise.all(tills.map((turn) => hangUp(1, 200 + turn))));
  const answer = await house.company.post('/invoice', invoiceBody({ external_ref: freshRef() }));
  expect(answer.status).toBe(200);
});

it('lets nobody wait for bodies that do not come, and has a place for each when it is there', async () => {
  const { get, url } = house.company;
  const tills = Array.from({ length: 2 * PLACES }, () => ({ ...saleOf(), socket: openSocket(url) }));
  for (const { head, body, socket } of tills) socket.write(`${head}${body.slice(0, -1)}`);
  await sleep(100);
  expect((await get('/catalogs/units')).status).toBe(200);
  for (const { body, socket } of tills) {
    const answer = new Promise((resolve) => socket.once('data', (bytes: Buffer) => resolve(String(bytes))));
    socket.write(body.slice(-1));
    expect(await answer).toMatch(/^HTTP.1.1 200 /);
    socket.destroy();
  }
});
