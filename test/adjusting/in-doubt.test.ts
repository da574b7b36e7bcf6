import { describe, expect, it } from 'vitest';
import { INVALIDATION, invalidate, OUTCOMES, soldToTaxpayer } from '../support/cancelling.ts';
import { ownHouse } from '../support/house.ts';
import { ccfBody, lineBody, noteBody } from '../support/request-bodies.ts';
import { shared } from '../support/shared.ts';

const house = ownHouse({
  times: { callTimeoutMs: 2_000, requestBudgetMs: 8_000 },
  company: { file: INVALIDATION },
});
const company = shared(() => house.company);

const down = () => house.authority.script({ service: 'all', action: 'down', forMs: 600_000 });
const reject = (service: string) => house.authority.script({ service, action: 'code', codigoMsg: '096' });

describe('a rejection while an earlier copy may still arrive', () => {
  it('of an event is told, closes the CCF to notes, and ends with the seal of a copy', async () => {
    const ccf = await soldToTaxpayer(company);
    await down();
    expect(await invalidate(company, ccf)).toMatchObject(OUTCOMES.waiting);
    await house.authority.behave();
    await reject('invalidacion');
    expect(await invalidate(company, ccf)).toMatchObject({ ...OUTCOMES.rejected, codigo_msg: '096' });
    const note = await company.post('/credit-memo', noteBody(ccf['document_id'], { lines: [lineBody()] }));
    expect([note.status, note.body['code']]).toEqual([400, 'ccf_invalidated']);
    expect(await invalidate(company, ccf)).toMatchObject(OUTCOMES.sealed);
  });

  it('of a document is told, and what corrects it waits', async () => {
    const sale = { external_ref: 'en-duda' };
    await down();
    expect((await company.post('/invoice', ccfBody(sale))).body).toMatchObject({ contingency: true });
    await house.authority.behave();
    await reject('recepcion');
    const told = await company.post('/invoice', ccfBody(sale));
    expect(told.body).toMatchObject({ rejected: true, dte_success: false, codigo_msg: '096' });
    const corrected = ccfBody({ ...sale, lines: [lineBody({ quantity: 7 })] });
    const waits = await company.post('/invoice', corrected);
    expect(waits.body).toMatchObject({
      contingency: true,
      rejected: false,
      control_number: told.body['control_number'],
    });
    expect(await house.authority.ledger(company.nit, 'stamped')).not.toContainEqual(
      expect.objectContaining({ numeroControl: told.body['control_number'] }),
    );
  });
});
