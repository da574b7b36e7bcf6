import { expect } from 'vitest';
import { bought, exported, noted, sold, soldToTaxpayer } from '../support/cancelling.ts';
import {
  contribuyenteBody,
  freshRef,
  invoiceBody,
  lineBody,
  noteBody,
  subjectBody,
  suexBody,
} from '../support/request-bodies.ts';
import { until } from '../support/until.ts';
import { type Json, ok, STATES, type Stage, statusOf } from './stage.ts';

export async function refusedRepeats({ company, house }: Stage): Promise<void> {
  const [invoice, ccf] = [await sold(company), await soldToTaxpayer(company)];
  const [purchase, note] = [await bought(company), await noted(company, ccf)];
  const abroad = await exported(company);
  await house.authority.forgetCalls();
  const wrong = { customer: contribuyenteBody({ nit: '0614-020202-002-1' }) };
  const payments = [{ method: '01', amount: 1 }];
  const repeats: readonly (readonly [string, Json, Json])[] = [
    ['/invoice', invoice, invoiceBody({ payments })],
    ['/invoice', invoice, invoiceBody({ desconocido: true })],
    ['/invoice', ccf, invoiceBody({ doc_type: '03', ...wrong })],
    ['/invoice', ccf, invoiceBody({ doc_type: '03' })],
    ['/invoice', abroad, invoiceBody({ doc_type: '11' })],
    ['/suex', purchase, suexBody({ subject: subjectBody({ document_type: '99' }) })],
    ['/suex', purchase, suexBody({ lines: [] })],
    ['/credit-memo', note, noteBody(undefined, { lines: [lineBody({ quantity: 1e9 })] })],
    ['/credit-memo', note, noteBody('no existe', { full_adjustment: 'si' })],
  ];
  for (const [path, original, body] of repeats) {
    const again = await ok(company.post(path, { ...body, external_ref: original['external_ref'] }));
    expect(again).toEqual({ ...original, is_duplicate: true });
  }
  expect(await house.authority.calls()).toEqual({});
  expect(await house.authority.ledger(company.nit)).toHaveLength(5);
}

export async function unreadableRepeats({ company }: Stage): Promise<void> {
  const { external_ref } = await sold(company);
  const wrong = { desconocido: true };
  const bodies: readonly (readonly [string, unknown])[] = [
    ['/invoice', '{'],
    ['/invoice', `{"external_ref": "${external_ref}", `],
    ['/invoice', invoiceBody({ external_ref: [external_ref], ...wrong })],
    ['/invoice', invoiceBody({ external_ref: undefined, ...wrong })],
    ['/invoice', invoiceBody({ external_ref, doc_type: '03', ...wrong })],
    ['/suex', suexBody({ external_ref, ...wrong })],
    ['/credit-memo', noteBody('x', { external_ref, ...wrong })],
  ];
  for (const [path, body] of bodies) expect((await company.post(path, body)).status, path).toBe(400);
}

/** Shorter than the first pause of the background. */
const SOON_MS = 10_000;

/** Needs a house with background work, and a quarantine of fifteen minutes. */
export async function changedData(stage: Stage): Promise<void> {
  const { company, house } = stage;
  const external_ref = freshRef();
  const post = (quantity: number) =>
    ok(company.post('/invoice', invoiceBody({ external_ref, lines: [lineBody({ quantity })] })));
  for (const service of ['recepcion', 'consulta'])
    await house.authority.script({ service, action: 'silence', times: 10, nit: company.nit });
  const first = await post(1);
  expect(first).toMatchObject(STATES.contingency);
  await house.authority.behave();
  await house.sql`UPDATE attempts SET last_sent_at = clock_timestamp() - interval '14 minutes 57 seconds'
    WHERE document_id = ${first['document_id']}`;
  const changed = await post(2);
  expect(changed).toMatchObject({
    ...STATES.contingency,
    dte_message: expect.stringMatching(/datos nuevos esperan/),
  });
  await until(async () => (await statusOf(stage, first))['dte_success'] === true, 'a stamp', SOON_MS);
  const stamped = { ...STATES.stamped, control_number: first['control_number'], amount_total: 2.26 };
  expect(await statusOf(stage, first)).toMatchObject(stamped);
}
