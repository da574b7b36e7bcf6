import { expect, it } from 'vitest';
import { sharedHouse } from '../../../../test/support/house.ts';
import { expectError } from '../../../../test/support/response-headers.ts';

const house = sharedHouse({ company: { certificate: 'none' } });

it('refuses a parameter that comes twice', async () => {
  const answer = await house.company.get('/status/x?include_dte=1&include_dte=0');
  expectError(answer, 400, 'invalid_request');
  expect(answer.body['detail']).toBe('include_dte: debe ser un texto. (y 1 problema más)');
});

it.each(['true', '', '2', '01', 'TRUE'])(
  'refuses include_dte=%s, and names what it may be',
  async (value) => {
    const answer = await house.company.get(`/status/x?include_dte=${value}`);
    expectError(answer, 400, 'invalid_request');
    expect(answer.body['detail']).toBe('include_dte: debe ser uno de estos valores: 0, 1.');
  },
);
