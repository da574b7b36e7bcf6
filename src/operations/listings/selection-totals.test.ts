import { describe, expect, it } from 'vitest';
import { EVERYTHING } from '../../../test/support/listed-documents.ts';
import type { DaySpan, DaySum } from '../today/ports.ts';
import type { Selection } from './ports.ts';
import { readSelection } from './read-selection.ts';
import { quickTotals, selectionTotals, type TotalsParts } from './selection-totals.ts';

function sumOf(changes: Partial<DaySum>): DaySum {
  return {
    day: '2026-11-23',
    tipoDte: '01',
    state: 'stamped',
    isInvalidated: false,
    isByNote: false,
    documents: 1,
    taxable: 1n,
    vat: 2n,
    gross: 3n,
    retention: 4n,
    total: 5n,
    ...changes,
  };
}

const SUMS = [
  sumOf({ tipoDte: '03' }),
  sumOf({}),
  sumOf({ day: '2026-11-22', documents: 2 }),
  sumOf({ state: 'rejected' }),
  sumOf({ isInvalidated: true }),
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
    ({ tipoDte, state, documents, total }) => `${tipoDte} ${state} ${documents} ${total}`,
  );

function selected(texts: Parameters<typeof readSelection>[0]): Selection {
  const reading = readSelection(texts, '00');
  if (reading.kind === 'problems') throw new Error('no selection');
  return reading.selection;
}

describe('the totals of a selection', () => {
  it('are added up from the sums of its days', async () => {
    expect(await counted(EVERYTHING)).toEqual(['01 rejected 1 5', '01 stamped 4 15', '03 stamped 1 5']);
    expect(await counted(selected({ doc_type: '03' }))).toEqual(['03 stamped 1 5']);
    expect(await counted(selected({ state: 'rejected,contingency' }))).toEqual(['01 rejected 1 5']);
    expect(await counted(selected({ invalidated: '1' }))).toEqual(['01 stamped 1 5']);
    expect(await counted(selected({ invalidated: '0', doc_type: '01', state: 'stamped' }))).toEqual([
      '01 stamped 3 10',
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
});
