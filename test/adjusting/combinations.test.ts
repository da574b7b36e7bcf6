import { beforeEach, describe, expect, it } from 'vitest';
import { setClock } from '../support/ahead-clock.ts';
import {
  cancellationOf,
  INVALIDATION,
  invalidate,
  noted,
  OUTCOMES,
  soldToTaxpayer,
} from '../support/cancelling.ts';
import { ownHouse } from '../support/house.ts';
import { lineBody, noteBody } from '../support/request-bodies.ts';
import { shared } from '../support/shared.ts';

type Json = Readonly<Record<string, unknown>>;

const clock = setClock(Date.parse('2026-03-19T08:00-06:00'));
const house = ownHouse({
  clock,
  times: { callTimeoutMs: 2_000, requestBudgetMs: 8_000, quarantineMs: 1 },
  company: { file: INVALIDATION },
});
const company = shared(() => house.company);

/** The clock of nodes and authority goes on from this local time. */
const travel = (local: string) => clock.set(Date.parse(`${local}-06:00`));
beforeEach(() => travel('2026-03-19T10:00:00'));

const some = (quantity: number) => ({ lines: [lineBody({ quantity })] });
const VALID = { invalidated: false, credit_memo_id: null };
const down = () => house.authority.script({ service: 'all', action: 'down', forMs: 600_000 });
const reject = (service: string) => house.authority.script({ service, action: 'code', codigoMsg: '096' });
const give = (ccf: Json, changes: Json = {}) =>
  company.post('/credit-memo', noteBody(ccf['document_id'], changes));

async function refusedNote(ccf: Json, changes: Json, code: string): Promise<void> {
  const { status, body } = await give(ccf, changes);
  expect([status, body['code']]).toEqual([400, code]);
}

async function refusedInvalidation({ document_id: id }: Json, code: string): Promise<string> {
  const { status, body } = await company.call('POST', `/invalidate/${id}`);
  expect([status, body['code']]).toEqual([400, code]);
  return String(body['detail']);
}

