import { describe, expect, it } from 'vitest';
import { sharedHouse } from '../../../../test/support/house.ts';
import { ccfBody, noteBody } from '../../../../test/support/request-bodies.ts';
import { expectError } from '../../../../test/support/response-headers.ts';

const house = sharedHouse();

describe('POST /preview of a note', () => {
  it('finds neither a CCF that is not there nor another company’s, as POST /credit-memo', async () => {
    const they = await house.addCompany();
    const theirs = await they.post('/invoice', ccfBody());
    for (const ccf of ['nada', '\ud800', theirs.body['document_id'], theirs.body['external_ref']]) {
      const body = noteBody(typeof ccf === 'string' ? ccf.toWellFormed() : ccf);
      const preview = await house.company.post('/preview', body);
      expectError(preview, 404, 'document_not_found');
      expect(preview.text).toBe((await house.company.post('/credit-memo', body)).text);
    }
  });
});
