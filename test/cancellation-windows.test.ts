import { beforeEach, describe, expect, it } from 'vitest';
import { creditNoteEnd, directInvalidationEnd } from '../src/core/adjusting/windows.ts';
import { fiscalTime } from '../src/core/calendar/el-salvador-time.ts';
import type { TipoDte } from '../src/core/dte/kinds.ts';
import { setClock } from './support/ahead-clock.ts';
import {
  bought,
  cancellationOf,
  exported,
  INVALIDATION,
  invalidate,
  OUTCOMES,
  sold,
  soldToTaxpayer,
} from './support/cancelling.ts';
import { ownHouse } from './support/house.ts';

type Json = Readonly<Record<string, unknown>>;

const OURS = {
  creditNoteBusinessDays: null,
  directInvalidationBusinessDay: null,
  directInvalidationMonths: null,
};
/** The morning of a Thursday. */
const ISSUED_MS = Date.UTC(2026, 2, 19, 16);
const NOTHING_HEARD = { action: 'status', status: 502, times: 3 } as const;
/** A call takes its time; the edge itself lies in the tests of the windows. */
const BEFORE_MS = 20_000;

// The company's certificate is older than its documents.
const clock = setClock(ISSUED_MS - 3_600_000);
const house = ownHouse({ clock, times: { quarantineMs: 1 }, company: { file: INVALIDATION } });
beforeEach(() => clock.set(ISSUED_MS));

const endOf = (tipoDte: TipoDte) => directInvalidationEnd({ tipoDte, sealedMs: ISSUED_MS }, OURS);
const dateOf = (instantMs: number) => fiscalTime(instantMs).fecEmi;
const post = ({ document_id: id }: Json) => house.company.call('POST', `/invalidate/${id}`);
const documentOf: Readonly<Record<string, () => Promise<Json>>> = {
  '01': () => sold(house.company),
  '03': () => soldToTaxpayer(house.company),
  '11': () => exported(house.company),
  '14': () => bought(house.company),
};

async function issued(tipoDte: string): Promise<Json> {
  return (await documentOf[tipoDte]?.()) ?? {};
}

describe('within its window', () => {
  it.each(['01', '03', '11', '14'] as const)(
    'a %s is invalidated to the end, as the authority sees it',
    async (tipoDte) => {
      const document = await issued(tipoDte);
      clock.set(endOf(tipoDte) - BEFORE_MS);
      expect(await invalidate(house.company, document)).toMatchObject({
        ...OUTCOMES.sealed,
        created_credit_memo: false,
        credit_memo_id: null,
      });
    },
  );
});

describe('after its window', () => {
  it.each(['01', '11', '14'] as const)('a %s is not invalidated any more', async (tipoDte) => {
    const document = await issued(tipoDte);
    clock.set(endOf(tipoDte) + 1);
    const { status, body } = await post(document);
    expect([status, body['code']]).toEqual([400, 'invalidation_window_over']);
    expect(body['detail']).toContain(dateOf(endOf(tipoDte)));
  });

  it('what was asked for in time still goes on, and the authority has the last word', async () => {
    const document = await issued('01');
    clock.set(endOf('01') - BEFORE_MS);
    await house.authority.script({ service: 'invalidacion', ...NOTHING_HEARD });
    expect(await invalidate(house.company, document)).toMatchObject(OUTCOMES.waiting);
    clock.set(endOf('01') + 1);
    await house.authority.behave();
    expect(await invalidate(house.company, document)).toMatchObject({
      ...OUTCOMES.rejected,
      codigo_msg: '018',
    });
    expect(await cancellationOf(house.company, document)).toMatchObject({ invalidated: false });
    expect((await post(document)).status).toBe(400);
  });
});

