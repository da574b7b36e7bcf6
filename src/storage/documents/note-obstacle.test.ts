import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { describeOnDatabases } from '../../../test/support/database.ts';
import { refOf } from '../../../test/support/identifiers.ts';
import { amountsOfClass, taxedAmounts } from '../../../test/support/note-amounts.ts';
import {
  finish,
  type NoteOptions,
  noteRequest,
  REJECTED,
  STAMPED,
  send,
  stampedCcf,
} from '../../../test/support/note-bench.ts';
import { anew, shared } from '../../../test/support/shared.ts';
import { correlativeOf, heldOf, present, sharedBench } from '../../../test/support/storage-bench.ts';
import { addAmounts } from '../../core/adjusting/amounts.ts';
import { UNWATCHED } from '../log/log-watch.ts';
import { claimLocked } from './claim.ts';
import { createDocumentStore } from './document-store.ts';
import type { StoreClock } from './numbering.ts';
import { createStandingReader } from './standing-reader.ts';

const CLOCK: StoreClock = { now: () => Date.now(), monotonic: () => performance.now() };
const NODE = { clock: CLOCK, watch: UNWATCHED };

describeOnDatabases('a claim of a note', (name) => {
  const bench = sharedBench(name);
  const store = shared(() => createDocumentStore(bench.pool, CLOCK));
  const ccf = anew(async () => stampedCcf(store, await bench.addCompany(), 'ccf'));

  const claim = (options: NoteOptions) => store.claim(noteRequest(ccf, options));
  const held = async (options: NoteOptions) => heldOf(await claim(options));
  const markSeen = async () => {
    const standings = createStandingReader(bench.pool);
    const { ccf: seen } = await standings.noteGround(ccf.companyId, refOf('n'), ccf.externalRef);
    return present(seen).mark;
  };
  const takes = async (documentId: string) => {
    const [row] = await bench.asSuperuser`SELECT adjusts, adjust_mode, adjusted_gross, adjusted_net
      FROM documents WHERE document_id = ${documentId}`;
    return row;
  };
  const exceeds = (amount: string, remaining: string) => ({
    kind: 'not_adjustable',
    obstacle: { code: 'ccf_exceeded', places: { amount, remaining }, of: null },
  });
  const beyond = (units: string, remaining: string) => ({
    code: 'ccf_units_exceeded',
    places: { line: '1', units, sold: '0.0000001', remaining },
    of: 1,
  });
  const invalidate = (state: string) =>
    bench.asSuperuser(
      `INSERT INTO invalidations (company_id, document_id, environment, generation, state, generation_code,
         requested_at, draft) VALUES ($1, $2, '00', 'v2', $3, $4, now(), '{}')`,
      [ccf.companyId, ccf.documentId, state, randomUUID().toUpperCase()],
    );

  it('keeps what the note takes, and from which CCF', async () => {
    const { record } = await held({ gross: '113.00', mode: 'full' });
    expect(await takes(record.documentId)).toEqual({
      adjusts: ccf.documentId,
      adjust_mode: 'full',
      adjusted_gross: '113.00',
      adjusted_net: '100.00000000',
    });
  });

  it.each([56.56, 56.46])(
    'takes in each class what its own text says, where its row does not, of %d in all',
    async (whole) => {
      const { record } = await held({ gross: '56.50' });
      const draft = {
        cuerpoDocumento: [
          { ventaGravada: 10.00000001, ventaExenta: 0, ventaNoSuj: 0 },
          { ventaGravada: 0, ventaExenta: 30.005, ventaNoSuj: 0 },
          { ventaGravada: 0, ventaExenta: 10, ventaNoSuj: 0 },
          { ventaGravada: 0, ventaExenta: 0, ventaNoSuj: 5.25 },
        ],
        resumen: {
          totalGravada: 10,
          totalExenta: 40.01,
          totalNoSuj: 5.25,
          tributos: [{ codigo: '20', valor: 1.3 }],
          ivaRete1: 0.1,
          montoTotalOperacion: whole,
        },
      };
      await bench.asSuperuser`UPDATE documents SET adjusted_sales = NULL, draft = ${JSON.stringify(draft)},
      wanted = ${JSON.stringify({ draft: JSON.stringify(draft) })} WHERE document_id = ${record.documentId}`;
      const standing = await createStandingReader(bench.pool).standing(ccf.companyId, ccf.documentId);
      expect(standing.notes.map(({ amounts }) => amounts)).toEqual([
        addAmounts([
          taxedAmounts('11.30', '10.00000001'),
          amountsOfClass('exempt', '40.01', '40.005'),
          amountsOfClass('non_subject', '5.25', '5.25'),
        ]),
      ]);
    },
  );

  it('is registered as it was drafted while its CCF stands as it was seen, and else looked at again', async () => {
    const drafted = { gross: '56.50', seen: await markSeen() };
    await held(drafted);
    await held(drafted);
    expect(await claim(drafted)).toEqual({
      kind: 'not_adjustable',
      obstacle: { code: 'ccf_fully_adjusted', places: {}, of: null },
    });
    expect(correlativeOf(await stampedCcf(store, ccf.companyId, 'otro'))).toBe(4);
  });

  it('of many that saw the same, takes no more than there is', async () => {
    const drafted = { gross: '33.90', seen: await markSeen() };
    const claims = await Promise.all(Array.from({ length: 10 }, () => claim(drafted)));
    expect(claims.filter(({ kind }) => kind === 'held')).toHaveLength(3);
    expect(claims.filter(({ kind }) => kind === 'not_adjustable')).toHaveLength(7);
  });

  it('gives back of a line what was sold of it, of many that saw the same', async () => {
    const drafted = { gross: '1.13', units: new Map([[1, 4n]]), seen: await markSeen() };
    const claims = await Promise.all(Array.from({ length: 6 }, () => claim(drafted)));
    expect(claims.filter(({ kind }) => kind === 'held')).toHaveLength(2);
    const refused = claims.filter((one) => one.kind === 'not_adjustable');
    expect(refused.map(({ obstacle }) => obstacle)).toEqual(
      Array.from({ length: 4 }, () => beyond('0.00000004', '0.00000002')),
    );
    expect((await held({ gross: '1.13' })).record.state).toBe('claimed');
  });

  it('has back the units of a rejected note, and holds the larger count while a changed payload waits', async () => {
    const first = { externalRef: refOf('nota'), gross: '1.13', units: new Map([[1, 10n]]) };
    await finish(store, await held(first), REJECTED);
    const second = { externalRef: refOf('otra'), gross: '1.13', units: new Map([[1, 3n]]) };
    const { lease } = await send(store, await held(second));
    expect(await claim(first)).toEqual({
      kind: 'not_adjustable',
      obstacle: beyond('0.0000001', '0.00000007'),
    });
    await store.settle(lease, { kind: 'silence', reason: 'time-out', retryMs: 0 });
    await held({ ...second, units: new Map([[1, 6n]]) });
    expect(await claim({ gross: '1.13', units: new Map([[1, 5n]]) })).toEqual({
      kind: 'not_adjustable',
      obstacle: beyond('0.00000005', '0.00000004'),
    });
    expect((await held({ gross: '1.13', units: new Map([[1, 4n]]) })).record.state).toBe('claimed');
  });

  it('does not count the note itself when it is taken up again', async () => {
    const options = { externalRef: refOf('nota'), gross: '113.00', mode: 'full' } as const;
    await finish(store, await held(options), REJECTED);
    expect((await held(options)).record.state).toBe('claimed');
  });

  it('reserves the larger amount while a changed payload waits, and then the one that is sent', async () => {
    const first = await send(store, await held({ externalRef: refOf('nota'), gross: '33.90' }));
    await store.settle(first.lease, { kind: 'silence', reason: 'time-out', retryMs: 0 });
    expect(await claim({ externalRef: refOf('nota'), gross: '226.00' })).toEqual(exceeds('226.00', '113.00'));
    const changed = await held({ externalRef: refOf('nota'), gross: '90.40', mode: 'clone' });
    expect(await takes(first.record.documentId)).toMatchObject({
      adjust_mode: 'lines',
      adjusted_gross: '33.90',
    });
    expect(await claim({ gross: '33.90' })).toEqual(exceeds('33.90', '22.60'));
    await store.closeAttempt(changed.lease, 1, 'absent');
    expect(await takes(first.record.documentId)).toMatchObject({
      adjust_mode: 'clone',
      adjusted_gross: '90.40',
      adjusted_net: '80.00000000',
    });
  });

  it('finds the stamped original before it looks at anything', async () => {
    const options = { externalRef: refOf('nota'), gross: '1.13' };
    await finish(store, await held(options), STAMPED);
    await invalidate('sealed');
    expect(await claim({ ...options, gross: '226.00' })).toMatchObject({ kind: 'stamped' });
  });

  it('is told that a note of a caller never becomes one of ours', async () => {
    const options = { externalRef: refOf('anulacion'), gross: '1.13' };
    const { documentId } = await finish(store, await held(options), REJECTED);
    expect(await claim({ ...options, mode: 'automatic' })).toEqual({ kind: 'other_ccf' });
    expect(await takes(documentId)).toMatchObject({ adjust_mode: 'lines' });
    const ours = { externalRef: refOf('de-la-casa'), gross: '1.13', mode: 'automatic' } as const;
    await finish(store, await held(ours), REJECTED);
    expect((await claim(ours)).kind).toBe('held');
  });

  it.each(['open', 'sealed'])('is refused on a CCF whose invalidation is %s', async (state) => {
    await invalidate(state);
    expect(await claim({ gross: '1.13' })).toEqual({
      kind: 'not_adjustable',
      obstacle: { code: 'ccf_invalidated', places: {}, of: null },
    });
  });

  it('is admitted on a CCF whose invalidation was rejected', async () => {
    await invalidate('rejected');
    expect((await claim({ gross: '1.13' })).kind).toBe('held');
  });

  it('counts the notes before it, one after the other over one connection', async () => {
    const requests = Array.from({ length: 5 }, () => noteRequest(ccf, { gross: '33.90' }));
    const connection = bench.anotherPool(1);
    const claims = await Promise.all(requests.map((request) => claimLocked(connection, request, NODE)));
    expect(claims.map(({ kind }) => kind)).toEqual([
      'held',
      'held',
      'held',
      'not_adjustable',
      'not_adjustable',
    ]);
  });

  it('is another type of document than the one that its reference belongs to', async () => {
    expect(await claim({ externalRef: refOf('ccf'), gross: '1.13' })).toEqual({
      kind: 'doc_type_changed',
      issued: '03',
    });
    expect(present(await store.find(ccf.companyId, 'ccf')).state).toBe('stamped');
  });
});
