import { expect } from 'vitest';
import {
  bought,
  cancellationOf,
  invalidate,
  noted,
  OUTCOMES,
  sold,
  soldToTaxpayer,
} from '../support/cancelling.ts';
import { lineBody, noteBody } from '../support/request-bodies.ts';
import { ok, rejectNext, type Stage, statusOf, takeDown } from './stage.ts';

const INVALIDATED = { invalidated: true, credit_memo_id: null };
const VALID = { invalidated: false, credit_memo_id: null };

export async function withinWindow({ company, house }: Stage): Promise<void> {
  const documents = [await sold(company), await soldToTaxpayer(company)];
  for (const document of documents) {
    expect(await invalidate(company, document)).toMatchObject(OUTCOMES.sealed);
    expect(await cancellationOf(company, document)).toEqual(INVALIDATED);
  }
  const purchase = await bought(company);
  const path = `/invalidate/suex/${purchase['external_ref']}`;
  expect(await ok(company.call('POST', path))).toMatchObject(OUTCOMES.sealed);
  const sealed = await house.authority.invalidations(company.nit);
  expect(sealed.map(({ documento }) => documento)).toEqual(
    [...documents, purchase].map((document) => document['generation_code']),
  );
}

export async function withoutAnswer(stage: Stage): Promise<void> {
  const document = await sold(stage.company);
  await takeDown(stage);
  expect(await invalidate(stage.company, document)).toMatchObject(OUTCOMES.waiting);
  expect(await cancellationOf(stage.company, document)).toEqual(INVALIDATED);
}

export async function refusedByAuthority(stage: Stage): Promise<void> {
  const document = await sold(stage.company);
  await rejectNext(stage, 'invalidacion');
  expect(await invalidate(stage.company, document)).toMatchObject({
    ...OUTCOMES.rejected,
    observaciones: [expect.any(String)],
  });
  expect(await cancellationOf(stage.company, document)).toEqual(VALID);
}

export async function invalidatedAgain({ company, house }: Stage): Promise<void> {
  const document = await sold(company);
  const first = await invalidate(company, document);
  await house.authority.forgetCalls();
  expect(await invalidate(company, document)).toEqual({ ...first, is_duplicate: true });
  expect(await house.authority.calls()).not.toHaveProperty('invalidacion');
}

export async function attemptedAgain(stage: Stage): Promise<void> {
  const { company, house } = stage;
  const [waiting, rejected] = [await sold(company), await sold(company)];
  await takeDown(stage);
  const silent = await invalidate(company, waiting);
  await house.authority.behave();
  const sealed = await invalidate(company, waiting);
  expect(sealed).toMatchObject({ ...OUTCOMES.sealed, generation_code: silent['generation_code'] });
  await rejectNext(stage, 'invalidacion');
  const refused = await invalidate(company, rejected);
  expect(refused).toMatchObject(OUTCOMES.rejected);
  const again = await invalidate(company, rejected);
  expect(again).toMatchObject(OUTCOMES.sealed);
  expect(again['generation_code']).not.toBe(refused['generation_code']);
}

export async function pastWindow({ company, house, travel }: Stage): Promise<void> {
  const ccf = await soldToTaxpayer(company);
  travel(60);
  const answer = await invalidate(company, ccf);
  expect(answer).toMatchObject({ ...OUTCOMES.sealed, created_credit_memo: true });
  const { credit_memo_id } = answer;
  expect(await cancellationOf(company, ccf)).toEqual({ invalidated: false, credit_memo_id });
  const note = await ok(company.get(`/credit-memo/status/${credit_memo_id}`));
  expect(note).toMatchObject({ dte_success: true, ccf_adjusted_amount: 11.3, ccf_fully_adjusted: true });
  expect(await house.authority.ledger(company.nit, 'stamped')).toHaveLength(2);
}

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