describe('a CCF after its window', () => {
  let ccf: Json;
  beforeEach(async () => {
    ccf = await issued('03');
    clock.set(endOf('03') + 1);
  });

  const notesOf = async () =>
    house.sql`SELECT external_ref, state, control_number FROM documents
      WHERE adjusts = ${ccf['document_id']} ORDER BY posted_at`;

  it('is cancelled by a note that is made for it, once', async () => {
    const first = await invalidate(house.company, ccf);
    expect(first).toMatchObject({
      ...OUTCOMES.sealed,
      document_id: ccf['document_id'],
      control_number: ccf['control_number'],
      is_duplicate: false,
      created_credit_memo: true,
      credit_memo_id: expect.any(String),
    });
    const noteId = first['credit_memo_id'];
    expect(await cancellationOf(house.company, ccf)).toEqual({ invalidated: false, credit_memo_id: noteId });
    const note = await house.company.get(`/credit-memo/status/${noteId}`);
    expect(note.body).toMatchObject({
      external_ref: `anulacion-${ccf['document_id']}`,
      ccf_fully_adjusted: true,
      ccf_adjusted_amount: 11.3,
      reception_stamp: first['reception_stamp'],
      generation_code: first['generation_code'],
    });
    expect(await invalidate(house.company, ccf)).toEqual({ ...first, is_duplicate: true });
    const status = await house.company.get(`/invalidate/status/${ccf['document_id']}`);
    expect(status.body).toEqual(first);
    expect(await notesOf()).toHaveLength(1);
  });

  it('waits with its note, and goes on with it', async () => {
    await house.authority.script(
      { service: 'recepcion', ...NOTHING_HEARD },
      { service: 'consulta', ...NOTHING_HEARD },
    );
    const first = await invalidate(house.company, ccf);
    expect(first).toMatchObject({ ...OUTCOMES.waiting, created_credit_memo: true });
    await house.authority.behave();
    const again = await invalidate(house.company, ccf);
    expect(again).toMatchObject({ ...OUTCOMES.sealed, credit_memo_id: first['credit_memo_id'] });
    expect(await notesOf()).toHaveLength(1);
  });

  it('stays valid where its note is rejected, and the note is tried again', async () => {
    await house.authority.script({ service: 'recepcion', action: 'code', codigoMsg: '096' });
    const first = await invalidate(house.company, ccf);
    expect(first).toMatchObject({ ...OUTCOMES.rejected, created_credit_memo: true, dte_state: 'RECHAZADO' });
    expect(await cancellationOf(house.company, ccf)).toEqual({ invalidated: false, credit_memo_id: null });
    const status = await house.company.get(`/invalidate/status/${ccf['document_id']}`);
    expect(status.body).toEqual(first);
    const numbers = await notesOf();
    expect(await invalidate(house.company, ccf)).toMatchObject({
      ...OUTCOMES.sealed,
      credit_memo_id: first['credit_memo_id'],
    });
    expect(await notesOf()).toEqual(numbers.map((row) => ({ ...row, state: 'stamped' })));
  });

  it('is cancelled by another note where the first was invalidated', async () => {
    const { credit_memo_id: first } = await invalidate(house.company, ccf);
    await invalidate(house.company, { document_id: first });
    expect(await cancellationOf(house.company, ccf)).toEqual({ invalidated: false, credit_memo_id: null });
    expect((await house.company.get(`/invalidate/status/${ccf['document_id']}`)).status).toBe(404);
    const { credit_memo_id: second } = await invalidate(house.company, ccf);
    expect(second).not.toBe(first);
    const references = (await notesOf()).map((row) => row['external_ref']);
    expect(references).toEqual([`anulacion-${ccf['document_id']}`, `anulacion-${ccf['document_id']}-2`]);
  });

  it('is cancelled once, however many ask for it', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => invalidate(house.company, ccf)));
    for (const answer of answers) expect(answer).toMatchObject(OUTCOMES.sealed);
    expect(await notesOf()).toHaveLength(1);
  });

  it('says that its note came after the Ministry’s own three months', async () => {
    clock.set(creditNoteEnd(ISSUED_MS, OURS) - BEFORE_MS);
    const answer = await invalidate(house.company, ccf);
    expect(answer).toMatchObject({ ...OUTCOMES.sealed, dte_message: expect.stringContaining('tres meses') });
  });

  it('has no way left after the 90 business days of notes', async () => {
    const noteEndMs = creditNoteEnd(ISSUED_MS, OURS);
    clock.set(noteEndMs + 1);
    const { status, body } = await post(ccf);
    expect([status, body['code']]).toEqual([400, 'cancellation_windows_over']);
    expect(body['detail']).toContain(dateOf(endOf('03')));
    expect(body['detail']).toContain(dateOf(noteEndMs));
    expect(await notesOf()).toEqual([]);
  });
});

it('keeps to a company’s own windows, whatever the Ministry says then', async () => {
  const windows = { direct_invalidation_months: 6, direct_invalidation_business_day: 0 };
  const company = await house.addCompany({ file: { ...INVALIDATION, windows } });
  const [document, ccf] = [await sold(company), await soldToTaxpayer(company)];
  expect(await invalidate(company, ccf)).toMatchObject({ created_credit_memo: true });
  clock.set(endOf('01') + 1);
  // Three months later, the date of the event is as wrong as its arrival is late.
  expect(await invalidate(company, document)).toMatchObject({ ...OUTCOMES.rejected, codigo_msg: '017' });
});
