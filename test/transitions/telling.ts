import { expect } from 'vitest';
import { bought, invalidate, noted, sold, soldToTaxpayer } from '../support/cancelling.ts';
import { invoiceBody, lineBody, noteBody } from '../support/request-bodies.ts';
import { type Json, ok, rejectNext, type Stage, statusOf, takeDown } from './stage.ts';

export async function noDuplicates(stage: Stage): Promise<void> {
  const { company } = stage;
  const body = invoiceBody();
  await ok(company.post('/invoice', body));
  const again = await ok(company.post('/invoice', body));
  expect(again['is_duplicate']).toBe(true);
  const ccf = await soldToTaxpayer(company);
  const [purchase, note] = [await bought(company), await noted(company, ccf)];
  await invalidate(company, again);
  const paths = [
    ...[again, ccf, purchase, note].map(({ document_id: id }) => `/status/${id}`),
    `/suex/status/${purchase['document_id']}`,
    `/credit-memo/status/${note['document_id']}`,
    `/invalidate/status/${again['document_id']}`,
  ];
  for (const path of paths) expect(await ok(company.get(path)), path).toMatchObject({ is_duplicate: false });
}

export async function whatNotesLeave(stage: Stage): Promise<void> {
  const { company, house } = stage;
  const ccf = await soldToTaxpayer(company);
  const some = (quantity: number) => ({ lines: [lineBody({ quantity })] });
  const expectLeft = async (adjusted: number, remaining: number) =>
    expect(await statusOf(stage, ccf)).toMatchObject({
      ccf_adjusted_amount: adjusted,
      ccf_remaining_amount: remaining,
      ccf_fully_adjusted: remaining === 0,
    });
  await expectLeft(0, 11.3);
  const note = await noted(company, ccf, some(3));
  await expectLeft(3.39, 7.91);
  await rejectNext(stage);
  await ok(company.post('/credit-memo', noteBody(ccf['document_id'], some(2))));
  await expectLeft(3.39, 7.91);
  await house.authority.behave();
  await noted(company, ccf, some(7));
  await expectLeft(11.3, 0);
  for (const other of [note, await sold(company)]) {
    const names = Object.keys(await statusOf(stage, other));
    expect(names.filter((name) => name.startsWith('ccf_'))).toEqual([]);
  }
}

export async function attemptsAndFacts(stage: Stage): Promise<void> {
  const { company, house } = stage;
  const document = await sold(company);
  const stateOf = async (answer: Json = {}) => [
    (await statusOf(stage, document))['invalidation_state'],
    answer['invalidation_state'],
  ];
  expect(await stateOf()).toEqual(['none', undefined]);
  await takeDown(stage);
  expect(await stateOf(await invalidate(company, document))).toEqual(['waiting', 'waiting']);
  await house.authority.behave();
  await rejectNext(stage, 'invalidacion');
  expect(await stateOf(await invalidate(company, document))).toEqual(['rejected', 'rejected']);
  expect(await stateOf(await invalidate(company, document))).toEqual(['stamped', 'stamped']);
  const status = await ok(company.get(`/invalidate/status/${document['document_id']}`));
  expect(await stateOf(status)).toEqual(['stamped', 'stamped']);
}

export async function longPath({ company }: Stage): Promise<void> {
  for (const length of [101, 1_201, 12_000]) {
    const { status, body } = await company.get(`/status/${'x'.repeat(length)}`);
    expect([status, body]).toEqual([404, { detail: 'Documento no encontrado', code: 'document_not_found' }]);
  }
}
