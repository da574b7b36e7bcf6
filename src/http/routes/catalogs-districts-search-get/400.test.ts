import { expect, it } from 'vitest';
import { sharedHouse } from '../../../../test/support/house.ts';
import { expectError } from '../../../../test/support/response-headers.ts';
import { describeRepeatedSearch } from '../../../../test/support/route-suites.ts';

const house = sharedHouse({ company: { certificate: 'none' } });

it.each(['0', '-1', '1.5', 'dos', '', '1e3', '99999999', '%201'])('refuses page %j', async (page) => {
  const answer = await house.company.get(`/catalogs/districts/search?page=${page}`);
  expectError(answer, 400, 'invalid_request');
  expect(answer.body).toMatchObject({
    detail: 'page: debe ser un número entero desde 1.',
    errors: [{ field: 'page', code: 'not_whole', message: 'Debe ser un número entero desde 1.' }],
  });
});

describeRepeatedSearch('/catalogs/districts/search', 'q');
