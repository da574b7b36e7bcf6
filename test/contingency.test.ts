import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WorkLimits } from '../src/work/work-loop.ts';
import { type House, type HouseCompany, openHouse } from './support/house.ts';
import { textOf } from './support/http-caller.ts';
import { ccfBody, invoiceBody, noteBody } from './support/request-bodies.ts';
import { upTo } from './support/storage-bench.ts';

const WORK: WorkLimits = { concurrency: 16, perCompany: 8, pollMs: 50 };
const QUARANTINE_MS = 2_000;
const PATIENCE_MS = 40_000;

let house: House;
beforeAll(async () => {
  house = await openHouse({
    times: { callTimeoutMs: 1_000, requestBudgetMs: 3_000, quarantineMs: QUARANTINE_MS },
    company: { certificate: 'none' },
    work: WORK,
  });
  // Two nodes look after the same contingencies.
  await house.addNode();
});
afterAll(() => house.close());

async function eventually(check: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await check())) {
    if (Date.now() > deadline)
      throw new Error(`not in time: ${JSON.stringify(await house.sql(WHERE_THINGS_STAND))}`);
    await sleep(100);
  }
}

const WHERE_THINGS_STAND = `SELECT state, contingency_type, event_id IS NOT NULL AS listed, tries, takings, message, count(*)
  FROM documents GROUP BY 1, 2, 3, 4, 5, 6`;

async function count(company: HouseCompany, condition: string): Promise<number> {
  const rows = await house.sql(
    `SELECT count(*)::int AS found FROM documents WHERE company_id = $1 AND ${condition}`,
    [company.companyId],
  );
  return Number(rows[0]?.['found']);
}

async function issueDuringOutage(company: HouseCompany, documents: number): Promise<readonly string[]> {
  await house.authority.script({ service: 'all', action: 'down', forMs: 600_000, nit: company.nit });
  const answers = await Promise.all(
    upTo(documents).map((number) =>
      company.post('/invoice', invoiceBody({ external_ref: `venta-${number}` })),
    ),
  );
  expect(new Set(answers.map(({ body }) => body['contingency']))).toEqual(new Set([true]));
  return answers.map((answer) => textOf(answer, 'control_number'));
}

const allStamped = (company: HouseCompany) => async () => (await count(company, "state <> 'stamped'")) === 0;

async function identification(company: HouseCompany, reference: string): Promise<unknown> {
  const { body } = await company.get(`/file/${reference}?type=json`);
  return body['identificacion'];
}

const eventsOf = ({ companyId }: HouseCompany) =>
  house.sql(
    `SELECT e.generation, e.reception_stamp, e.sealed_at IS NOT NULL AS sealed, e.next_attempt_at,
       (SELECT count(*)::int FROM contingency_items i WHERE i.event_id = e.event_id) AS documents
     FROM contingency_events e WHERE company_id = $1`,
    [companyId],
  );

describe('an outage longer than the quarantine', () => {
  it('ends with one sealed event and every document stamped as issued in contingency', async () => {
    const company = await house.addCompany();
    const { body: ccf } = await company.post('/invoice', ccfBody({ external_ref: 'ccf' }));
    const numbers = [ccf['control_number'], ...(await issueDuringOutage(company, 5))];
    const { body: note } = await company.post('/credit-memo', noteBody('ccf', { external_ref: 'nota' }));
    numbers.push(note['control_number']);
    await sleep(QUARANTINE_MS + 500);
    await house.authority.behave();
    await eventually(allStamped(company));
    await eventually(async () => (await eventsOf(company))[0]?.['next_attempt_at'] === null);
    expect(await eventsOf(company)).toEqual([
      {
        generation: 'v2',
        reception_stamp: expect.stringMatching(/^[A-Z0-9]{40}$/),
        sealed: true,
        next_attempt_at: null,
        documents: 6,
      },
    ]);
    const ledger = await house.authority.ledger(company.nit, 'stamped');
    expect(new Set(ledger.map(({ numeroControl }) => numeroControl))).toEqual(new Set(numbers));
    expect(ledger).toHaveLength(numbers.length);
    for (const reference of ['venta-1', 'nota'])
      expect(await identification(company, reference)).toMatchObject({
        tipoModelo: 2,
        tipoOperacion: 2,
        tipoContingencia: 1,
        motivoContin: null,
      });
  }, 60_000);

  it('gives the customer a document signed in contingency while it lasts', async () => {
    const company = await house.addCompany({
      file: { contingency: { type: 5, reason: 'Inundación del local' }, schema_generation: 'v1' },
    });
    const dark = async () => {
      await issueDuringOutage(company, 4);
      await company.post('/invoice', invoiceBody({ external_ref: 'sin-enviar' }));
    };
    await dark();
    await eventually(async () => (await count(company, 'contingency_type = 5')) > 0);
    const [row] = await house.sql(
      'SELECT external_ref FROM documents WHERE company_id = $1 AND contingency_type = 5',
      [company.companyId],
    );
    const signed = await identification(company, String(row?.['external_ref']));
    expect(signed).toMatchObject({
      tipoModelo: 2,
      tipoContingencia: 5,
      motivoContin: 'Inundación del local',
    });
    expect(await house.authority.ledger(company.nit, 'stamped')).toEqual([]);
    await sleep(QUARANTINE_MS);
    await house.authority.behave();
    await eventually(allStamped(company));
    expect(await identification(company, String(row?.['external_ref']))).toEqual(signed);
  }, 60_000);

  it('sends many documents in lotes, none twice', async () => {
    const company = await house.addCompany();
    await issueDuringOutage(company, 120);
    await sleep(QUARANTINE_MS + 500);
    await house.authority.forgetCalls();
    await house.authority.behave();
    await eventually(allStamped(company));
    expect((await house.authority.calls())['lote']).toBeGreaterThan(0);
    const ledger = await house.authority.ledger(company.nit, 'stamped');
    expect(ledger).toHaveLength(120);
    const listed = await house.sql(
      'SELECT count(*)::int AS items, count(DISTINCT document_id)::int AS documents FROM contingency_items WHERE company_id = $1',
      [company.companyId],
    );
    expect(listed).toEqual([{ items: 120, documents: 120 }]);
  }, 90_000);

  it('corrects a rejected event and sends it again', async () => {
    const company = await house.addCompany();
    await issueDuringOutage(company, 3);
    await sleep(QUARANTINE_MS + 500);
    await house.authority.behave();
    await house.authority.script({
      service: 'contingencia',
      action: 'code',
      codigoMsg: '096',
      nit: company.nit,
    });
    await eventually(allStamped(company));
    expect(await eventsOf(company)).toMatchObject([
      { sealed: true, reception_stamp: expect.stringMatching(/^[A-Z0-9]{40}$/), documents: 3 },
    ]);
    const attempts = await house.sql(
      'SELECT outcome FROM contingency_attempts WHERE company_id = $1 ORDER BY attempt',
      [company.companyId],
    );
    expect(attempts).toEqual([{ outcome: 'rejected' }, { outcome: 'sealed' }]);
  }, 60_000);

  it('survives a lost answer to the event', async () => {
    const company = await house.addCompany();
    await issueDuringOutage(company, 3);
    await sleep(QUARANTINE_MS + 500);
    await house.authority.behave();
    await house.authority.script({
      service: 'contingencia',
      action: 'reset',
      when: 'after',
      nit: company.nit,
    });
    await eventually(allStamped(company));
    expect(await eventsOf(company)).toMatchObject([{ sealed: true, reception_stamp: null, documents: 3 }]);
  }, 60_000);
});
