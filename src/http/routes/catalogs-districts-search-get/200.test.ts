import { describe, expect, it } from 'vitest';
import { expectHeaders } from '../../../../test/support/response-headers.ts';
import { sharedHouse } from '../../../../test/support/shared-house.ts';

const house = sharedHouse({ certificate: 'none' });

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
});
