// One outage longer than the quarantine, which several companies meet with different sales and different ends.
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { type HouseCompany, ownHouse } from './support/house.ts';
import { type Answer, textOf } from './support/http-caller.ts';
import { ccfBody, invoiceBody, noteBody } from './support/request-bodies.ts';
import { upTo } from './support/storage-bench.ts';
import { until } from './support/until.ts';

const QUARANTINE_MS = 2_000;
const PATIENCE_MS = 60_000;
const FLOOD = { type: 5, reason: 'Inundación del local' };
const SEAL = expect.stringMatching(/^[A-Z0-9]{40}$/);

/** Sells a CCF before the outage, and adjusts it in the outage. */
let mixed: HouseCompany;
/** Says why it is in contingency, and hands documents over while it lasts. */
let flooded: HouseCompany;
let busy: HouseCompany;
/** Its event is rejected once. */
let corrected: HouseCompany;
/** The answer to its event is lost. */
let unheard: HouseCompany;
const numbers = new Map<HouseCompany, readonly string[]>();
let handedOver: { readonly reference: string; readonly signed: unknown; readonly stamps: number };

const house = ownHouse({
  times: { callTimeoutMs: 1_000, requestBudgetMs: 3_000, quarantineMs: QUARANTINE_MS },
  company: { certificate: 'none' },
  work: { concurrency: 16, perCompany: 8, pollMs: 50 },
});
beforeAll(async () => {
  // Two nodes look after the same contingencies.
  await house.addNode();
  flooded = await house.addCompany({ file: { contingency: FLOOD, schema_generation: 'v1' } });
  [mixed, busy, corrected, unheard] = [
    await house.addCompany(),
    await house.addCompany(),
    await house.addCompany(),
    await house.addCompany(),
  ];
  const { body: ccf } = await mixed.post('/invoice', ccfBody({ external_ref: 'ccf' }));
  await sellInOutage(busy, 120);
  for (const company of [mixed, flooded, corrected, unheard]) await sellInOutage(company, 5);
  const { body: note } = await mixed.post('/credit-memo', noteBody('ccf', { external_ref: 'nota' }));
  const own = [ccf, note].map((body) => String(body['control_number']));
  numbers.set(mixed, [...own, ...(numbers.get(mixed) ?? [])]);
  handedOver = await firstFormal(flooded);
  await sleep(QUARANTINE_MS + 500);
  await house.authority.behave();
  await house.authority.script(
    { service: 'contingencia', action: 'code', codigoMsg: '096', nit: corrected.nit },
    { service: 'contingencia', action: 'reset', when: 'after', nit: unheard.nit },
  );
  await until(allIsSettled, 'stamps for all and events that are finished', PATIENCE_MS);
}, 120_000);

async function sellInOutage(company: HouseCompany, documents: number): Promise<void> {
  await house.authority.script({ service: 'all', action: 'down', forMs: 600_000, nit: company.nit });
  const sell = async (number: number): Promise<Answer> => {
    const answer = await company.post('/invoice', invoiceBody({ external_ref: `venta-${number}` }));
    // So many at once may be told to come again where the machine is busy.
    return answer.body['code'] === 'busy' ? sell(number) : answer;
  };
  const answers = await Promise.all(upTo(documents).map(sell));
  for (const { body } of answers) expect(body).toMatchObject({ contingency: true });
  numbers.set(
    company,
    answers.map((answer) => textOf(answer, 'control_number')),
  );
}

/** The first document that becomes formal during the outage, as its customer is given it. */
async function firstFormal(company: HouseCompany): Promise<typeof handedOver> {
  const formal = () =>
    house.sql`SELECT external_ref FROM documents
      WHERE company_id = ${company.companyId} AND contingency_type = 5`;
  await until(async () => (await formal()).length > 0, 'a formal document', PATIENCE_MS);
  const reference = String((await formal())[0]?.['external_ref']);
  const signed = await identification(company, reference);
  return { reference, signed, stamps: (await house.authority.ledger(company.nit, 'stamped')).length };
}

async function allIsSettled(): Promise<boolean> {
  const open = await house.sql`SELECT 1 FROM documents WHERE state <> 'stamped'
    UNION ALL SELECT 1 FROM contingency_events WHERE next_attempt_at IS NOT NULL`;
  return open.length === 0;
}

async function identification(company: HouseCompany, reference: string): Promise<unknown> {
  const { body } = await company.get(`/file/${reference}?type=json`);
  return body['identificacion'];
}

const eventsOf = ({ companyId }: HouseCompany) =>
  house.sql`SELECT e.reception_stamp, e.sealed_at IS NOT NULL AS sealed,
      (SELECT count(*)::int FROM contingency_items i WHERE i.event_id = e.event_id) AS documents
    FROM contingency_events e WHERE company_id = ${companyId}`;

describe('an outage longer than the quarantine', () => {
  it('ends with one sealed event and every document stamped as issued in contingency', async () => {
    expect(await eventsOf(mixed)).toEqual([{ reception_stamp: SEAL, sealed: true, documents: 6 }]);
    for (const reference of ['venta-1', 'nota'])
      expect(await identification(mixed, reference)).toMatchObject({
        tipoModelo: 2,
        tipoOperacion: 2,
        tipoContingencia: 1,
        motivoContin: null,
      });
  });

  it('asks and sends lotes under the addresses of the generation of the documents', async () => {
    const addresses = Object.keys(await house.authority.addresses());
    expect(addresses).toEqual(
      expect.arrayContaining([
        '/fesv/recepcion/consultadte/',
        '/fesv/recepcion/consultadte',
        '/fesv/recepcionlote',
      ]),
    );
    expect(addresses).not.toContain('/fesv/recepcionlote/');
  });

  it('leaves each document with its number and one stamp', async () => {
    for (const [company, own] of numbers) {
      const ledger = await house.authority.ledger(company.nit, 'stamped');
      expect(ledger.map(({ numeroControl }) => numeroControl).toSorted()).toEqual(own.toSorted());
    }
  });

  it('gives the customer a document signed in contingency while it lasts', async () => {
    const { reference, signed, stamps } = handedOver;
    const { type: tipoContingencia, reason: motivoContin } = FLOOD;
    expect(signed).toMatchObject({ tipoModelo: 2, tipoContingencia, motivoContin });
    expect(stamps).toBe(0);
    expect(await identification(flooded, reference)).toEqual(signed);
  });

  it('sends many documents in lotes, none twice', async () => {
    const ledger = await house.authority.ledger(busy.nit, 'stamped');
    expect(ledger.filter(({ codigoLote }) => codigoLote !== null).length).toBeGreaterThan(0);
    const listed = await house.sql(
      'SELECT count(*)::int AS items, count(DISTINCT document_id)::int AS documents FROM contingency_items WHERE company_id = $1',
      [busy.companyId],
    );
    expect(listed).toEqual([{ items: 120, documents: 120 }]);
  });

  it('corrects a rejected event and sends it again', async () => {
    expect(await eventsOf(corrected)).toMatchObject([{ sealed: true, reception_stamp: SEAL, documents: 5 }]);
    const attempts = await house.sql`SELECT outcome FROM contingency_attempts
      WHERE company_id = ${corrected.companyId} ORDER BY attempt`;
    expect(attempts).toEqual([{ outcome: 'rejected' }, { outcome: 'sealed' }]);
  });

  it('survives a lost answer to the event', async () => {
    expect(await eventsOf(unheard)).toMatchObject([{ sealed: true, reception_stamp: null, documents: 5 }]);
  });
});
