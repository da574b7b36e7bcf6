import { describe, expect, it } from 'vitest';
import { EVERYTHING } from '../../../test/support/listed-documents.ts';
import { readSelection, type SelectionTexts, selectionOf } from './read-selection.ts';

const read = (texts: SelectionTexts) => readSelection(texts, '00');

/** What the parameters ask for beside everything. */
const asked = (texts: SelectionTexts) =>
  Object.fromEntries(Object.entries(selectionOf(texts, '00')).filter(([, value]) => value !== null));

const DAY_MS = 86_400_000;
/** Six hours behind UTC, all year. */
const NOVEMBER_MS = Date.UTC(2026, 10, 1, 6);

describe('a selection', () => {
  it('is everything where nothing is asked for', () => {
    expect(read({})).toEqual({ kind: 'selection', selection: EVERYTHING });
  });

  it.each<[SelectionTexts, Readonly<Record<string, unknown>>]>([
    [
      { from: '2026-11-01', to: '2026-11-30' },
      { sinceMs: NOVEMBER_MS, untilMs: NOVEMBER_MS + 30 * DAY_MS },
    ],
    [{ from: '2026-11-01T00:00:01' }, { sinceMs: NOVEMBER_MS + 1_000 }],
    [{ to: '2026-11-01T00:00:00-06:00' }, { untilMs: NOVEMBER_MS + 1_000 }],
    [{ doc_type: '03,01,03' }, { types: ['03', '01'] }],
    [{ state: 'rejected,contingency' }, { states: ['rejected', 'contingency'] }],
    [{ nit: '0614-010100-101-2' }, { nit: '06140101001012' }],
    [
      { nit: '00000001-8', dui: '00000001 8' },
      { nit: '000000018', dui: '000000018' },
    ],
    [{ nrc: '123456-7' }, { nrc: '1234567' }],
    [{ amount: '12.5' }, { leastCents: 1250n, mostCents: 1250n }],
    [
      { amount_min: '0.01', amount_max: '10000000' },
      { leastCents: 1n, mostCents: 1_000_000_000n },
    ],
    [{ control_number: 'dte-01' }, { controlNumber: 'DTE-01' }],
    [{ customer: 'Peña' }, { customer: 'Peña' }],
    [
      { invalidated: '1', adjusted: '0', contingency: '1' },
      { invalidated: true, adjusted: false, contingency: true },
    ],
    [{ external_ref: 'a b/ñ' }, { externalRef: 'a b/ñ' }],
    [{ external_ref: 'a\u200bb ' }, { externalRef: 'a\u200bb ' }],
    [{ invalidated: 'true' }, { invalidated: true }],
    [{ adjusted: 'false' }, { adjusted: false }],
    [{ contingency: '0' }, { contingency: false }],
  ])('reads %j', (texts, selection) => {
    expect(asked(texts)).toEqual({ ambiente: '00', ...selection });
  });

  it.each<[SelectionTexts, string]>([
    [{ from: '2026-02-29' }, 'bad_format'],
    [{ from: '2026-11-01T24:00:00' }, 'bad_format'],
    [{ from: '2026-11-01T00:00:00Z' }, 'bad_format'],
    [{ to: '0000-01-01' }, 'bad_format'],
    [{ doc_type: '' }, 'not_an_option'],
    [{ doc_type: '01, 03' }, 'not_an_option'],
    [{ nit: '１２３４５６７８９' }, 'bad_format'],
    [{ nrc: '123456789' }, 'bad_format'],
    [{ dui: '12345678' }, 'bad_format'],
    [{ amount: '-1' }, 'not_cents'],
    [{ amount: '1.234' }, 'not_cents'],
    [{ amount: '1e3' }, 'not_cents'],
    [{ customer: 'é́́́' }, 'bad_format'],
    [{ customer: '   ab   ' }, 'bad_format'],
    [{ customer: 'a'.repeat(251) }, 'bad_format'],
    [{ customer: 'abc\u{D800}' }, 'bad_format'],
    [{ generation_code: 'x' }, 'bad_format'],
    [{ reception_stamp: 'x' }, 'bad_format'],
    [{ external_ref: '' }, 'bad_format'],
    [{ external_ref: 'x'.repeat(101) }, 'bad_format'],
    [{ establishment: '%' }, 'bad_format'],
    [{ contingency: 'sí' }, 'not_an_option'],
  ])('refuses %j', (texts, code) => {
    expect(read(texts)).toMatchObject({ problems: [{ path: Object.keys(texts)[0], code }] });
  });
});
