import { describe, expect, it } from 'vitest';
import { sheetOfCase, withLines } from '../../../test/support/example-sheet.ts';
import { recordingPen } from '../../../test/support/recording-pen.ts';
import type { TicketWidth } from '../../operations/paper-ports.ts';
import type { Sheet } from '../content/sheet.ts';
import { qrRuns } from '../drawing/qr-runs.ts';
import { HIGHEST_PAGE, rollOf } from './roll.ts';
import { drawTicket } from './ticket.ts';

const MIXED = sheetOfCase('01-factura-v2/04-mixed-pharmacy-sale');
const WIDTHS: readonly TicketWidth[] = [58, 80];

function pagesOf(sheet: Sheet, widthMm: TicketWidth) {
  const pen = recordingPen();
  drawTicket(pen, sheet, { roll: rollOf(widthMm), logo: 'AAAA' });
  return pen.pages;
}

const HUGE = '99,999,999,999.12345678';
const SHEETS: readonly Sheet[] = [
  MIXED,
  withLines(MIXED, 3, (line) => ({ ...line, description: 'W'.repeat(1000) })),
  withLines(MIXED, 3, (line) => ({ ...line, quantity: HUGE, amounts: line.amounts.map(() => HUGE) })),
  { ...MIXED, toPay: { label: 'Total a pagar', amount: '99,999,999,999.99' } },
  { ...MIXED, issuer: { ...MIXED.issuer, name: 'M'.repeat(250) } },
];

describe('a ticket', () => {
  it.each(SHEETS.flatMap((sheet, index) => WIDTHS.map((width) => [index, width, sheet] as const)))(
    'of sheet %i stays on its roll of %i mm',
    (_index, width, sheet) => {
      const roll = rollOf(width);
      for (const { strokes } of pagesOf(sheet, width)) {
        const outside = strokes.filter(
          ({ left, right }) => left < roll.left - 0.01 || right > roll.right + 0.01,
        );
        expect(outside).toEqual([]);
      }
    },
  );

  it('is as long as it takes, in one piece', () => {
    const [short, long] = [1, 50].map((count) =>
      pagesOf(
        withLines(MIXED, count, (line) => line),
        80,
      ),
    );
    expect([short?.length, long?.length]).toEqual([1, 1]);
    expect(long?.[0]?.height).toBeGreaterThan((short?.[0]?.height ?? 0) + 40 * 20);
    const lowest = Math.max(...(short?.[0]?.strokes.map(({ y }) => y) ?? []));
    expect((short?.[0]?.height ?? 0) - lowest).toBeLessThan(40);
  });

  it('goes on with its codes where PDF knows no longer page', () => {
    const pages = pagesOf(
      withLines(MIXED, 2000, (line) => line),
      80,
    );
    expect(pages.length).toBeGreaterThan(1);
    for (const [index, { height, strokes }] of pages.entries()) {
      expect(height).toBeLessThanOrEqual(HIGHEST_PAGE);
      expect(strokes.map(({ text }) => text)).toContain(`Página ${index + 1} de ${pages.length}`);
      expect(strokes.map(({ text }) => text)).toContain(MIXED.codes.numeroControl);
    }
  });

  it.each(WIDTHS)('of %i mm has a QR code of 25 mm or more that stays on the roll', (width) => {
    const [side = 0] = pagesOf(MIXED, width)[0]?.squares ?? [];
    const modules = qrRuns(MIXED.query).size;
    expect(((side * (modules - 8)) / modules / 72) * 25.4).toBeGreaterThanOrEqual(25);
    expect(side).toBeLessThanOrEqual(rollOf(width).room);
  });

  it('shows how each amount comes about and how it is taxed', () => {
    const texts = pagesOf(MIXED, 80).flatMap(({ strokes }) => strokes.map(({ text }) => text));
    expect(texts.join(' ')).toContain('3 Otra ×\u{a0}1.99 −\u{a0}0.8955 5.0745 G');
    expect(texts.join(' ')).toContain('15.00 E');
    expect(texts.join(' ')).toContain('1.00 N');
  });

  it('shows a line of nothing with its class', () => {
    const free = withLines(MIXED, 1, (line) => ({ ...line, amounts: line.amounts.map(() => '0.00') }));
    const texts = pagesOf(free, 80).flatMap(({ strokes }) => strokes.map(({ text }) => text));
    expect(texts.join(' ')).toContain('×\u{a0}0.00 −\u{a0}0.00 0.00 G');
  });
});
