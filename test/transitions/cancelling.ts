import { expect } from 'vitest';
import { invalidate, noted, OUTCOMES, sold, soldToTaxpayer } from '../support/cancelling.ts';
import { lineBody, noteBody } from '../support/request-bodies.ts';
import { ok, rejectNext, type Stage, statusOf } from './stage.ts';

export async function referencesInTheWay(stage: Stage): Promise<void> {
  const { company, house, travel } = stage;
  const [ccf, other] = [await soldToTaxpayer(company), await soldToTaxpayer(company)];
  const reference = `anulacion-${ccf['document_id']}`;
  const lines = [lineBody({ quantity: 2 })];
  const invoice = await sold(company, { external_ref: reference });
  const elsewhere = await noted(company, other, { external_ref: `${reference}-2`, lines });
  await rejectNext(stage);
  const rejected = noteBody(ccf['document_id'], { external_ref: `${reference}-3`, lines });
  const refused = await ok(company.post('/credit-memo', rejected));
  expect(refused['rejected']).toBe(true);
  await house.authority.behave();
  const theirs = [invoice, elsewhere, refused];
  const before = await Promise.all(theirs.map((document) => statusOf(stage, document)));
  travel(60);
  await rejectNext(stage);
  const failed = await invalidate(company, ccf);
  expect(failed).toMatchObject({ ...OUTCOMES.rejected, created_credit_memo: true });
  const answer = await invalidate(company, ccf);
  const { credit_memo_id } = failed;
  expect(answer).toMatchObject({ ...OUTCOMES.sealed, created_credit_memo: true, credit_memo_id });
  const note = await ok(company.get(`/credit-memo/status/${credit_memo_id}`));
  expect(note).toMatchObject({
    external_ref: `${reference}-4`,
    ccf_adjusted_amount: 11.3,
    dte_success: true,
  });
  expect(await Promise.all(theirs.map((document) => statusOf(stage, document)))).toEqual(before);
}
