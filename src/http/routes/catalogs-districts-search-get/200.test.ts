import { describe, expect, it } from 'vitest';
import { sharedHouse } from '../../../../test/support/house.ts';
import { expectHeaders } from '../../../../test/support/response-headers.ts';

const house = sharedHouse({ company: { certificate: 'none' } });

async function search(
  query: string,
): Promise<{ readonly results: readonly unknown[]; readonly more: unknown }> {
  const answer = await house.company.get(`/catalogs/districts/search${query}`);
  expect([answer.status, Object.keys(answer.body)]).toEqual([200, ['results', 'pagination']]);
  expectHeaders(answer);
  const { results, pagination } = answer.body;
  expect(pagination).toEqual({ more: expect.any(Boolean) });
  return { results: Array.isArray(results) ? results : [], more: Object(pagination)['more'] };
}

describe('GET /catalogs/districts/search', () => {
  it('pages through all 262 districts, 20 at a time', async () => {
    const pages = await Promise.all(Array.from({ length: 15 }, (_, index) => search(`?page=${index + 1}`)));
    expect(pages.map(({ results }) => results.length)).toEqual([...Array(13).fill(20), 2, 0]);
    expect(pages.map(({ more }) => more)).toEqual([...Array(13).fill(true), false, false]);
    const ids = pages.flatMap(({ results }) => results.map((district) => Object(district)['id']));
    expect(new Set(ids).size).toBe(262);
    expect(await search('')).toEqual(pages[0]);
  });

  it('names a district with its parents, by name and by code', async () => {
    expect(await search('?q=SANTA%20TECLA')).toEqual({
      results: [
        {
          id: expect.any(String),
          text: 'Santa Tecla, La Libertad Sur, La Libertad',
          name: 'Santa Tecla',
          code: expect.stringMatching(/^\d\d$/),
          municipality: 'La Libertad Sur',
          department: 'La Libertad',
          municipality_code: expect.stringMatching(/^05\d\d$/),
          department_code: '05',
        },
      ],
      more: false,
    });
  });

  it('does not mind case and accents, and answers an empty page where nothing matches', async () => {
    expect(await search('?q=jucuaran')).toEqual(await search(`?q=${encodeURIComponent('JUCUARÁN')}`));
    expect(await search('?q=atlantida')).toEqual({ results: [], more: false });
  });
});
