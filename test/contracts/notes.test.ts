import { describe, expect, it } from 'vitest';
import { addAmounts } from '../../src/core/adjusting/amounts.ts';
import { adjustedBy } from '../../src/core/adjusting/standing.ts';
import { refOf } from '../support/identifiers.ts';
import { amountsOfClass, taxedAmounts } from '../support/note-amounts.ts';
import {
  finish,
  type NoteOptions,
  noteRequest,
  REJECTED,
  STAMPED,
  send,
  stampedCcf,
} from '../support/note-bench.ts';
import { anew } from '../support/shared.ts';
import { correlativeOf, heldOf, present, upTo } from '../support/storage-bench.ts';
import { describeDocumentStore } from './storages.ts';

describeDocumentStore('notes on a CCF of 113.00', (rig, company) => {
  const ccf = anew(() => stampedCcf(rig.store, company.companyId, 'ccf'));

  const claim = (options: NoteOptions) => rig.store.claim(noteRequest(ccf, options));
  const held = async (options: NoteOptions) => heldOf(await claim(options));
  const exceeds = (amount: string, remaining: string) => ({
    kind: 'not_adjustable',
    obstacle: { code: 'ccf_exceeded', places: { amount, remaining }, of: null },
  });
  const ground = (reference: string, named: string | null) =>
    rig.standings.noteGround(ccf.companyId, refOf(reference), named);
  const seen = async () => present((await ground('none', 'ccf')).ccf).mark;
  const standing = () => rig.standings.standing(ccf.companyId, ccf.documentId);

  it('are refused beyond what is left, and burn no number', async () => {
    await held({ gross: '56.50' });
    expect(await claim({ gross: '57.63' })).toEqual(exceeds('57.63', '56.50'));
    expect(correlativeOf((await held({ gross: '56.50' })).record)).toBe(3);
    const obstacle = { code: 'ccf_fully_adjusted', places: {}, of: null };
    expect(await claim({ gross: '1.13' })).toEqual({ kind: 'not_adjustable', obstacle });
  });

  it('fit in three of ten, where ten of 30 % come at once', async () => {
    const nodes = upTo(3).map(() => rig.anotherNode());
    const claims = await Promise.all(
      upTo(10).map((turn) => (nodes[turn % 3] ?? rig).store.claim(noteRequest(ccf, { gross: '33.90' }))),
    );
    expect(claims.filter(({ kind }) => kind === 'held')).toHaveLength(3);
    expect((await standing()).notes).toHaveLength(3);
  });

  describe('where 56.50 of it is taxed, 40.00 exempt and 16.50 not subject', () => {
    const sold = addAmounts([
      taxedAmounts('56.50', '50'),
      amountsOfClass('exempt', '40', '40'),
      amountsOfClass('non_subject', '16.50', '16.50'),
    ]);
    const exempt = { sold, saleType: 'exempt' } as const;
    const overClass = (amount: string, left: string) => ({
      kind: 'not_adjustable',
      obstacle: {
        code: 'ccf_class_exceeded',
        places: {
          amount,
          class: 'exento',
          basis: 'con IVA',
          taxed: '56.50',
          exempt: left,
          nonSubject: '16.50',
        },
        of: 'exempt',
      },
    });

    it('take from each class what it sold, and no more', async () => {
      expect(await claim({ ...exempt, gross: '40.01' })).toEqual(overClass('40.01', '40.00'));
      await held({ ...exempt, gross: '30.00' });
      expect(await claim({ ...exempt, gross: '10.01' })).toEqual(overClass('10.01', '10.00'));
      await held({ ...exempt, gross: '10.00' });
      await held({ sold, gross: '56.50' });
      await held({ sold, saleType: 'non_subject', gross: '16.50' });
    });

    it('of many that come at once over three nodes, take from a class no more than it sold', async () => {
      const nodes = upTo(3).map(() => rig.anotherNode());
      const { mark: seen } = present((await rig.standings.noteGround(ccf.companyId, refOf('n'), 'ccf')).ccf);
      const claims = await Promise.all(
        upTo(12).map((turn) =>
          (nodes[turn % 3] ?? rig).store.claim(
            noteRequest(ccf, { ...exempt, gross: '12.50', ...(turn % 2 === 0 ? { seen } : {}) }),
          ),
        ),
      );
      expect(claims.filter(({ kind }) => kind === 'held')).toHaveLength(3);
      expect(adjustedBy(await standing()).classes).toMatchObject({
        taxed: { gross: 0n },
        exempt: { gross: 3_750_000_000n },
      });
    });

    it('reserve the larger of a class while a changed payload waits, and then what is sent', async () => {
      const first = await send(
        rig.store,
        await held({ ...exempt, externalRef: refOf('nota'), gross: '30.00' }),
      );
      await rig.store.settle(first.lease, { kind: 'silence', reason: 'time-out', retryMs: 0 });
      const changed = await held({ sold, externalRef: refOf('nota'), gross: '56.50' });
      expect(adjustedBy(await standing()).classes).toMatchObject({
        taxed: { gross: 5_650_000_000n },
        exempt: { gross: 3_000_000_000n },
      });
      await rig.store.closeAttempt(changed.lease, 1, 'absent');
      expect(adjustedBy(await standing()).classes).toMatchObject({
        taxed: { gross: 5_650_000_000n },
        exempt: { gross: 0n },
      });
      await held({ ...exempt, gross: '40.00' });
    });

    it('take of another class when they are sent again after a rejection', async () => {
      const first = { ...exempt, externalRef: refOf('nota'), gross: '40.00' };
      await finish(rig.store, await held(first), REJECTED);
      await held({ sold, externalRef: refOf('nota'), gross: '11.30' });
      await held({ ...exempt, gross: '40.00' });
      expect(adjustedBy(await standing()).classes.taxed.gross).toBe(1_130_000_000n);
    });
  });

  it('give back what they took when they are rejected, and take only what is left then', async () => {
    const first = { externalRef: refOf('nota'), gross: '113.00' };
    await finish(rig.store, await held(first), REJECTED);
    await held({ gross: '56.50' });
    expect(await claim(first)).toEqual(exceeds('113.00', '56.50'));
    await held({ ...first, gross: '33.90' });
    expect(await claim({ gross: '56.50' })).toEqual(exceeds('56.50', '22.60'));
  });

  it('reserve the larger amount while a changed payload waits, and then the one that is sent', async () => {
    const first = await send(rig.store, await held({ externalRef: refOf('nota'), gross: '90.40' }));
    await rig.store.settle(first.lease, { kind: 'silence', reason: 'time-out', retryMs: 0 });
    const changed = await held({ externalRef: refOf('nota'), gross: '33.90', mode: 'clone' });
    expect(await claim({ gross: '33.90' })).toEqual(exceeds('33.90', '22.60'));
    expect((await standing()).notes).toMatchObject([
      { mode: 'lines', state: 'contingency', amounts: { gross: 9_040_000_000n } },
    ]);
    await rig.store.closeAttempt(changed.lease, 1, 'absent');
    expect((await standing()).notes).toMatchObject([{ mode: 'clone', amounts: { gross: 3_390_000_000n } }]);
    expect((await claim({ gross: '79.10' })).kind).toBe('held');
  });

  it('are found stamped, or held, before anybody looks at amounts', async () => {
    const document = await held({ externalRef: refOf('nota'), gross: '1.13' });
    expect((await claim({ externalRef: refOf('nota'), gross: '226.00' })).kind).toBe('busy');
    await finish(rig.store, document, STAMPED);
    expect((await claim({ externalRef: refOf('nota'), gross: '226.00' })).kind).toBe('stamped');
  });

  it('keep their CCF', async () => {
    const other = await stampedCcf(rig.store, ccf.companyId, 'otro');
    const document = await held({ externalRef: refOf('nota'), gross: '1.13', mode: 'full' });
    const { documentId } = await finish(rig.store, document, REJECTED);
    const moved = noteRequest(other, { externalRef: refOf('nota'), gross: '1.13' });
    expect(await rig.store.claim(moved)).toEqual({ kind: 'other_ccf' });
    expect(await ground('nota', 'otro')).toMatchObject({
      existing: { state: 'rejected' },
      ccf: { record: { documentId: ccf.documentId } },
    });
    expect(await ground(documentId, null)).toEqual({ existing: null, ccf: null });
  });

  it('are made from a CCF that is named by its identifier, or else by its reference', async () => {
    const other = await stampedCcf(rig.store, ccf.companyId, ccf.documentId);
    const { documentId, externalRef } = ccf;
    for (const named of [documentId, documentId.toUpperCase(), externalRef])
      expect((await ground('none', named)).ccf).toMatchObject({ record: ccf, jws: 'a.b.c' });
    const named = await ground('none', other.documentId);
    expect(named).toMatchObject({ existing: null, ccf: { record: { documentId: other.documentId } } });
    expect(await ground(documentId, null)).toMatchObject({ existing: other, ccf: null });
    expect((await ground('none', 'nada')).ccf).toBeNull();
  });

  it('are registered as they were drafted while their CCF stands as it was seen', async () => {
    const before = await seen();
    expect(await seen()).toBe(before);
    const first = await held({ externalRef: refOf('nota'), gross: '56.50', seen: before });
    expect(await seen()).not.toBe(before);
    expect(await claim({ gross: '57.63', seen: before })).toEqual(exceeds('57.63', '56.50'));
    expect((await claim({ gross: '56.50', seen: 'none' })).kind).toBe('held');
    const full = await seen();
    await finish(rig.store, first, REJECTED);
    expect(await seen()).not.toBe(full);
    // Whoever names the mark has looked at the amounts: they are not looked at again.
    expect((await claim({ gross: '226.00', seen: await seen() })).kind).toBe('held');
  });
});
