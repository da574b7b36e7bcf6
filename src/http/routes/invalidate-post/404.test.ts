import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { INVALIDATION, sold } from '../../../../test/support/cancelling.ts';
import { sharedHouse } from '../../../../test/support/house.ts';
import { expectError } from '../../../../test/support/response-headers.ts';

const house = sharedHouse({ company: { file: INVALIDATION } });

it('answers the same to another company as to a document that does not exist', async () => {
  const document = await sold(house.company, { external_ref: 'secreta' });
  const stranger = await house.addCompany({ file: INVALIDATION, certificate: 'none' });
  const none = await stranger.call('POST', `/invalidate/${randomUUID()}`);
  expectError(none, 404, 'document_not_found');
  for (const name of [document['document_id'], 'secreta', document['control_number']]) {
    const answer = await stranger.call('POST', `/invalidate/${name}`);
    expect([answer.status, answer.text]).toEqual([404, none.text]);
  }
  expect(await house.sql('SELECT 1 FROM invalidations')).toEqual([]);
});

it.each(['%00', 'x'.repeat(101), 'nunca', '%25'])('does not find %s', async (name) => {
  expectError(await house.company.post(`/invalidate/${name}`, {}), 404, 'document_not_found');
});

it('does not find what was issued in another environment', async () => {
  const document = await sold(house.company);
  await house.sql('ALTER TABLE documents DISABLE TRIGGER keep_document');
  await house.sql("UPDATE documents SET environment = '01' WHERE document_id = $1", [
    document['document_id'],
  ]);
  const answer = await house.company.call('POST', `/invalidate/${document['document_id']}`);
  expectError(answer, 404, 'document_not_found');
});
