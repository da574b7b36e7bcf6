import { describe, expect, it } from 'vitest';
import { listedAt } from '../../../../test/support/catalog-list.ts';
import { expectHeaders } from '../../../../test/support/response-headers.ts';
import { sharedHouse } from '../../../../test/support/shared-house.ts';

const house = sharedHouse({ certificate: 'none' });

const search = (text?: string) => listedAt(house, '/catalogs/activities', text);

describe('GET /catalogs/activities', () => {
  it('answers the first 50 without a search', async () => {
    const list = await search();
    expect(list).toHaveLength(50);
    for (const item of list)
      expect(item).toEqual({ code: expect.any(String), description: expect.any(String) });
  });

  it('finds by text without regard to case and accents', async () => {
    const plain = await search('panaderia');
    expect(plain.length).toBeGreaterThan(0);
    expect(await search('PANADERÍA')).toEqual(plain);
  });

  it('answers HEAD with the same headers and no body', async () => {
    const answer = await house.company.call('HEAD', '/catalogs/activities');
    expect([answer.status, answer.text]).toEqual([200, '']);
    expect(Number(answer.headers['content-length'])).toBeGreaterThan(1000);
    expectHeaders(answer);
  });
});
