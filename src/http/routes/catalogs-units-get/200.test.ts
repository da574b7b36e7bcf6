import { describe, expect, it } from 'vitest';
import { listedAt } from '../../../../test/support/catalog-list.ts';
import { sharedHouse } from '../../../../test/support/shared-house.ts';

const house = sharedHouse({ certificate: 'none' });

const search = (text?: string) => listedAt(house, '/catalogs/units', text);

describe('GET /catalogs/units', () => {
  it('answers the whole catalog as code and description', async () => {
    const list = await search();
    expect(list).toContainEqual({ code: '99', description: 'Otra' });
    expect(list.length).toBeGreaterThan(30);
    for (const item of list)
      expect(item).toEqual({ code: expect.any(String), description: expect.any(String) });
  });

  it('finds by code and by text without regard to case and accents', async () => {
    expect(await search('99')).toEqual([{ code: '99', description: 'Otra' }]);
    expect(await search('METRO')).toEqual(await search('metro'));
    expect(await search('nada de esto')).toEqual([]);
  });
});
