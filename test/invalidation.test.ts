import { beforeAll, describe, expect, it } from 'vitest';
import type { WorkLimits } from '../src/work/work-loop.ts';
import {
  cancellationOf,
  INVALIDATION,
  invalidate,
  OUTCOMES,
  sold,
  soldToTaxpayer,
} from './support/cancelling.ts';
import { generationsFile } from './support/example-company.ts';
import { ownHouse } from './support/house.ts';
import { noteBody } from './support/request-bodies.ts';
import type { Misbehaviour } from './support/simulator-control.ts';
import { upTo } from './support/storage-bench.ts';
import { until } from './support/until.ts';

type Json = Readonly<Record<string, unknown>>;

const TIMES = { callTimeoutMs: 1_000, requestBudgetMs: 5_000 };
/** Three calls that nothing is heard of, without the wait for it. */
const NOTHING_HEARD = { action: 'status', status: 502, times: 3 } as const;
const COMPANY = { file: INVALIDATION };

describe('an invalidation on a bad day', () => {
  const house = ownHouse({ times: TIMES, company: COMPANY });

  const script = (...entries: readonly Omit<Misbehaviour, 'service'>[]) =>
    house.authority.script(...entries.map((entry) => ({ service: 'invalidacion', ...entry })));
  const sealedOf = async ({ generation_code: code }: Json) =>
    (await house.authority.invalidations(house.company.nit)).filter(
      ({ documento, state }) => documento === code && state === 'sealed',
    );

  it.each<readonly [string, Omit<Misbehaviour, 'service'>]>([
    ['silence', { action: 'silence' }],
    ['a reset', { action: 'reset' }],
    ['a gateway’s page', { action: 'html' }],
    ['an outage of its own', { action: 'code', codigoMsg: '022' }],
    ['an expired token', { action: 'expired_token' }],
  ])('is sent again after %s before it was sealed', async (_, misbehaviour) => {
    const document = await sold(house.company);
    await script(misbehaviour);
    const answer = await invalidate(house.company, document);
    const sealed = await sealedOf(document);
    expect(answer).toMatchObject({ ...OUTCOMES.sealed, reception_stamp: sealed[0]?.sello });
    expect(sealed).toHaveLength(1);
  });

  it.each<readonly [string, Omit<Misbehaviour, 'service'>]>([
    ['silence', { action: 'silence', when: 'after' }],
    ['a 502', { action: 'status', when: 'after', status: 502 }],
    ['half an answer', { action: 'truncated' }],
    ['an answer about something else', { action: 'wrong_echo' }],
    ['a seal that is none', { action: 'malformed_sello' }],
  ])('is known to have arrived after %s behind its seal', async (_, misbehaviour) => {
    const document = await sold(house.company);
    await script(misbehaviour);
    await house.authority.forgetCalls();
    const answer = await invalidate(house.company, document);
    expect(answer).toMatchObject({ ...OUTCOMES.sealed, reception_stamp: '' });
    expect(await house.authority.calls()).toMatchObject({ invalidacion: 2, consulta: 1 });
    expect(await sealedOf(document)).toMatchObject([{ codigoGeneracion: answer['generation_code'] }]);
  });

  it('waits where nothing is heard, and goes on under its code with its own data', async () => {
    const document = await sold(house.company);
    await script(NOTHING_HEARD);
    const first = await invalidate(house.company, document, { reason: 'La primera razón' });
    expect(first).toMatchObject({
      ...OUTCOMES.waiting,
      reception_stamp: '',
      dte_state: '',
      observaciones: [],
    });
    expect(await cancellationOf(house.company, document)).toEqual({
      invalidated: true,
      credit_memo_id: null,
    });
    await house.authority.behave();
    const again = await invalidate(house.company, document, { reason: 'La segunda razón' });
    expect(again).toMatchObject({
      ...OUTCOMES.sealed,
      generation_code: first['generation_code'],
      dte_message: expect.stringContaining('Los datos nuevos no se aplicaron'),
    });
    const [row] = await house.sql`SELECT draft FROM invalidations
      WHERE document_id = ${document['document_id']}`;
    expect(row?.['draft']).toContain('La primera razón');
  });

  it('goes on without a remark where the retry says nothing of its own', async () => {
    const document = await sold(house.company);
    await script(NOTHING_HEARD);
    await invalidate(house.company, document, { reason: 'La primera razón' });
    await house.authority.behave();
    const again = await invalidate(house.company, document);
    expect(again).toMatchObject({ dte_message: 'Invalidación Recibida y Procesada' });
  });

  it('is done where another system has invalidated the document', async () => {
    const document = await sold(house.company);
    await invalidate(house.company, document);
    for (const table of ['invalidation_attempts', 'invalidations'])
      await house.sql(`DELETE FROM ${table} WHERE document_id = $1`, [document['document_id']]);
    expect(await invalidate(house.company, document)).toMatchObject({
      ...OUTCOMES.sealed,
      reception_stamp: '',
      dte_message: 'Hacienda ya tenía el documento como invalidado.',
    });
  });

  it('is one, however many ask for it on however many nodes', async () => {
    const document = await sold(house.company);
    const other = house.company.at(await house.addNode());
    await script({ action: 'delay', delayMs: 100 });
    await house.authority.forgetCalls();
    const path = `/invalidate/${document['document_id']}`;
    const answers = await Promise.all(
      upTo(12).map((number) => (number % 2 === 0 ? house.company : other).call('POST', path)),
    );
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(body).toMatchObject(OUTCOMES.sealed);
    }
    expect(new Set(answers.map(({ body }) => body['generation_code'])).size).toBe(1);
    expect(await house.authority.calls()).toMatchObject({ invalidacion: 1 });
  });

  it('and its rejection is shared by those who waited for it', async () => {
    const document = await sold(house.company);
    await script({ action: 'code', codigoMsg: '096', times: 9, delayMs: 100 });
    await house.authority.forgetCalls();
    const answers = await Promise.all(upTo(5).map(() => invalidate(house.company, document)));
    for (const answer of answers) expect(answer).toMatchObject(OUTCOMES.rejected);
    expect(new Set(answers.map((answer) => answer['generation_code'])).size).toBe(1);
    expect(await house.authority.calls()).toMatchObject({ invalidacion: 1 });
  });

  it('and a note at the same moment do not both happen', async () => {
    const rounds = await Promise.all(
      upTo(4).map(async () => {
        const ccf = await soldToTaxpayer(house.company);
        const [note, invalidation] = await Promise.all([
          house.company.post('/credit-memo', noteBody(ccf['document_id'])),
          house.company.call('POST', `/invalidate/${ccf['document_id']}`),
        ]);
        return [note.status, invalidation.status].sort();
      }),
    );
    for (const round of rounds) expect(round).toEqual([200, 400]);
  });
});

