import { expect, it } from 'vitest';
import { sharedHouse } from '../../../../test/support/house.ts';
import { expectError } from '../../../../test/support/response-headers.ts';

const house = sharedHouse({ company: { certificate: 'none' } });

it('does not find what is no rehearsal of the company', async () => {
  const { body } = await house.company.post('/rehearsals', {});
  const stranger = await house.addCompany({ certificate: 'none' });
  const none = await house.company.get('/rehearsals/nunca');
  expectError(none, 404, 'rehearsal_not_found');
  const theirs = await stranger.get(`/rehearsals/${body['rehearsal_id']}`);
  expect([theirs.status, theirs.text]).toEqual([404, none.text]);
});
