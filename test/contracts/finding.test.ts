import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { REJECTED_RAW, STAMPED_RAW } from '../support/answers.ts';
import { idOf, refOf } from '../support/identifiers.ts';
import { describeDocumentStore } from './storages.ts';

describeDocumentStore('finding', (rig, company) => {
  const hold = (externalRef: string) => company.hold({ externalRef: refOf(externalRef), leaseMs: 0 });
  const signedBytes = (documentId: string) => rig.store.signedBytes(company.companyId, idOf(documentId));

  describe('finds a document', () => {
    it('by its id and by its reference', async () => {
      const { record } = await hold('pedido 1');
      expect(await rig.store.find(company.companyId, record.documentId)).toEqual(record);
      expect(await rig.store.find(company.companyId, 'pedido 1')).toEqual(record);
    });

    it('by its id before another one by its reference', async () => {
      const first = await hold('first');
      const second = await hold(first.record.documentId);
      expect(await rig.store.find(company.companyId, first.record.documentId)).toEqual(first.record);
      expect(await rig.store.find(company.companyId, second.record.documentId)).toEqual(second.record);
    });

    it('by its reference alone, also where that is the id of another one', async () => {
      const first = await hold('first');
      const second = await hold(first.record.documentId);
      const named = (reference: string) => rig.store.findByReference(company.companyId, reference);
      expect(await named(first.record.documentId)).toEqual(second.record);
      expect(await named('first')).toEqual(first.record);
      expect(await named(second.record.documentId)).toBeNull();
      expect(await rig.store.findByReference(await rig.addCompany(), 'first')).toBeNull();
    });

    it('byte for byte only', async () => {
      await hold('pedido');
      for (const other of ['PEDIDO', 'pedido ', ' pedido', 'pedid\u00f3', 'pedid', '', '%', 'pedido\u0301'])
        expect(await rig.store.find(company.companyId, other), other).toBeNull();
    });

    it('of no other company, by no name', async () => {
      const { record } = await hold('mine');
      const other = await rig.addCompany();
      for (const idOrRef of [record.documentId, 'mine', record.numeroControl])
        expect(await rig.store.find(other, idOrRef)).toBeNull();
      expect(await rig.store.signedBytes(other, record.documentId)).toBeNull();
    });
  });

  describe('hands out the signed bytes', () => {
    it('not before there are any', async () => {
      const { record } = await hold('a');
      expect(await signedBytes(record.documentId)).toBeNull();
      expect(await signedBytes(randomUUID())).toBeNull();
    });

    it('of the latest attempt, with the answer where it has one', async () => {
      const first = await company.send(await hold('a'), 'one');
      const { documentId } = first.record;
      expect(await signedBytes(documentId)).toEqual({ jws: 'one', answer: null });
      await company.reject(first);
      expect(await signedBytes(documentId)).toEqual({ jws: 'one', answer: REJECTED_RAW });
      await company.send(await hold('a'), 'two');
      expect(await signedBytes(documentId)).toEqual({ jws: 'two', answer: null });
    });

    it('of the stamped attempt once there is one', async () => {
      await company.reject(await company.send(await hold('a'), 'one'));
      const { documentId } = await company.stamp(await company.send(await hold('a'), 'two'));
      expect(await signedBytes(documentId)).toEqual({ jws: 'two', answer: STAMPED_RAW });
    });
  });
});
