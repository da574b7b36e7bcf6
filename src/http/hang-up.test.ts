import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
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

/** Sends so much of a sale and hangs up after so many milliseconds. */
async function hangUp(share: number, afterMs: number): Promise<void> {
  const { url, key } = house.company;
  const body = JSON.stringify(invoiceBody({ external_ref: freshRef() }));
  const head = [
    'POST /invoice HTTP/1.1',
    'host: sello.example.com',
    `authorization: Bearer ${key}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  const till = connect(Number(new URL(url).port), '127.0.0.1');
  const closed = new Promise((resolve) => till.once('close', resolve));
  till.on('error', () => undefined);
  till.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, body.length * share)}`);
  await sleep(afterMs);
  till.resetAndDestroy();
  await closed;
}

it.each(Object.entries(STEPS))('keeps no place for a till that hangs up after %s', async (_, share) => {
  for (let turn = 0; turn < 24; turn += 1) await hangUp(share, turn % 8);
  const answer = await house.company.post('/invoice', invoiceBody({ external_ref: freshRef() }));
  expect(answer.status).toBe(200);
});

it('keeps no place for those who hang up while the database stands still', async () => {
  const { sql } = house;
  await sql('BEGIN');
  await sql('LOCK TABLE rate_windows IN ACCESS EXCLUSIVE MODE');
  await Promise.all(Array.from({ length: 3 * PLACES }, (_, turn) => hangUp(1, 200 + turn)));
  await sql('ROLLBACK');
  const answer = await house.company.post('/invoice', invoiceBody({ external_ref: freshRef() }));
  expect(answer.status).toBe(200);
});
