import { expect, it } from 'vitest';
import { shownText } from '../../../../test/support/console-caller.ts';
import { controlNumberOf, establishmentOf } from '../../../../test/support/identifiers.ts';
import { layoutVisit } from '../../../../test/support/layout-visit.ts';
import { USUAL_CRITERIA } from '../../../operations/declarations/criteria-words.ts';
import { monthPage } from './view.ts';

const NOTE = {
  tipoDte: '05',
  numeroControl: controlNumberOf('DTE-05-M001P001-000000000000009'),
  establishment: establishmentOf('M001'),
  issuedMs: Date.UTC(2026, 10, 5, 18),
  state: 'contingency',
  grossCents: 123_456n,
  vatCents: 14_203n,
} as const;

it('tells what is left out of a month with its amount, and what all of it comes to', () => {
  const page = monthPage(layoutVisit('accountant'), {
    standing: { period: { year: 2026, month: 11 }, state: 'open', closing: null, touched: 0 },
    closings: [],
    leftOut: [NOTE],
    hasMore: true,
    leftOutSums: [
      { words: 'Sin sello todavía, ventas menos notas de crédito', documents: 51, cents: -7n, vatCents: 0n },
    ],
    reconciled: { ended: null, open: null, changed: 0, told: null, findings: [] },
    difference: null,
    criteria: USUAL_CRITERIA,
    closable: 'over',
    problem: null,
  });
  const shown = shownText(page.text);
  expect(shown).toMatch(
    /DTE-05-M001P001-000000000000009<.*05\/11\/2026 · todavía sin sello.*>-\$1,234\.56</s,
  );
  expect(shown).toContain('notas de crédito: 51 documentos, <strong>-$0.07</strong>');
  expect(shown).toMatch(
    /Antes de confirmar:<.*el mes no se ha conciliado con Hacienda; quedan fuera sin sello todavía, .*: 51 documentos, -\$0\.07\.</,
  );
});
