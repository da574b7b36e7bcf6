import { describe, expect, it } from 'vitest';
import { sharedHouse } from '../../../../test/support/house.ts';
import { expectHeaders } from '../../../../test/support/response-headers.ts';

const house = sharedHouse({ company: { certificate: 'none' } });

async function search(query: string): Promise<readonly unknown[]> {
  const answer = await house.company.get(`/catalogs/activities${query}`);
  expect(answer.status).toBe(200);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expectHeaders(answer);
  const { list } = answer.body;
  return Array.isArray(list) ? list : [];
}

describe('GET /catalogs/activities', () => {
  it('answers the first 50 without a search', async () => {
    const list = await search('');
    expect(list).toHaveLength(50);
    for (const item of list)
      expect(item).toEqual({ code: expect.any(String), description: expect.any(String) });
  });

  it('finds by text without regard to case and accents', async () => {
    const plain = await search('?search=panaderia');
    expect(plain.length).toBeGreaterThan(0);
    expect(await search(`?search=${encodeURIComponent('PANADERÍA')}`)).toEqual(plain);
  });

  it('answers HEAD with the same headers and no body', async () => {
    const answer = await house.company.call('HEAD', '/catalogs/activities');
    expect([answer.status, answer.text]).toEqual([200, '']);
    expect(Number(answer.headers['content-length'])).toBeGreaterThan(1000);
    expectHeaders(answer);
  });
});
