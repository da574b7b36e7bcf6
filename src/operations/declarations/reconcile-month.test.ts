import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { INVALIDATION, invalidate, sold } from '../../../test/support/cancelling.ts';
import { thisPeriod } from '../../../test/support/declared-month.ts';
import type { HouseCompany } from '../../../test/support/house.ts';
import { codeOf, nitOf, sealOf } from '../../../test/support/identifiers.ts';
import { invoiceBody } from '../../../test/support/request-bodies.ts';
import { shared } from '../../../test/support/shared.ts';
import { sharedHouse } from '../../../test/support/shared-house.ts';
import { SYSTEM_CLOCK } from '../../compose.ts';
import { createAuthority } from '../../hacienda/client.ts';
import { createReconciliationReader } from '../../storage/declarations/reconciliation-reader.ts';
import { createReconciliationStore } from '../../storage/declarations/reconciliation-store.ts';
import type { ConsultQuery, StatusAuthority } from '../authority/ports.ts';
import { createCircuitBreaker } from '../background/circuit-breaker.ts';
import { reconcileMonth } from './reconcile-month.ts';
import { everyFinding } from './reconciled-month.ts';

const house = sharedHouse({ file: INVALIDATION });
const authority = shared(() =>
  createAuthority({
    testUrl: house.authority.url,
    productionUrl: house.authority.url,
    timeoutMs: 3_000,
    credentials: async ({ nit }) => ({ user: nit, password: 'Clave#Ficticia1' }),
  }),
);
afterEach(() => house.authority.unsay());
afterAll(() => authority.close());

const period = thisPeriod();
const pool = () => house.poolOf('sello_service');
const reader = () => createReconciliationReader(pool());
const monthOf = ({ companyId }: HouseCompany) => ({ companyId, ambiente: '00', period }) as const;

interface Changes {
  readonly asked?: StatusAuthority;
  readonly clock?: Pick<typeof SYSTEM_CLOCK, 'monotonic' | 'sleep'>;
  readonly perSecond?: number;
  readonly anew?: boolean;
}

function reconcile(company: HouseCompany, changes: Changes = {}) {
  const { asked = authority, clock = SYSTEM_CLOCK, perSecond = 1_000, anew = false } = changes;
  const store = createReconciliationStore(pool());
  const parts = { store, authority: asked, breaker: createCircuitBreaker(clock), clock };
  const order = { month: monthOf(company), nit: nitOf(company.nit), by: 'Ana', anew, perSecond };
  return reconcileMonth(parts, { ...order, told: () => undefined });
}

/** What was found, as the generation code or the number that it is about, and why. */
async function findings(company: HouseCompany): Promise<readonly string[]> {
  const { ended } = await reader().ofMonth(monthOf(company));
  if (ended === null) return ['never'];
  const all: string[] = [];
  for await (const one of everyFinding(reader(), company.companyId, ended))
    all.push(`${one.codigoGeneracion ?? one.numeroControl} ${one.reason}`);
  return all;
}

/** Every question that the authority is asked. */
function listening(answers: Partial<Record<string, () => Promise<void>>> = {}) {
  const asked: string[] = [];
  const heard: StatusAuthority = {
    async status(query: ConsultQuery) {
      asked.push(query.codigoGeneracion);
      await answers[query.codigoGeneracion]?.();
      return authority.status(query);
    },
  };
  return { asked, heard };
}

async function soldCode(company: HouseCompany): Promise<string> {
  return String((await sold(company))['generation_code']);
}

/** The codes of so many sales, one after the other. */
async function soldCodes(company: HouseCompany, count: number): Promise<readonly string[]> {
  const codes: string[] = [];
  for (let sale = 0; sale < count; sale += 1) codes.push(await soldCode(company));
  return codes;
}

/** A sale that the authority rejects, or does not answer. */
async function unsold(company: HouseCompany, service: 'rejected' | 'silent'): Promise<string> {
  const bad =
    service === 'rejected' ? { action: 'code', codigoMsg: '009' } : { action: 'down', forMs: 60_000 };
  await house.authority.script({ service: service === 'rejected' ? 'recepcion' : 'all', ...bad });
  const { body } = await company.post('/invoice', invoiceBody());
  await house.authority.behave();
  expect(body['dte_success']).toBe(false);
  const [row] = await house.sql`SELECT generation_code FROM documents
    WHERE document_id = ${body['document_id']}`;
  return String(row?.['generation_code']);
}

const PATIENCE_MS = 60_000;

