import { expect, it } from 'vitest';
import { sharedHouse } from '../../../../test/support/house.ts';
import { expectError } from '../../../../test/support/response-headers.ts';

const house = sharedHouse({ company: { certificate: 'none' } });

it.each([
  ['state=x', 'state'],
  ['custmer=ana', 'custmer'],
  ['fields=todo', 'fields'],
])('refuses %s', async (query, field) => {
  const answer = await house.company.get(`/documents.xlsx?${query}`);
  expectError(answer, 400, 'invalid_request');
  expect(answer.body['errors']).toMatchObject([{ field }]);
});
