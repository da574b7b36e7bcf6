import { describe, expect, it } from 'vitest';
import { sharedHouse } from '../../../../test/support/house.ts';
import { expectHeaders } from '../../../../test/support/response-headers.ts';

const house = sharedHouse({ company: { certificate: 'none' } });

async function search(query: string): Promise<readonly unknown[]> {
  const answer = await house.company.get(`/catalogs/units${query}`);
  expect(answer.status).toBe(200);
  expectHeaders(answer);
  const { list } = answer.body;
  return Array.isArray(list) ? list : [];
}

describe('GET /catalogs/units', () => {
  it('answers the whole catalog as code and description', async () => {
    const list = await search('');
    expect(list).toContainEqual({ code: '99', description: 'Otra' });
    expect(list.length).toBeGreaterThan(30);
    for (const item of list)
      expect(item).toEqual({ code: expect.any(String), description: expect.any(String) });
  });

  it('finds by code and by text without regard to case and accents', async () => {
    expect(await search('?search=99')).toEqual([{ code: '99', description: 'Otra' }]);
    expect(await search('?search=METRO')).toEqual(await search('?search=metro'));
    expect(await search('?search=nada%20de%20esto')).toEqual([]);
  });
});