describe('an invalidation of the generation before', () => {
  const file = { ...INVALIDATION, schema_generation: generationsFile('v1', 'v1') };
  const house = ownHouse({ company: { file } });

  it.each(['Ana', 'Ana Pérez', 'N'.repeat(250)])(
    'is sealed whatever the length of the name: %s',
    async (name) => {
      const document = await sold(house.company, { customer: { name } });
      expect(await invalidate(house.company, document)).toMatchObject(OUTCOMES.sealed);
    },
  );
});

describe('an invalidation that waits', () => {
  const WORK: WorkLimits = { concurrency: 8, perCompany: 4, pollMs: 50 };
  const house = ownHouse({ times: { ...TIMES, quarantineMs: 45_000 }, company: COMPANY, work: WORK });
  beforeAll(async () => {
    // Two nodes look after it.
    await house.addNode();
  });

  async function eventually(document: Json, expected: Json): Promise<void> {
    const status = async () =>
      (await house.company.get(`/invalidate/status/${document['document_id']}`)).body;
    await until(async () => (await status())['dte_success'] === true, 'a seal');
    expect(await status()).toMatchObject(expected);
  }

  it('is sealed by the background once the authority is back, without a client’s retry', async () => {
    const documents = await Promise.all(upTo(3).map(() => sold(house.company)));
    await house.authority.script({ service: 'all', action: 'down', forMs: 60_000 });
    for (const document of documents)
      expect(await invalidate(house.company, document)).toMatchObject(OUTCOMES.waiting);
    await house.authority.behave();
    for (const document of documents) await eventually(document, OUTCOMES.sealed);
    expect(await house.authority.invalidations(house.company.nit)).toHaveLength(documents.length);
  }, 30_000);

  it('for a node that died behind the seal is finished by another', async () => {
    const document = await sold(house.company);
    await house.authority.script({ service: 'invalidacion', when: 'after', ...NOTHING_HEARD });
    expect(await invalidate(house.company, document)).toMatchObject(OUTCOMES.waiting);
    // As a node leaves it that was killed while it waited for the answer.
    await house.sql`UPDATE invalidations SET lease_until = clock_timestamp() + interval '1 s',
        next_attempt_at = clock_timestamp(), fence = fence + 1
      WHERE document_id = ${document['document_id']} AND state = 'open'`;
    await house.authority.behave();
    await eventually(document, { ...OUTCOMES.sealed, reception_stamp: '' });
  }, 30_000);
});
