import { expect, it } from 'vitest';
import { sharedHouse } from '../../../../test/support/house.ts';
import { ccfBody, noteBody } from '../../../../test/support/request-bodies.ts';
import { expectError } from '../../../../test/support/response-headers.ts';

const house = sharedHouse();

it('does not find what is no note of the company', async () => {
  const { body: ccf } = await house.company.post('/invoice', ccfBody());
  const { body: note } = await house.company.post('/credit-memo', noteBody(ccf['document_id']));
  const stranger = await house.addCompany({ certificate: 'none' });
  const none = await house.company.get('/credit-memo/status/nunca');
  expectError(none, 404, 'document_not_found');
  expect(none.body).toEqual({ detail: 'Documento no encontrado', code: 'document_not_found' });
  for (const [caller, id] of [
    [house.company, ccf['document_id']],
    [house.company, ccf['external_ref']],
    [stranger, note['document_id']],
    [stranger, note['external_ref']],
  ] as const) {
    const answer = await caller.get(`/credit-memo/status/${id}`);
    expect([answer.status, answer.text]).toEqual([404, none.text]);
  }
});
