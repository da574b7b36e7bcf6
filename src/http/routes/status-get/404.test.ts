import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { sharedHouse } from '../../../../test/support/house.ts';
import { invoiceBody } from '../../../../test/support/request-bodies.ts';
import { expectError } from '../../../../test/support/response-headers.ts';

const house = sharedHouse();

it('answers the same to another company as to a document that does not exist', async () => {
  const { body } = await house.company.post('/invoice', invoiceBody({ external_ref: 'secreta' }));
  const stranger = await house.addCompany({ certificate: 'none' });
  const none = await stranger.get(`/status/${randomUUID()}`);
  expectError(none, 404, 'document_not_found');
  expect(none.body).toEqual({ detail: 'Documento no encontrado', code: 'document_not_found' });
  const hidden = [body['document_id'], 'secreta', body['control_number'], body['generation_code']];
  for (const name of hidden) {
    for (const query of ['', '?include_dte=1']) {
      const answer = await stranger.get(`/status/${name}${query}`);
      expect([answer.status, answer.text]).toEqual([404, none.text]);
      expect(Object.keys(answer.headers)).toEqual(Object.keys(none.headers));
    }
  }
});

it.each([
  ['a reference that was never used', 'nunca'],
  ['a part of a reference', 'secret'],
  ['another case', 'SECRETA'],
  ['the control number', 'DTE-01-M001P001-000000000000001'],
  ['a NUL', '%00'],
  ['a pattern', '%25'],
  ['101 characters', 'x'.repeat(101)],
  ['what no reference is as long as', 'x'.repeat(12_000)],
  ['long as that, percent-encoded', '%C3%B1'.repeat(2_000)],
  ['a UUID without hyphens', randomUUID().replaceAll('-', '')],
])('does not find %s', async (_, name) => {
  expectError(await house.company.get(`/status/${name}`), 404, 'document_not_found');
});
