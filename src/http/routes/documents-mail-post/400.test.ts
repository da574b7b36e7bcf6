import { expect, it } from 'vitest';
import { sharedHouse } from '../../../../test/support/house.ts';
import { invoiceBody } from '../../../../test/support/request-bodies.ts';
import { expectError } from '../../../../test/support/response-headers.ts';

const house = sharedHouse();

it.each([
  ['an address that is none', { address: 'sin-arroba' }, 'address: el correo no tiene un formato válido'],
  ['an address that is no text', { address: 7 }, 'address: debe ser un texto.'],
  ['a field that does not exist', { adress: 'ana@example.com' }, 'adress: '],
])('refuses %s', async (_, body, detail) => {
  const answer = await house.company.post('/documents/nada/mail', body);
  expectError(answer, 400, 'invalid_request');
  expect(answer.body['detail']).toContain(detail);
});

it('refuses what nobody could send, and says why', async () => {
  const wrong = { customer: { name: 'Cliente Ficticio', email: 'sin-arroba' } };
  const rejected = (await house.company.post('/invoice', invoiceBody(wrong))).body;
  const mail = (name: unknown) => house.company.call('POST', `/documents/${name}/mail`);
  expectError(await mail(rejected['document_id']), 400, 'nothing_to_mail');
  const sealed = (await house.company.post('/invoice', invoiceBody())).body;
  expectError(await mail(sealed['document_id']), 400, 'mail_not_configured');
});
