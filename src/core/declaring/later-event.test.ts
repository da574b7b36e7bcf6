import { expect, it } from 'vitest';
import { declaredDocument } from '../../../test/support/declared-document.ts';
import type { TipoDte } from '../dte/kinds.ts';
import { annexAmount } from './cents.ts';
import { type LaterEvent, laterEffect } from './later-event.ts';

const NOVEMBER = { year: 2026, month: 11 };

it.each<readonly [TipoDte, LaterEvent, string, string]>([
  ['03', 'sealed', '2026-11-30', '113.00'],
  ['03', 'invalidated', '2026-11-30', '-113.00'],
  ['03', 'sealed_and_invalidated', '2026-11-30', '0.00'],
  ['05', 'sealed', '2026-11-30', '-113.00'],
  ['05', 'invalidated', '2026-11-30', '113.00'],
  ['01', 'invalidated', '2026-10-31', '-113.00'],
  ['14', 'sealed', '2026-11-01', '113.00'],
  ['14', 'invalidated', '2026-11-01', '-113.00'],
  ['14', 'invalidated', '2026-10-31', '0.00'],
])('a document of type %s that was %s, of %s, adds %s to November', (tipoDte, event, fecEmi, amount) => {
  const document = declaredDocument({ tipoDte, fecEmi, amounts: { total: '113' } });
  expect(annexAmount(laterEffect(document, event, NOVEMBER))).toBe(amount);
});
