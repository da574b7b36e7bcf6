import { describe, expect, it } from 'vitest';
import { exampleRecord } from '../../test/support/document-view.ts';
import { idOf } from '../../test/support/identifiers.ts';
import { inState } from '../../test/support/in-state.ts';
import { taxedAmounts } from '../../test/support/note-amounts.ts';
import type { TipoDte } from '../core/dte/kinds.ts';
import type { DocumentState } from '../core/submitting/states.ts';
import { IssuedSchema, issuedAnswer, StatusSchema, statusAnswer } from './answers.ts';

const RECORD = exampleRecord({
  postedMs: Date.UTC(2026, 0, 1, 5, 59, 59, 900),
  summary: {
    customerName: 'Cliente Ficticio',
    amountTaxable: '1000.00',
    amountVat: '130.00',
    amountGross: '1130.00',
    amountRetention: '10.00',
    amountTotal: '1120.00',
  },
});

const MAKER = {
  publicUrl: 'https://sello.example.com/base',
  links: { proof: () => ({ mac: 'prueba', epoch: 0 }), matches: () => false, holds: async () => false },
};

function flagsOf(state: DocumentState) {
  const { success, dte_success, contingency, rejected, posted, dte_state } = issuedAnswer(
    inState(RECORD, state),
    false,
    MAKER,
  );
  return [success, dte_success, contingency, rejected, posted, dte_state];
}

describe('issuedAnswer', () => {
  it.each<[DocumentState, readonly unknown[]]>([
    ['claimed', [true, false, true, false, true, '']],
    ['in_flight', [true, false, true, false, true, '']],
    ['contingency', [true, false, true, false, true, '']],
    ['rejected', [false, false, false, true, true, 'RECHAZADO']],
    ['stamped', [true, true, false, false, true, '']],
  ])('shows the flags of specification 3.1 for %s', (state, flags) => {
    expect(flagsOf(state)).toEqual(flags);
  });

  it('leaves no field of the specification out and adds none', () => {
    const answer = issuedAnswer(RECORD, true, MAKER);
    const { explanation: _, ...known } = IssuedSchema.properties;
    expect(Object.keys(answer).sort()).toEqual(Object.keys(known).sort());
    expect(answer).toMatchObject({
      is_duplicate: true,
      reception_stamp: RECORD.selloRecibido,
      observaciones: [],
    });
  });

  it('says that the last data wait where those before may have arrived', () => {
    const said = { ...inState(RECORD, 'contingency'), message: 'Hacienda no respondió.' };
    expect(issuedAnswer(said, false, MAKER).dte_message).toBe('Hacienda no respondió.');
    expect(issuedAnswer({ ...said, hasWanted: true }, false, MAKER).dte_message).toMatch(
      /^Hacienda no respondió\. Los datos nuevos esperan: .* muestran los anteriores\.$/,
    );
  });

  it('links under the public address, naming the company in the token', () => {
    const { json_url, ticket_url, invoice_url } = issuedAnswer(RECORD, false, MAKER);
    expect(json_url).toBe(
      'https://sello.example.com/base/file/0a0b0c0d-0000-4000-8000-000000000002?type=json&token=CgsMDQAAQACAAAAAAAAAAQ.prueba',
    );
    const linked = [ticket_url, invoice_url].map((link) => new URL(link ?? '').searchParams.get('type'));
    expect(linked).toEqual(['ticket', 'invoice']);
  });

  it.each<TipoDte>(['03', '05', '11', '14'])('links no ticket of type %s', (tipoDte) => {
    const answer = issuedAnswer({ ...RECORD, tipoDte }, false, MAKER);
    expect([answer.ticket_url, answer.invoice_url]).toEqual([null, expect.stringContaining('type=invoice')]);
  });
});

const delivery = { isConfigured: false, messages: [], redirectWhatsapp: null };
const UNTOUCHED = { record: RECORD, standing: { invalidation: null, notes: [] }, delivery };

describe('statusAnswer', () => {
  it('tells what has been done to the document since', () => {
    const invalidated = { ...UNTOUCHED, standing: { invalidation: 'open' as const, notes: [] } };
    expect(statusAnswer(invalidated, MAKER)).toMatchObject({
      invalidated: true,
      invalidation_state: 'waiting',
      credit_memo_id: null,
    });
    const amounts = taxedAmounts('1', '1');
    const note = { documentId: idOf('n'), mode: 'automatic' as const, state: 'contingency' as const };
    const cancelled = { invalidation: null, notes: [{ ...note, amounts, invalidation: null }] };
    expect(statusAnswer({ ...UNTOUCHED, standing: cancelled }, MAKER)).toMatchObject({
      invalidated: false,
      invalidation_state: 'waiting',
      credit_memo_id: idOf('n'),
    });
  });

  it('tells of a CCF what its notes take and leave, a rejected one nothing', () => {
    const noteOf = (documentId: string, state: DocumentState, gross: string) => ({
      documentId: idOf(documentId),
      mode: 'lines' as const,
      state,
      amounts: taxedAmounts(gross, '0'),
      invalidation: null,
    });
    const ccfOf = (...notes: readonly ReturnType<typeof noteOf>[]) =>
      statusAnswer(
        { ...UNTOUCHED, record: { ...RECORD, tipoDte: '03' }, standing: { invalidation: null, notes } },
        MAKER,
      );
    const some = [
      noteOf('a', 'stamped', '100.10'),
      noteOf('b', 'rejected', '7'),
      noteOf('c', 'claimed', '9.9'),
    ];
    expect([ccfOf(), ccfOf(...some), ccfOf(...some, noteOf('d', 'contingency', '1020'))]).toMatchObject([
      { ccf_adjusted_amount: 0, ccf_remaining_amount: 1130, ccf_fully_adjusted: false },
      { ccf_adjusted_amount: 110, ccf_remaining_amount: 1020, ccf_fully_adjusted: false },
      { ccf_adjusted_amount: 1130, ccf_remaining_amount: 0, ccf_fully_adjusted: true },
    ]);
  });

  it('has the fields of its schema, those of a CCF on a CCF alone, but for what is shown on request', () => {
    const { schema: _, response: __, explanation: ___, ...onCcf } = StatusSchema.properties;
    const fields = (tipoDte: TipoDte) =>
      Object.keys(statusAnswer({ ...UNTOUCHED, record: { ...RECORD, tipoDte } }, MAKER)).sort();
    const always = Object.keys(onCcf).filter((name) => !name.startsWith('ccf_'));
    expect([fields('01'), fields('03')]).toEqual([always.sort(), Object.keys(onCcf).sort()]);
  });
});
