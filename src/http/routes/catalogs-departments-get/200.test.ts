import { describe, expect, it } from 'vitest';
import { listedAt } from '../../../../test/support/catalog-list.ts';
import { sharedHouse } from '../../../../test/support/shared-house.ts';

const house = sharedHouse({ certificate: 'none' });

const search = (text?: string) => listedAt(house, '/catalogs/departments', text);

const MUNICIPALITY = { code: expect.any(String), short_code: expect.any(String), name: expect.any(String) };

describe('GET /catalogs/departments', () => {
  it('answers the 14 departments and those abroad with their municipalities', async () => {
    const list = await search();
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
    expect(await search('atlantida')).toEqual([]);
  });
});
