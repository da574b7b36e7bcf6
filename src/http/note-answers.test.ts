import { describe, expect, it } from 'vitest';
import { exampleRecord, viewOf } from '../../test/support/document-view.ts';
import { controlNumberOf, idOf } from '../../test/support/identifiers.ts';
import { inState } from '../../test/support/in-state.ts';
import { taxedAmounts } from '../../test/support/note-amounts.ts';
import type { NoteMode } from '../core/adjusting/standing.ts';
import type { DocumentState } from '../core/submitting/states.ts';
import type { IssuedNote } from '../operations/credit-notes/issue-credit-note.ts';
import type { DocumentRecord } from '../operations/documents/ports.ts';
import { IssuedNoteSchema, issuedNoteAnswer, NoteStatusSchema, noteStatusAnswer } from './note-answers.ts';

const MAKER = {
  publicUrl: 'https://x',
  links: { proof: () => ({ mac: 't', epoch: 0 }), matches: () => false, holds: async () => false },
};
const ISSUED_MS = Date.UTC(2026, 10, 20, 16);

function documentOf(tipoDte: '03' | '05', amountGross: string, postedMs = ISSUED_MS): DocumentRecord {
  return exampleRecord({
    documentId: idOf(tipoDte),
    tipoDte,
    postedMs,
    numeroControl: controlNumberOf(`DTE-${tipoDte}-M001P001-000000000000001`),
    codigoMsg: '001',
    message: 'RECIBIDO',
    summary: { ...exampleRecord().summary, amountGross, amountTotal: amountGross },
  });
}

const CCF = documentOf('03', '113.00');

/** A note after the others, which are stamped. */
function noteOf(state: DocumentState, gross: string, others: readonly string[] = []): IssuedNote {
  const mode: NoteMode = 'lines';
  const standingOf = (name: string, one: DocumentState, amount: string) => ({
    documentId: idOf(name),
    mode,
    state: one,
    amounts: taxedAmounts(amount, '0'),
    invalidation: null,
  });
  const notes = [...others.map((other) => standingOf('x', 'stamped', other)), standingOf('05', state, gross)];
  const record = inState(documentOf('05', gross), state);
  return { kind: 'issued', record, isDuplicate: false, ccf: CCF, standing: { invalidation: null, notes } };
}

describe('the answer about a note', () => {
  it.for<readonly [DocumentState, string, readonly string[], boolean]>([
    ['stamped', '113.00', [], true],
    ['stamped', '112.99', [], false],
    ['contingency', '13.00', ['100.00'], true],
    ['rejected', '113.00', [], false],
    ['rejected', '13.00', ['113.00'], false],
  ])('%s over %s behind %j: is the CCF fully adjusted with it? %s', ([state, gross, others, fully]) => {
    expect(issuedNoteAnswer(noteOf(state, gross, others), null, MAKER)).toMatchObject({
      ccf_control_number: CCF.numeroControl,
      ccf_adjusted_amount: Number(gross),
      ccf_fully_adjusted: fully,
    });
  });

  it('is that of the note that takes the last of it, whoever asks later', () => {
    const { standing, ...note } = noteOf('stamped', '13.00', ['100.00']);
    const [first, last] = [...standing.notes];
    if (first === undefined || last === undefined) throw new Error('there are two notes');
    const answer = (notes: typeof standing.notes) =>
      issuedNoteAnswer({ ...note, standing: { ...standing, notes } }, null, MAKER).ccf_fully_adjusted;
    expect([answer([first, last]), answer([last, first])]).toEqual([true, false]);
  });

  it('has the fields of its schema, the signed note only where there is one', () => {
    const { dte: _, explanation: __, ...always } = IssuedNoteSchema.properties;
    const answer = issuedNoteAnswer(noteOf('stamped', '113.00'), null, MAKER);
    expect(Object.keys(answer).sort()).toEqual(Object.keys(always).sort());
    expect(issuedNoteAnswer(noteOf('stamped', '1.13'), { a: 1 }, MAKER).dte).toEqual({ a: 1 });
  });

  it('warns of a note after the Ministry’s own time', () => {
    const { record, ...note } = noteOf('stamped', '1.13');
    const late = { ...note, record: { ...record, postedMs: Date.UTC(2027, 1, 21, 12) } };
    expect(issuedNoteAnswer(late, null, MAKER).dte_message).toMatch(/^RECIBIDO La nota .* tres meses/);
    expect(issuedNoteAnswer({ record, ...note }, null, MAKER).dte_message).toBe('RECIBIDO');
  });
});

describe('the status of a note', () => {
  it('has the fields of its schema, but for what is shown on request', () => {
    const { schema: _, response: __, explanation: ___, ...always } = NoteStatusSchema.properties;
    const { record, ccf, standing } = noteOf('stamped', '113.00');
    const note = viewOf(record, { standing: { invalidation: 'sealed', notes: [] }, ccfId: ccf.documentId });
    const status = noteStatusAnswer({ kind: 'status', note, ccf: viewOf(ccf, { standing }) }, MAKER);
    expect(Object.keys(status).sort()).toEqual(Object.keys(always).sort());
    expect(status).toMatchObject({
      invalidated: true,
      ccf_document_id: CCF.documentId,
      ccf_fully_adjusted: true,
    });
  });
});
