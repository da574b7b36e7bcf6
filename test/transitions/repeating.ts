import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { freshRef, invoiceBody, lineBody } from '../support/request-bodies.ts';
import { ok, STATES, type Stage, statusOf } from './stage.ts';

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
  await house.sql(
    `UPDATE attempts SET last_sent_at = clock_timestamp() - interval '14 minutes 57 seconds'
     WHERE document_id = $1`,
    [first['document_id']],
  );
  const changed = await post(2);
  expect(changed).toMatchObject({
    ...STATES.contingency,
    dte_message: expect.stringMatching(/datos nuevos esperan/),
  });
  const deadline = Date.now() + SOON_MS;
  while (Date.now() < deadline && (await statusOf(stage, first))['dte_success'] !== true) await sleep(50);
  const stamped = { ...STATES.stamped, control_number: first['control_number'], amount_total: 2.26 };
  expect(await statusOf(stage, first)).toMatchObject(stamped);
}
