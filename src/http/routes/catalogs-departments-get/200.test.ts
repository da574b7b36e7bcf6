import { describe, expect, it } from 'vitest';
import { sharedHouse } from '../../../../test/support/house.ts';
import { expectHeaders } from '../../../../test/support/response-headers.ts';

const house = sharedHouse({ company: { certificate: 'none' } });

async function search(query: string): Promise<readonly unknown[]> {
  const answer = await house.company.get(`/catalogs/departments${query}`);
  expect(answer.status).toBe(200);
  expectHeaders(answer);
  const { list } = answer.body;
  return Array.isArray(list) ? list : [];
}

const MUNICIPALITY = { code: expect.any(String), short_code: expect.any(String), name: expect.any(String) };

describe('GET /catalogs/departments', () => {
  it('answers the 14 departments and those abroad with their municipalities', async () => {
    const list = await search('');
    expect(list.length).toBeGreaterThanOrEqual(14);
    expect(list).toContainEqual({
      code: '06',
      name: 'San Salvador',
      municipalities: expect.arrayContaining([
        { code: '0623', short_code: '23', name: 'San Salvador Centro' },
      ]),
    });
    const municipalities = list.flatMap((department) => Object(department)['municipalities']);
    expect(municipalities.length).toBeGreaterThanOrEqual(44);
    for (const item of municipalities) expect(item).toEqual(MUNICIPALITY);
  });
});
