import { describe, expect, it } from 'vitest';
import { daySum } from '../../../test/support/day-sums.ts';
import { EVERYTHING } from '../../../test/support/listed-documents.ts';
import type { TipoDte } from '../../core/dte/kinds.ts';
import type { DaySpan } from '../today/ports.ts';
import type { Selection, SelectionTotal } from './ports.ts';
import { type SelectionTexts, selectionOf } from './read-selection.ts';
import { addedUp, quickTotals, selectionTotals, type TotalsParts } from './selection-totals.ts';

const SUMS = [
  daySum({ tipoDte: '03' }),
  daySum(),
  daySum({ day: '2026-11-22', documents: 2 }),
  daySum({ state: 'rejected' }),
  daySum({ isInvalidated: true }),
  daySum({ tipoDte: '03', isInvalidated: true, isByNote: true }),
];

function partsWith(asked: DaySpan[] = []): TotalsParts {
  return {
    today: {
      async sums(_, span) {
        asked.push(span);
        return { sums: SUMS, gap: null };
      },
    },
    lister: { totals: async () => [] },
  };
}

const counted = async (selection: Selection) =>
  (await quickTotals(partsWith(), 'c', selection))?.totals.map(
    ({ tipoDte, state, counts, documents, total }) =>
      `${tipoDte} ${state}${counts ? '' : ' (out)'} ${documents} ${total}`,
  );

const selected = (texts: SelectionTexts) => selectionOf(texts, '00');

describe('the totals of a selection', () => {
  it('are added up from the sums of its days', async () => {
    expect(await counted(EVERYTHING)).toEqual([
      '01 rejected (out) 1 500',
      '01 stamped 3 1000',
      '01 stamped (out) 1 500',
      '03 stamped 2 1000',
    ]);
    expect(await counted(selected({ doc_type: '03' }))).toEqual(['03 stamped 2 1000']);
    expect(await counted(selected({ state: 'rejected,contingency' }))).toEqual(['01 rejected (out) 1 500']);
    expect(await counted(selected({ invalidated: '1' }))).toEqual([
      '01 stamped (out) 1 500',
      '03 stamped 1 500',
    ]);
    expect(await counted(selected({ invalidated: '0', doc_type: '01', state: 'stamped' }))).toEqual([
      '01 stamped 3 1000',
    ]);
  });

  it('ask for whole days, both ends included', async () => {
    const asked: DaySpan[] = [];
    await quickTotals(partsWith(asked), 'c', selected({ from: '2026-11-01', to: '2026-11-02' }));
    expect(asked).toEqual([{ ambiente: '00', firstDay: '2026-11-01', lastDay: '2026-11-02' }]);
  });

  it.each([
    { customer: 'ana' },
    { adjusted: '1' },
    { establishment: 'M001' },
    { from: '2026-11-01T08:00:00' },
    { to: '2026-11-01T08:00:00' },
  ])('take a look at each document of %j', async (texts) => {
    const selection = selected(texts);
    expect(await quickTotals(partsWith(), 'c', selection)).toBeNull();
    expect(await selectionTotals(partsWith(), 'c', selection)).toEqual({ totals: [], gap: null });
  });

  it('tell what was cancelled from what counts, by a second look', async () => {
    const asked: Selection[] = [];
    const sum = (tipoDte: TipoDte, documents: number, changes: Partial<SelectionTotal> = {}) => {
      const { tipoDte: _, ...rest } = daySum(changes);
      return { ...rest, tipoDte, documents, total: BigInt(documents) * 5n };
    };
    const lister = {
      async totals(_: string, selection: Selection) {
        asked.push(selection);
        if (selection.invalidated === true && selection.adjusted === false)
          return [sum('01', 1), sum('03', 2)];
        return [sum('01', 3), sum('01', 4, { state: 'rejected' }), sum('03', 2), sum('05', 1)];
      },
    };
    const told = async (texts: SelectionTexts) =>
      (await selectionTotals({ ...partsWith(), lister }, 'c', selected(texts))).totals.map(
        ({ tipoDte, state, counts, documents, total }) =>
          `${tipoDte} ${state} ${counts} ${documents} ${total}`,
      );
    expect(await told({ customer: 'ana' })).toEqual([
      '01 rejected false 4 20',
      '01 stamped true 2 10',
      '01 stamped false 1 5',
      '03 stamped false 2 10',
      '05 stamped true 1 5',
    ]);
    expect(asked).toHaveLength(2);
    // Where what was cancelled is not asked for, nobody looks for it.
    await told({ customer: 'ana', invalidated: '0' });
    await told({ customer: 'ana', adjusted: '1' });
    expect(asked).toHaveLength(4);
  });

  it('take off what notes give back where they are asked for so', () => {
    const sums = [daySum(), daySum({ tipoDte: '05', documents: 2 })];
    expect(addedUp(sums, { isNet: true })).toMatchObject({ documents: 3, vat: 0n, total: 0n });
    expect(addedUp(sums, { isNet: false })).toMatchObject({ documents: 3, vat: 400n, total: 1000n });
  });
});
