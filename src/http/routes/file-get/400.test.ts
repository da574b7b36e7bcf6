import { expect, it } from 'vitest';
import { sharedHouse } from '../../../../test/support/house.ts';
import { expectError } from '../../../../test/support/response-headers.ts';

const house = sharedHouse({ company: { certificate: 'none' } });

it('refuses a type that comes twice', async () => {
  const answer = await house.company.get('/file/x?type=json&type=ticket');
  expectError(answer, 400, 'invalid_request');
  expect(answer.body['detail']).toBe('type: debe ser un texto.');
});

it('names the types where none is wanted, or another', async () => {
  for (const query of ['', '?type=', '?type=pdf', '?type=JSON', '?type=INVOICE']) {
    const answer = await house.company.get(`/file/x${query}`);
    expectError(answer, 400, 'invalid_request');
    expect(answer.body['detail']).toBe(
      'type: debe ser uno de estos valores: ticket, invoice, invalidation, json.',
    );
  }
});

it('takes two tokens for none', async () => {
  const answer = await house.caller(null).get('/file/x?type=json&token=a&token=b');
  expectError(answer, 401, 'unauthorized');
});

it.each(['57', '', '080', '58.0'])('refuses a ticket of the width %j', async (width) => {
  const answer = await house.company.get(`/file/x?type=ticket&width=${width}`);
  expectError(answer, 400, 'invalid_request');
  expect(answer.body['detail']).toBe('width: debe ser uno de estos valores: 58, 80.');
});
