// What an API key and a link to a file are worth when rows are moved, peppers change and links are revoked.
import { expect, it } from 'vitest';
import { createKey } from '../../src/operations/companies/manage-secrets.ts';
import { openOffice } from '../support/composition.ts';
import { ownHouse } from '../support/house.ts';
import { invoiceBody } from '../support/request-bodies.ts';
import { shared } from '../support/shared.ts';
import { present } from '../support/storage-bench.ts';

const house = ownHouse();
const other = shared(() => house.addCompany());

const statusOf = async (key: string, at = house.node) =>
  (await house.caller(key, at).get('/status/no-such-document')).status;

it.each([
  ['company', (theirs: string) => `company_id = '${theirs}'`],
  ['environment', () => `environment = '01'`],
  ['identifier', () => 'key_id = gen_random_uuid()'],
])('a key is worth nothing in a row of another %s', async (_, moved) => {
  const { key } = await house.company.addKey();
  const publicId = key.split('_')[2];
  expect(await statusOf(key)).toBe(404);
  await house.sql(`UPDATE api_keys SET ${moved(other.companyId)} WHERE public_id = $1`, [publicId]);
  expect(await statusOf(key, await house.addNode())).toBe(401);
});

it('a key goes on under its pepper, and one under a pepper that is made meanwhile is known at once', async () => {
  const office = await openOffice(house.databaseUrl, house.masterKey);
  const before = await house.company.addKey();
  expect(await office.peppers.rotate()).toBe(2);
  const rotated = await openOffice(house.databaseUrl, house.masterKey);
  const stored = (await rotated.companies.list()).find(
    ({ companyId }) => companyId === house.company.companyId,
  );
  const limits = { perMinute: 100, perHour: 100 };
  const fresh = (await createKey(rotated.secretsAt(), present(stored), { name: 'caja', limits })).key;
  expect([await statusOf(before.key), await statusOf(fresh)]).toEqual([404, 404]);
  await Promise.all([office.close(), rotated.close()]);
});

it('a link opens its file until its company revokes it, at every node, and answers carry new ones', async () => {
  const second = await house.addNode();
  const [body, theirs] = await Promise.all(
    [house.company, other].map(async (company) => (await company.post('/invoice', invoiceBody())).body),
  );
  const opened = async (url: unknown) => {
    const path = String(url).replace(/^https?:\/\/[^/]+/, '');
    return Promise.all(
      [house.node, second].map(async (at) => (await house.caller(null, at).get(path)).status),
    );
  };
  expect(await opened(body?.['json_url'])).toEqual([200, 200]);
  const office = await openOffice(house.databaseUrl, house.masterKey);
  for (const epoch of [1, 2]) {
    const { body: before } = await house.company.get(`/status/${body?.['document_id']}`);
    await office.companies.revokeLinks(house.company.companyId);
    expect(await opened(before['json_url'])).toEqual([404, 404]);
    expect(await opened(body?.['json_url'])).toEqual([404, 404]);
    const { body: after } = await house.company.get(`/status/${body?.['document_id']}`);
    expect(String(after['json_url'])).toMatch(new RegExp(`token=[\\w-]{22}\\.${epoch}\\.`));
    expect(await opened(after['json_url'])).toEqual([200, 200]);
    const forged = String(after['json_url']).replace(`.${epoch}.`, `.${epoch + 1}.`);
    expect(await opened(forged)).toEqual([404, 404]);
  }
  expect(await opened(theirs?.['json_url'])).toEqual([200, 200]);
  await office.close();
});