describe('comparing a month with the authority', { timeout: PATIENCE_MS }, () => {
  it('finds each kind of difference, and nothing else', async () => {
    const company = await house.addCompany({ file: INVALIDATION });
    const say = (codigoGeneracion: string, is: 'absent' | 'invalidated' | 'stamped') =>
      house.authority.say({ codigoGeneracion, is, selloRecibido: sealOf('OTRO') });
    await soldCode(company);
    const forgotten = await soldCode(company);
    await say(forgotten, 'absent');
    const other = await soldCode(company);
    await say(other, 'stamped');
    const invalid = await soldCode(company);
    await say(invalid, 'invalidated');
    const cancelled = await sold(company);
    await invalidate(company, cancelled);
    await say(String(cancelled['generation_code']), 'invalidated');
    await invalidate(company, await sold(company));
    await unsold(company, 'rejected');
    const rejected = await unsold(company, 'rejected');
    await say(rejected, 'stamped');
    const waiting = await unsold(company, 'silent');
    await say(waiting, 'invalidated');
    const again = await sold(company);
    const earlier = codeOf('un código anterior');
    await say(earlier, 'stamped');
    await house.sql(
      `INSERT INTO attempts (company_id, document_id, attempt, generation_code, payload_hash, jws, jws_sha256, outcome,
         sends, last_sent_at) SELECT company_id, document_id, 99, $2, payload_hash, jws, jws_sha256, 'rejected', 1, now()
       FROM attempts WHERE document_id = $1 LIMIT 1`,
      [again['document_id'], earlier],
    );
    const number = 'DTE-01-M001P001-000000000000999';
    await house.sql`INSERT INTO given_up_numbers (company_id, environment, fiscal_year, control_number, document_id,
        replaced_by,
        because) SELECT company_id, environment, fiscal_year, ${number}, document_id, control_number, 'taken'
      FROM documents WHERE document_id = ${again['document_id']}`;

    const first = await reconcile(company);
    expect(first).toMatchObject({
      kind: 'ended',
      reconciliation: {
        documents: 10,
        total: 10,
        stopped: null,
        by: 'Ana',
        found: { only_here: 1, only_there: 4, different: 2, unanswered: 0 },
      },
    });
    expect(await findings(company)).toEqual([
      `${forgotten} absent_there`,
      `${other} other_seal`,
      `${invalid} invalidated_there`,
      `${rejected} stamped_there`,
      `${waiting} known_there`,
      `${earlier} earlier_code_there`,
      `${number} number_taken`,
    ]);

    await house.authority.unsay();
    await reconcile(company);
    expect(await findings(company)).toEqual([`${number} number_taken`]);
    const kept = await house.sql`SELECT FROM month_reconciliations WHERE company_id = ${company.companyId}`;
    expect(kept).toHaveLength(1);
  });

  it('goes on where it was killed, and asks twice about one document at the most', async () => {
    const company = await house.addCompany();
    const codes = await soldCodes(company, 5);
    const [, , third = ''] = codes;
    await house.authority.say({
      codigoGeneracion: codes[0] ?? '',
      is: 'stamped',
      selloRecibido: sealOf('B'),
    });
    const dying = listening({ [third]: () => Promise.reject(new Error('killed')) });
    await expect(reconcile(company, { asked: dying.heard })).rejects.toThrow('killed');
    expect(await findings(company)).toEqual(['never']);
    expect((await reader().ofMonth(monthOf(company))).open).toMatchObject({
      documents: 2,
      total: 5,
      stopped: null,
      found: { different: 1 },
    });
    const second = listening();
    expect(await reconcile(company, { asked: second.heard })).toMatchObject({
      kind: 'ended',
      reconciliation: { documents: 5 },
    });
    expect([...dying.asked, ...second.asked]).toEqual([...codes.slice(0, 3), ...codes.slice(2)]);
    expect(await findings(company)).toEqual([`${codes[0]} other_seal`]);
  });

  it('begins from the first document where it is told to', async () => {
    const company = await house.addCompany();
    const codes = await soldCodes(company, 2);
    const dying = listening({ [codes[1] ?? '']: () => Promise.reject(new Error('killed')) });
    await expect(reconcile(company, { asked: dying.heard })).rejects.toThrow('killed');
    const anew = listening();
    await reconcile(company, { asked: anew.heard, anew: true });
    expect(anew.asked).toEqual(codes);
  });

  it('stops where the authority falls silent, before what it gave no word on, and goes on later', async () => {
    const company = await house.addCompany();
    const codes = await soldCodes(company, 4);
    const falling = listening({
      [codes[1] ?? '']: () => house.authority.script({ service: 'consulta', action: 'status', times: 9 }),
    });
    const stopped = await reconcile(company, { asked: falling.heard });
    expect(stopped).toMatchObject({
      kind: 'stopped',
      reason: 'Hacienda no respondió (HTTP 503).',
      open: { documents: 1 },
    });
    expect(falling.asked).toEqual([codes[0], codes[1], codes[1], codes[2], codes[2]]);
    expect((await reader().ofMonth(monthOf(company))).open).toMatchObject({
      documents: 1,
      stopped: 'Hacienda no respondió (HTTP 503).',
    });
    await house.authority.behave();
    const later = listening();
    expect(await reconcile(company, { asked: later.heard })).toMatchObject({ kind: 'ended' });
    expect(later.asked).toEqual(codes.slice(1));
    expect(await findings(company)).toEqual([]);
  });

  it('passes over a document that alone gets no word, also the last one, and says so', async () => {
    const company = await house.addCompany();
    const codes = await soldCodes(company, 3);
    const mute = async () => house.authority.script({ service: 'consulta', action: 'html' });
    const { asked, heard } = listening({ [codes[0] ?? '']: mute, [codes[2] ?? '']: mute });
    expect(await reconcile(company, { asked: heard })).toMatchObject({
      kind: 'ended',
      reconciliation: { documents: 3, found: { unanswered: 2 } },
    });
    expect(await findings(company)).toEqual([`${codes[0]} unanswered`, `${codes[2]} unanswered`]);
    expect(asked).toHaveLength(6);
  });

  it('stops at once where the company is not let in, and where everything is denied', async () => {
    const company = await house.addCompany();
    await soldCodes(company, 2);
    const closed = createAuthority({
      testUrl: house.authority.url,
      productionUrl: house.authority.url,
      timeoutMs: 3_000,
      credentials: async ({ nit }) => ({ user: nit, password: 'otra' }),
    });
    expect(await reconcile(company, { asked: closed })).toMatchObject({
      kind: 'stopped',
      reason: 'Hacienda no deja entrar a la empresa con su usuario y su clave.',
      open: { documents: 0 },
    });
    await closed.close();
    await house.authority.script({ service: 'consulta', action: 'absent', times: 9 });
    expect(await reconcile(company)).toMatchObject({
      kind: 'stopped',
      reason: 'Hacienda no muestra lo que ella misma selló.',
      open: { documents: 0 },
    });
  });

  it('believes in an absence of which the second question knows nothing', async () => {
    const company = await house.addCompany();
    await soldCodes(company, 2);
    await house.authority.script({ service: 'consulta', action: 'absent' });
    expect(await reconcile(company)).toMatchObject({ kind: 'ended' });
    expect(await findings(company)).toEqual([]);
  });

  it('asks once about what is absent there by right', async () => {
    const company = await house.addCompany();
    await soldCode(company);
    const rejected = await unsold(company, 'rejected');
    const { asked, heard } = listening();
    await reconcile(company, { asked: heard });
    expect(asked.filter((code) => code === rejected)).toHaveLength(1);
  });

  it('takes the authority at its word where nothing else is stamped', async () => {
    const company = await house.addCompany();
    const only = await soldCode(company);
    await house.authority.say({ codigoGeneracion: only, is: 'absent' });
    await reconcile(company);
    expect(await findings(company)).toEqual([`${only} absent_there`]);
  });

  it('finds no difference in what changed while it asked', async () => {
    const company = await house.addCompany({ file: INVALIDATION });
    const document = await sold(company);
    const codigoGeneracion = String(document['generation_code']);
    const { heard } = listening({
      async [codigoGeneracion]() {
        await invalidate(company, document);
        await house.authority.say({ codigoGeneracion, is: 'invalidated' });
      },
    });
    await reconcile(company, { asked: heard });
    expect(await findings(company)).toEqual([]);
  });

  it('leaves it to whoever has gone on with it meanwhile', async () => {
    const company = await house.addCompany();
    const [first = '', second = ''] = await soldCodes(company, 2);
    const { heard } = listening({ [second]: async () => void (await reconcile(company)) });
    expect(await reconcile(company, { asked: heard })).toEqual({ kind: 'elsewhere' });
    expect(first).not.toBe(second);
    expect(await findings(company)).toEqual([]);
  });

  it('asks no more often than it may', async () => {
    const company = await house.addCompany();
    await soldCodes(company, 3);
    let nowMs = 0;
    const askedMs: number[] = [];
    const heard: StatusAuthority = {
      async status(query) {
        askedMs.push(nowMs);
        nowMs += 30;
        return authority.status(query);
      },
    };
    const clock = {
      monotonic: () => nowMs,
      async sleep(delayMs: number) {
        nowMs += delayMs;
      },
    };
    await reconcile(company, { asked: heard, clock, perSecond: 4 });
    expect(askedMs).toEqual([0, 250, 500]);
  });
});
