import { expect, it } from 'vitest';
import { layoutVisit } from '../../../../test/support/layout-visit.ts';
import type { CountedTotal } from '../../../operations/listings/selection-totals.ts';
import { sumsOf } from './sums-view.ts';

const sum = (changes: Partial<CountedTotal>): CountedTotal => ({
  tipoDte: '01',
  state: 'stamped',
  counts: true,
  documents: 1,
  taxable: 1_000n,
  vat: 130n,
  gross: 1_130n,
  retention: 0n,
  total: 1_130n,
  ...changes,
});

const shown = (...totals: readonly CountedTotal[]) =>
  sumsOf(layoutVisit('accountant'), { totals: { totals, gap: null }, problems: [], isFirst: true })
    .text.replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');

it('are those of the books: notes take off, what was cancelled or rejected is told and left out, purchases are apart', () => {
  const text = shown(
    sum({ documents: 3, total: 3_390n }),
    sum({ counts: false }),
    sum({ state: 'rejected', counts: false }),
    sum({ tipoDte: '05' }),
    sum({ tipoDte: '14', total: 500n }),
  );
  expect(text).toMatch(/7 documentos Ventas menos notas de crédito \$22\.60 Compras \$5\.00/);
  expect(text).toMatch(/Anulado no se suma 1 /);
  expect(text).toMatch(/Rechazado no se suma 1 /);
  expect(text).toMatch(/Nota de crédito Sellado 1 -\$10\.00 -\$1\.30 \$0\.00 -\$11\.30/);
  expect(text).toMatch(/Ventas menos notas de crédito 4 \$0\.00 \$0\.00 \$0\.00 \$22\.60/);
});

it('speak of notes only where there are some', () => {
  expect(shown(sum({}))).toMatch(/Ventas 1 /);
  expect(shown(sum({}))).not.toContain('Ventas menos');
});

it('are none where nothing counts', () => {
  expect(shown(sum({ state: 'rejected', counts: false }))).not.toContain('Ventas');
  expect(shown()).toContain('Sin documentos.');
});
