import { it } from 'vitest';
import { sharedHouse } from '../../../../test/support/house.ts';
import { ccfBody, lineBody, noteBody } from '../../../../test/support/request-bodies.ts';
import { expectError } from '../../../../test/support/response-headers.ts';

const house = sharedHouse();

it('says so before what is wrong with the lines', async () => {
  const body = noteBody('nunca', { lines: [lineBody({ quantity: 0 })] });
  expectError(await house.company.post('/credit-memo', body), 404, 'document_not_found');
});

it('does not find a CCF of the environment that the company has left', async () => {
  const { body: ccf } = await house.company.post('/invoice', ccfBody());
  await house.sql('ALTER TABLE documents DISABLE TRIGGER keep_document');
  await house.sql("UPDATE documents SET environment = '01' WHERE document_id = $1", [ccf['document_id']]);
  await house.sql('ALTER TABLE documents ENABLE TRIGGER keep_document');
  expectError(
    await house.company.post('/credit-memo', noteBody(ccf['document_id'])),
    404,
    'document_not_found',
  );
});
