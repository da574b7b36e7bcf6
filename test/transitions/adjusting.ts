import { expect } from 'vitest';
import { cancellationOf, invalidate, noted, soldToTaxpayer } from '../support/cancelling.ts';
import { lineBody, noteBody } from '../support/request-bodies.ts';
import { identityOf, type Json, ok, refused, rejectNext, STATES, type Stage, takeDown } from './stage.ts';

const some = (quantity: number) => ({ lines: [lineBody({ quantity })] });
const VALID = { invalidated: false, credit_memo_id: null };
const noteOn = ({ company }: Stage, ccf: Json) => company.post('/credit-memo', noteBody(ccf['document_id']));

export async function someLines(stage: Stage): Promise<void> {
  const { company, travel } = stage;
  const ccf = await soldToTaxpayer(company);
  const part = { ccf_adjusted_amount: 3.39, ccf_fully_adjusted: false };
  expect(await noted(company, ccf, some(3))).toMatchObject({ ...STATES.stamped, ...part });
  expect(await cancellationOf(company, ccf)).toEqual(VALID);
  const rest = { ccf_adjusted_amount: 7.91, ccf_fully_adjusted: true };
  expect(await noted(company, ccf, some(7))).toMatchObject({ ...STATES.stamped, ...rest });
  expect(await cancellationOf(company, ccf)).toEqual(VALID);
  await refused(noteOn(stage, ccf), 'ccf_fully_adjusted');
  const gone = await soldToTaxpayer(company);
  await invalidate(company, gone);
  await refused(noteOn(stage, gone), 'ccf_invalidated');
  const old = await soldToTaxpayer(company);
  travel(200);
  await refused(noteOn(stage, old), 'ccf_too_old');
}

export async function everything({ company }: Stage): Promise<void> {
  const ccf = await soldToTaxpayer(company);
  const note = await noted(company, ccf, { full_adjustment: true });
  const whole = { ccf_adjusted_amount: 11.3, ccf_fully_adjusted: true };
  expect(note).toMatchObject({ ...STATES.stamped, ...whole });
  expect(await cancellationOf(company, ccf)).toEqual({
    invalidated: true,
    credit_memo_id: note['document_id'],
  });
}

export async function cloned({ company }: Stage): Promise<void> {
  const ccf = await soldToTaxpayer(company);
  const whole = { ccf_adjusted_amount: 11.3, ccf_fully_adjusted: true };
  expect(await noted(company, ccf)).toMatchObject({ ...STATES.stamped, ...whole });
  expect(await cancellationOf(company, ccf)).toEqual(VALID);
}

export async function failedNote(stage: Stage): Promise<void> {
  const { company, house } = stage;
  const other = await soldToTaxpayer(company);
  for (const fail of [() => rejectNext(stage), () => takeDown(stage)]) {
    const ccf = await soldToTaxpayer(company);
    const body = noteBody(ccf['document_id'], { full_adjustment: true });
    await fail();
    const failed = await ok(company.post('/credit-memo', body));
    expect(failed['dte_success']).toBe(false);
    await house.authority.behave();
    const { external_ref } = body;
    const retry = noteBody(other['document_id'], { external_ref, ...some(2) });
    expect(await ok(company.post('/credit-memo', retry))).toMatchObject({
      ...STATES.stamped,
      ...identityOf(failed),
      is_duplicate: false,
      ccf_control_number: ccf['control_number'],
      ccf_adjusted_amount: 2.26,
    });
    expect(await cancellationOf(company, ccf)).toEqual(VALID);
  }
  expect(await noted(company, other)).toMatchObject({ ccf_fully_adjusted: true });
}
