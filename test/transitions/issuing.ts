import { expect } from 'vitest';
import { ccfBody, freshRef, invoiceBody, lineBody, suexBody } from '../support/request-bodies.ts';
import { until } from '../support/until.ts';
import {
  identityOf,
  type Json,
  ok,
  refused,
  rejectNext,
  STATES,
  type Stage,
  statusOf,
  takeDown,
} from './stage.ts';

export async function newReference(stage: Stage): Promise<void> {
  const { company, house } = stage;
  const stamped = await ok(company.post('/invoice', invoiceBody()));
  expect(stamped).toMatchObject({ ...STATES.stamped, is_duplicate: false });
  await rejectNext(stage);
  const rejected = await ok(company.post('/suex', suexBody()));
  expect(rejected).toMatchObject({ ...STATES.rejected, is_duplicate: false });
  await takeDown(stage);
  const waiting = await ok(company.post('/invoice', ccfBody()));
  expect(waiting).toMatchObject({ ...STATES.contingency, is_duplicate: false });
  const numbers = [stamped, rejected, waiting].map((body) => String(body['control_number']).slice(-15));
  expect(numbers.map(Number)).toEqual([1, 2, 3]);
  expect(await house.authority.ledger(company.nit, 'stamped')).toMatchObject([
    { codigoGeneracion: stamped['generation_code'], sello: stamped['reception_stamp'] },
  ]);
}

export async function stampedAgain({ company, house }: Stage): Promise<void> {
  const external_ref = freshRef();
  const first = await ok(company.post('/invoice', invoiceBody({ external_ref })));
  await house.authority.forgetCalls();
  const lines = [lineBody({ quantity: 7 })];
  const again = await ok(company.post('/invoice', invoiceBody({ external_ref, lines })));
  expect(again).toEqual({ ...first, is_duplicate: true });
  expect(await house.authority.calls()).not.toHaveProperty('recepcion');
  expect(await house.authority.ledger(company.nit)).toHaveLength(1);
}

/** A document that failed, and that a retry with another payload brings to each of the three states. */
async function retried(stage: Stage, fail: () => Promise<void>): Promise<void> {
  const { company, house } = stage;
  const external_ref = freshRef();
  const post = (quantity: number) =>
    ok(company.post('/invoice', invoiceBody({ external_ref, lines: [lineBody({ quantity })] })));
  await fail();
  const first = await post(1);
  expect(first['dte_success']).toBe(false);
  const { posted_date } = await statusOf(stage, first);
  const expectState = async (body: Json, [state, amount]: readonly [keyof typeof STATES, number]) => {
    expect(body).toMatchObject({ ...STATES[state], ...identityOf(first), is_duplicate: false });
    expect(await statusOf(stage, first)).toMatchObject({ posted_date, amount_total: amount });
  };
  await house.authority.behave();
  await rejectNext(stage);
  await expectState(await post(2), ['rejected', 2.26]);
  await takeDown(stage);
  await expectState(await post(3), ['contingency', 3.39]);
  await house.authority.behave();
  await expectState(await post(4), ['stamped', 4.52]);
}

export function rejectedAgain(stage: Stage): Promise<void> {
  return retried(stage, () => rejectNext(stage));
}

export function waitingAgain(stage: Stage): Promise<void> {
  return retried(stage, () => takeDown(stage));
}

/** Needs a house with background work. */
export async function revalidated(stage: Stage): Promise<void> {
  const { company, house } = stage;
  await takeDown(stage);
  const waiting = await ok(company.post('/invoice', invoiceBody()));
  expect(waiting).toMatchObject(STATES.contingency);
  await house.authority.behave();
  await until(async () => (await statusOf(stage, waiting))['dte_success'] === true, 'a stamp');
  expect(await statusOf(stage, waiting)).toMatchObject({ ...STATES.stamped, ...identityOf(waiting) });
}

export async function otherType(stage: Stage): Promise<void> {
  const { company, house } = stage;
  const stamped = await ok(company.post('/invoice', invoiceBody()));
  await rejectNext(stage);
  const rejected = await ok(company.post('/invoice', invoiceBody()));
  await takeDown(stage);
  const waiting = await ok(company.post('/invoice', invoiceBody()));
  await house.authority.behave();
  for (const document of [stamped, rejected, waiting]) {
    const { external_ref } = document;
    const before = await statusOf(stage, document);
    await refused(company.post('/invoice', ccfBody({ external_ref })), 'doc_type_changed');
    await refused(company.post('/suex', suexBody({ external_ref })), 'doc_type_changed');
    expect(await statusOf(stage, document)).toEqual(before);
  }
}
