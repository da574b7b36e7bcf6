import { describe, expect, it } from 'vitest';
import { exampleRecord } from '../../test/support/document-view.ts';
import { codeOf, controlNumberOf, idOf, sealOf } from '../../test/support/identifiers.ts';
import { inState } from '../../test/support/in-state.ts';
import type { DocumentState, InvalidationState } from '../core/submitting/states.ts';
import type { DocumentRecord, StampedRecord } from '../operations/documents/ports.ts';
import type { CancelledBy, CancelledDocument } from '../operations/invalidations/invalidate-document.ts';
import type { InvalidationRecord } from '../operations/invalidations/ports.ts';
import { InvalidationSchema, invalidationAnswer } from './invalidation-answers.ts';

const CCF = exampleRecord({
  documentId: idOf('del-ccf'),
  tipoDte: '03',
  numeroControl: controlNumberOf('DTE-03-M001P001-000000000000001'),
  postedMs: Date.UTC(2026, 2, 19, 16),
  codigoGeneracion: codeOf('DEL-CCF'),
  selloRecibido: sealOf('SELLO-DEL-CCF'),
  codigoMsg: '001',
  message: 'RECIBIDO',
});
const EVENT: InvalidationRecord = {
  state: 'sealed',
  generation: 'v2',
  codigoGeneracion: codeOf('DEL-EVENTO'),
  selloRecibido: sealOf('SELLO-DEL-EVENTO'),
  codigoMsg: '002',
  message: 'Recibida',
  observaciones: [],
};
const NOTE: StampedRecord = {
  ...CCF,
  tipoDte: '05',
  documentId: idOf('de-la-nota'),
  codigoGeneracion: codeOf('DE-LA-NOTA'),
  selloRecibido: sealOf('SELLO-DE-LA-NOTA'),
  message: 'Nota recibida',
  codigoMsg: '003',
};
const MAKER = {
  publicUrl: 'https://sello.example.com',
  links: { proof: () => ({ mac: 'prueba', epoch: 0 }), matches: () => false, holds: async () => false },
};

function answerBy(by: CancelledBy, changes: Partial<CancelledDocument> = {}) {
  const cancelled = { kind: 'cancelled', record: CCF, by, isDuplicate: false, dataDropped: false } as const;
  return invalidationAnswer({ ...cancelled, ...changes }, MAKER);
}

const byEvent = (changes: Partial<InvalidationRecord> = {}) =>
  ({ kind: 'event', event: { ...EVENT, ...changes } }) as const;
const byNote = (note: DocumentRecord = NOTE, automatic = true) =>
  ({ kind: 'note', note, automatic }) as const;

/** `success`, `dte_success`, `contingency`, `rejected`, `dte_state`, `invalidation_state`. */
function flagsOf(by: CancelledBy) {
  const { success, dte_success, contingency, rejected, dte_state, ...others } = answerBy(by);
  expect(others.invalidated).toBe(true);
  return [success, dte_success, contingency, rejected, dte_state, others.invalidation_state];
}

describe('the flags of specification 3.2', () => {
  it.each<[InvalidationState, readonly unknown[]]>([
    ['open', [true, false, true, false, '', 'waiting']],
    ['sealed', [true, true, false, false, '', 'stamped']],
    ['rejected', [false, false, false, true, 'RECHAZADO', 'rejected']],
  ])('are the event’s, which is %s', (state, flags) => {
    expect(flagsOf(byEvent({ state }))).toEqual(flags);
  });

  it.each<[DocumentState, readonly unknown[]]>([
    ['claimed', [true, false, true, false, '', 'waiting']],
    ['contingency', [true, false, true, false, '', 'waiting']],
    ['stamped', [true, true, false, false, '', 'stamped']],
    ['rejected', [false, false, false, true, 'RECHAZADO', 'rejected']],
  ])('are the note’s, which is %s', (state, flags) => {
    expect(flagsOf(byNote(inState(NOTE, state)))).toEqual(flags);
  });
});

describe('everything else', () => {
  const identity = {
    document_id: CCF.documentId,
    external_ref: 'venta-1',
    control_number: CCF.numeroControl,
  };

  it('has the document’s identity and the event’s code, seal and words', () => {
    expect(answerBy(byEvent())).toMatchObject({
      ...identity,
      generation_code: EVENT.codigoGeneracion,
      reception_stamp: EVENT.selloRecibido,
      dte_message: 'Recibida',
      codigo_msg: '002',
      created_credit_memo: false,
      credit_memo_id: null,
    });
    expect(answerBy(byEvent({ selloRecibido: null })).reception_stamp).toBe('');
  });

  it.each([true, false])('has the note’s, made by us: %s', (automatic) => {
    expect(answerBy(byNote(NOTE, automatic))).toMatchObject({
      ...identity,
      generation_code: NOTE.codigoGeneracion,
      reception_stamp: NOTE.selloRecibido,
      dte_message: 'Nota recibida',
      created_credit_memo: automatic,
      credit_memo_id: NOTE.documentId,
    });
  });

  it('warns of a note after the Ministry’s own time', () => {
    const late = { ...NOTE, postedMs: Date.UTC(2026, 5, 20, 16) };
    expect(answerBy(byNote(late)).dte_message).toMatch(/^Nota recibida La nota se emitió después/);
  });

  it('links the event’s own paper, once it is sealed', () => {
    const urls = [byEvent(), byEvent({ state: 'open' }), byEvent({ state: 'rejected' }), byNote()];
    expect(urls.map((by) => answerBy(by).invalidation_url)).toEqual([
      `https://sello.example.com/file/${CCF.documentId}?type=invalidation&token=CgsMDQAAQACAAAAAAAAAAQ.prueba`,
      null,
      null,
      null,
    ]);
  });

  it('says that data were dropped', () => {
    expect(answerBy(byEvent({ message: '' }), { dataDropped: true }).dte_message).toBe(
      'Los datos nuevos no se aplicaron: la invalidación ya enviada conserva los suyos.',
    );
  });

  it('has every field of its schema and no other', () => {
    const { explanation: _, ...known } = InvalidationSchema.properties;
    const fields = Object.keys(known).sort();
    for (const by of [byEvent(), byNote()]) expect(Object.keys(answerBy(by)).sort()).toEqual(fields);
  });
});
