// A journal that cannot be written under a service at work: what callers are told, and that it goes on by itself.
import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OwnHouse, openHouse } from './support/house.ts';
import { freshRef, invoiceBody } from './support/request-bodies.ts';
import { sharedPlace } from './support/shared-place.ts';

const place = sharedPlace();
const journals = join(place, 'journals');
let house: OwnHouse;
beforeAll(async () => {
  mkdirSync(journals);
  house = await openHouse({ journals });
});
afterAll(() => house.close());

it('gives no number while its journal is away, and goes on by itself when it is back', async () => {
  renameSync(journals, `${journals}-away`);
  const sale = invoiceBody({ external_ref: freshRef() });
  for (let tries = 0; tries < 2; tries += 1) {
    const refused = await house.company.post('/invoice', sale);
    expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(refused.headers['retry-after']).toMatch(/^\d+$/);
  }
  expect(await house.sql('SELECT 1 FROM documents')).toEqual([]);
  renameSync(`${journals}-away`, journals);
  await expect.poll(() => house.company.post('/invoice', sale)).toMatchObject({ status: 200 });
  expect(await house.sql('SELECT right(control_number, 1) AS last FROM documents')).toEqual([{ last: '1' }]);
});
