import { it } from 'vitest';
import { invoiceBody } from '../../../../test/support/request-bodies.ts';
import { expectError } from '../../../../test/support/response-headers.ts';
import { sharedHouse } from '../../../../test/support/shared-house.ts';

const house = sharedHouse();

it('refuses what nobody could send, and says why', async () => {
  const wrong = { customer: { name: 'Cliente Ficticio', email: 'sin-arroba' } };
  const rejected = (await house.company.post('/invoice', invoiceBody(wrong))).body;
  const mail = (name: unknown) => house.company.call('POST', `/documents/${name}/mail`);
  expectError(await mail(rejected['document_id']), 400, 'nothing_to_mail');
  const sealed = (await house.company.post('/invoice', invoiceBody())).body;
  expectError(await mail(sealed['document_id']), 400, 'mail_not_configured');
});
