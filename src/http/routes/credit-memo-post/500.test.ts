import { describe, expect, it } from 'vitest';
import { aheadClock, FORGOTTEN_MS } from '../../../../test/support/ahead-clock.ts';
import { ownHouse } from '../../../../test/support/house.ts';
import { ccfBody, noteBody } from '../../../../test/support/request-bodies.ts';
import { expectError } from '../../../../test/support/response-headers.ts';

describe('POST /credit-memo of a company that cannot sign', () => {
  const clock = aheadClock();
  const house = ownHouse({ clock });

  it('answers 500 and burns no number, but still finds a stamped original', async () => {
    const { company } = house;
    const [{ body: ccf }, { body: other }] = [
      await company.post('/invoice', ccfBody()),
      await company.post('/invoice', ccfBody()),
    ];
    const issued = noteBody(ccf['document_id']);
    const { body: original } = await company.post('/credit-memo', issued);
    await house.sql("UPDATE certificates SET not_after = now() - interval '1 day'");
    clock.pass(FORGOTTEN_MS);
    const body = noteBody(other['document_id']);
    const answer = await company.post('/credit-memo', body);
    expectError(answer, 500, 'signing_failed');
    expect(answer.body['detail']).toContain('El certificado de la empresa venció.');
    expect((await company.get(`/status/${body['external_ref']}`)).status).toBe(404);
    expect((await company.post('/credit-memo', issued)).body).toEqual({ ...original, is_duplicate: true });
    await company.renewCertificate();
    clock.pass(FORGOTTEN_MS);
    expect((await company.post('/credit-memo', body)).body['control_number']).toMatch(/0{14}4$/);
  });
});
