import { expect, it } from 'vitest';
import { sharedHouse } from '../../../../test/support/house.ts';
import { invoiceBody } from '../../../../test/support/request-bodies.ts';
import { expectError } from '../../../../test/support/response-headers.ts';

const house = sharedHouse();

it('answers the same to another company as to a document that does not exist', async () => {
  const { body } = await house.company.post('/invoice', invoiceBody({ external_ref: 'secreta' }));
  const stranger = await house.addCompany({ certificate: 'none' });
  for (const name of [body['document_id'], 'secreta', 'nunca', '%00', 'x'.repeat(101)]) {
    const answer = await stranger.call('POST', `/documents/${name}/mail`);
    expectError(answer, 404, 'document_not_found');
    expect(answer.body).toEqual({ detail: 'Documento no encontrado', code: 'document_not_found' });
  }
});