describe('a CCF between notes and invalidations', () => {
  it('has notes that come first, until the last of them is invalidated', async () => {
    const ccf = await soldToTaxpayer(company);
    const notes = [await noted(company, ccf, some(3)), await noted(company, ccf, some(4))];
    for (const [place, note] of notes.entries()) {
      const told = await refusedInvalidation(ccf, 'has_live_notes');
      for (const left of notes.slice(place)) expect(told).toContain(left['control_number']);
      expect(await invalidate(company, note)).toMatchObject(OUTCOMES.sealed);
    }
    expect(await invalidate(company, ccf)).toMatchObject(OUTCOMES.sealed);
    await refusedNote(ccf, some(1), 'ccf_invalidated');
  });

  it('admits no note while its invalidation waits, and notes again once that is rejected', async () => {
    const ccf = await soldToTaxpayer(company);
    await down();
    expect(await invalidate(company, ccf)).toMatchObject(OUTCOMES.waiting);
    await house.authority.behave();
    await refusedNote(ccf, some(1), 'ccf_invalidated');
    await reject('invalidacion');
    expect(await invalidate(company, ccf)).toMatchObject(OUTCOMES.rejected);
    expect(await noted(company, ccf, some(1))).toMatchObject({ ccf_adjusted_amount: 1.13 });
    await refusedInvalidation(ccf, 'has_live_notes');
  });

  it('is not cancelled while a note on it is in contingency', async () => {
    const ccf = await soldToTaxpayer(company);
    await down();
    const body = noteBody(ccf['document_id'], some(2));
    expect((await company.post('/credit-memo', body)).body).toMatchObject({ contingency: true });
    await house.authority.behave();
    await refusedInvalidation(ccf, 'has_live_notes');
    await reject('recepcion');
    expect((await company.post('/credit-memo', body)).body).toMatchObject({ rejected: true });
    expect(await invalidate(company, ccf)).toMatchObject(OUTCOMES.sealed);
    const again = await company.post('/credit-memo', body);
    expect([again.status, again.body['code']]).toEqual([400, 'ccf_invalidated']);
  });

  it('loses the mark of a full note with that note’s rejection, and is free for an event', async () => {
    const ccf = await soldToTaxpayer(company);
    await reject('recepcion');
    expect((await give(ccf, { full_adjustment: true })).body).toMatchObject({ rejected: true });
    expect(await cancellationOf(company, ccf)).toEqual(VALID);
    const direct = { ...OUTCOMES.sealed, created_credit_memo: false, credit_memo_id: null };
    expect(await invalidate(company, ccf)).toMatchObject(direct);
  });

  it('is cancelled by a full note in contingency, which an invalidation answers with and does not touch', async () => {
    const ccf = await soldToTaxpayer(company);
    await down();
    const body = noteBody(ccf['document_id'], { full_adjustment: true });
    const { body: waiting } = await company.post('/credit-memo', body);
    await house.authority.behave();
    const by = { created_credit_memo: false, credit_memo_id: waiting['document_id'] };
    expect(await invalidate(company, ccf)).toMatchObject({ ...OUTCOMES.waiting, ...by });
    expect((await company.post('/credit-memo', body)).body).toMatchObject({ dte_success: true });
    expect(await invalidate(company, ccf)).toMatchObject({ ...OUTCOMES.sealed, ...by, is_duplicate: true });
    expect(await house.authority.invalidations(company.nit)).not.toContainEqual(
      expect.objectContaining({ documento: ccf['generation_code'] }),
    );
  });

  it('is too late for an event beside its notes, and what they leave is cancelled by another note', async () => {
    const late = await house.addCompany({
      file: { ...INVALIDATION, windows: { direct_invalidation_business_day: 0 } },
    });
    const ccf = await soldToTaxpayer(late);
    const note = await noted(late, ccf, some(4));
    const refused = async () => {
      const { status, body } = await late.call('POST', `/invalidate/${ccf['document_id']}`);
      return [status, body['code'], body['detail']];
    };
    const left = `sus notas de crédito (${note['control_number']}) dejan 6.78 por ajustar: invalide antes esas notas`;
    expect(await refused()).toEqual([400, 'has_live_notes_late', expect.stringContaining(left)]);
    expect(await noted(late, ccf, some(6))).toMatchObject({ ccf_fully_adjusted: true });
    expect(await refused()).toEqual([400, 'ccf_adjusted_by_notes', expect.stringContaining('no queda nada')]);
  });

  it('is too late for anything beside its notes once no note is admitted either', async () => {
    const late = await house.addCompany({ file: INVALIDATION });
    const ccf = await soldToTaxpayer(late);
    await noted(late, ccf, some(4));
    const windows = { direct_invalidation_business_day: 0, credit_note_business_days: 0 };
    await late.change({ windows });
    travel('2026-03-25T10:00:00');
    const { status, body } = await late.call('POST', `/invalidate/${ccf['document_id']}`);
    expect([status, body['code']]).toEqual([400, 'cancellation_windows_over']);
  });

  it('is used up by the note that took the last of it, be it the one numbered first', async () => {
    const ccf = await soldToTaxpayer(company);
    await reject('recepcion');
    const refused = noteBody(ccf['document_id'], some(6));
    expect((await company.post('/credit-memo', refused)).body).toMatchObject({ rejected: true });
    await house.authority.behave();
    const other = await noted(company, ccf, some(4));
    expect(other).toMatchObject({ ccf_fully_adjusted: false });
    expect((await company.post('/credit-memo', refused)).body).toMatchObject({
      dte_success: true,
      ccf_fully_adjusted: true,
    });
    for (const [reference, last] of [
      [other['external_ref'], false],
      [refused['external_ref'], true],
    ])
      expect((await company.get(`/credit-memo/status/${reference}`)).body).toMatchObject({
        ccf_fully_adjusted: last,
      });
  });

  it('gets back what a note took when its invalidation is sealed, and not before', async () => {
    const ccf = await soldToTaxpayer(company);
    const first = await noted(company, ccf, some(6));
    await noted(company, ccf, some(4));
    await down();
    expect(await invalidate(company, first)).toMatchObject(OUTCOMES.waiting);
    await house.authority.behave();
    await refusedNote(ccf, some(6), 'ccf_fully_adjusted');
    expect(await invalidate(company, first)).toMatchObject(OUTCOMES.sealed);
    await refusedNote(ccf, some(7), 'ccf_exceeded');
    expect(await noted(company, ccf, some(6))).toMatchObject({ ccf_fully_adjusted: true });
  });

  it('gives its rest to one of two notes that want it at the same moment', async () => {
    const ccf = await soldToTaxpayer(company);
    await noted(company, ccf, some(5));
    const answers = await Promise.all([give(ccf, some(3)), give(ccf, some(4))]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  });
});

/** With the last day of the direct window, counted by hand. */
const DAYS: readonly (readonly [string, string, string])[] = [
  ['the month before Holy Week', '2026-03-19', '2026-04-20'],
  ['the last business day before the August vacation', '2026-07-31', '2026-08-20'],
  ['the last day of a year', '2026-12-31', '2027-01-15'],
  ['29 February', '2028-02-29', '2028-03-14'],
];

describe('a CCF of', () => {
  it.for(DAYS)(
    '%s (%s) is invalidated up to %s, and by a note from the next second on',
    async ([, day, last]) => {
      travel(`${day}T15:00:00`);
      const shop = await house.addCompany({ file: INVALIDATION });
      const [inTime, late] = [await soldToTaxpayer(shop), await soldToTaxpayer(shop)];
      travel(`${last}T23:59:30`);
      expect(await invalidate(shop, inTime)).toMatchObject({
        ...OUTCOMES.sealed,
        created_credit_memo: false,
      });
      travel(`${last}T23:59:59`);
      clock.pass(1_001);
      const answer = await invalidate(shop, late);
      expect(answer).toMatchObject({ ...OUTCOMES.sealed, created_credit_memo: true });
      const { credit_memo_id } = answer;
      expect(await cancellationOf(shop, late)).toEqual({ invalidated: false, credit_memo_id });
      const note = await shop.get(`/status/${credit_memo_id}`);
      expect(String(note.body['posted_date']).slice(0, 4)).toBe(last.slice(0, 4));
    },
  );
});
