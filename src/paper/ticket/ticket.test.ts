import { describe, expect, it } from 'vitest';
import { sheetOfCase, withLines } from '../../../test/support/example-sheet.ts';
import { pictureHead } from '../../../test/support/picture-head.ts';
import { recordingPen } from '../../../test/support/recording-pen.ts';
import type { TicketWidth } from '../../operations/files/ports.ts';
import type { Sheet } from '../content/sheet.ts';
import { qrRuns } from '../drawing/qr-runs.ts';
import { HIGHEST_PAGE, rollOf } from './rows.ts';
import { drawTicket } from './ticket.ts';

const MIXED = sheetOfCase('01-factura-v2/04-mixed-pharmacy-sale');
const WIDTHS: readonly TicketWidth[] = [58, 80];

function pagesOf(sheet: Sheet, widthMm: TicketWidth, logo = pictureHead(420, 120)) {
  const pen = recordingPen();
  drawTicket(pen, sheet, { roll: rollOf(widthMm), logo });
  return pen.pages;
}

const INVALIDATED = { kind: 'invalidated', heading: 'INVALIDADO', detail: 'Sello del evento' } as const;
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

  it('shows a dash for a name or a description of which the fonts have nothing', () => {
    const sheet = withLines(MIXED, 1, (line) => ({ ...line, number: '1', description: '🎂' }));
    const [page] = pagesOf({ ...sheet, receiver: { ...MIXED.receiver, name: '😀' } }, 80);
    const texts = page?.strokes.map(({ text }) => text) ?? [];
    expect(texts.filter((text) => text.includes('—'))).toEqual([`${MIXED.receiver.title}: —`, '1 —']);
  });

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

  it('goes on with its codes, its banner and its mark where PDF knows no longer page', () => {
    const pages = pagesOf({ ...withLines(MIXED, 2000, (line) => line), mark: INVALIDATED }, 80);
    expect(pages.length).toBeGreaterThan(1);
    for (const [index, { height, strokes }] of pages.entries()) {
      expect(height).toBeLessThanOrEqual(HIGHEST_PAGE);
      const texts = strokes.map(({ text }) => text);
      expect(texts).toContain(`Página ${index + 1} de ${pages.length}`);
      expect(texts).toContain(MIXED.codes.numeroControl);
      expect(texts.filter((text) => text.startsWith('AMBIENTE DE PRUEBAS'))).toHaveLength(1);
      expect(texts.filter((text) => text === 'INVALIDADO')).toHaveLength(1);
    }
  });

  it.each(
    WIDTHS.flatMap((width) => [
      [width, pictureHead(420, 120)] as const,
      [width, pictureHead(1000, 100)] as const,
      [width, pictureHead(80, 120)] as const,
    ]),
  )('of %i mm has its logo in the middle and no air below it: %s', (width, logo) => {
    const [page] = pagesOf(MIXED, width, logo);
    const [box] = page?.pictures ?? [];
    if (box === undefined) throw new Error('a logo');
    expect(box.x + box.width / 2).toBeCloseTo(rollOf(width).width / 2);
    const name = page?.strokes.find(({ text }) => text === MIXED.issuer.tradeName);
    expect((name?.y ?? 0) - box.y - box.height).toBeLessThan(20);
  });

  it.each(WIDTHS)('of %i mm has a QR code of 25 mm or more that stays on the roll', (width) => {
    const [side = 0] = pagesOf(MIXED, width)[0]?.squares ?? [];
    const modules = qrRuns(MIXED.query ?? '').size;
    expect(((side * (modules - 8)) / modules / 72) * 25.4).toBeGreaterThanOrEqual(25);
    expect(side).toBeLessThanOrEqual(rollOf(width).room);
  });

  it('shows how each amount comes about and how it is taxed', () => {
    const texts = pagesOf(MIXED, 80).flatMap(({ strokes }) => strokes.map(({ text }) => text));
    expect(texts.join(' ')).toContain('3 ×\u{a0}1.99 −\u{a0}0.90 5.07 G');
    expect(texts.join(' ')).toContain('15.00 E');
    expect(texts.join(' ')).toContain('1.00 N');
  });

  it('shows a line of nothing with its class, and takes off no discount of nothing', () => {
    const free = withLines(MIXED, 1, (line) => ({ ...line, amounts: line.amounts.map(() => '0.00') }));
    const texts = pagesOf(free, 80).flatMap(({ strokes }) => strokes.map(({ text }) => text));
    expect(texts.join(' ')).toContain('×\u{a0}0.00 0.00 G');
  });

  it.each(
    WIDTHS.flatMap((width) =>
      ['1,234.56789012', HUGE, `999,${HUGE}`, `999,999,999,999,999,999,${HUGE}`].map(
        (number) => [number, width] as const,
      ),
    ),
  )('breaks no number, be it %s on %i mm', (number, width) => {
    const sheet = withLines(MIXED, 2, (line) => ({
      ...line,
      quantity: number,
      amounts: line.amounts.map((_, index) => (index < 3 ? number : '0.00')),
      saleClasses: ['N'],
    }));
    const { left, right } = rollOf(width);
    const strokes = pagesOf(sheet, width).flatMap((page) => page.strokes);
    const whole = strokes.filter(({ text }) => text.includes(number));
    expect(whole.flatMap(({ text }) => text.split(number).slice(1))).toHaveLength(8);
    for (const stroke of whole) {
      expect(stroke.left).toBeGreaterThan(left - 0.01);
      expect(stroke.right).toBeLessThan(right + 0.01);
    }
  });

  it('gives a reckoning that has no room beside its amount the row over it', () => {
    const sheet = withLines(MIXED, 1, (line) => ({
      ...line,
      amounts: ['1,234.56789012', '12.50', '0.00', '0.00', '1,234,567.89'],
    }));
    const strokes = pagesOf(sheet, 58).flatMap((page) => page.strokes);
    const [reckoning] = strokes.filter(({ text }) => text.endsWith('×\u{a0}1,234.56789012 −\u{a0}12.50'));
    const [amount] = strokes.filter(({ text }) => text === '1,234,567.89');
    expect(reckoning?.size).toBe(amount?.size);
    expect((amount?.y ?? 0) - (reckoning?.y ?? 0)).toBeCloseTo((amount?.size ?? 0) * 1.26);
  });

  it('breaks no word of the summary beside an amount that leaves it little room', () => {
    const label = 'Contribuciones extraordinarias';
    const strokes = pagesOf({ ...MIXED, totals: [{ label, amount: HUGE }] }, 58).flatMap(
      (page) => page.strokes,
    );
    const words = strokes.flatMap(({ text }) => text.split(' '));
    expect(words).toEqual(expect.arrayContaining(label.split(' ')));
  });

  it.each(WIDTHS)('keeps the largest total in one row with its name, on %i mm', (width) => {
    const toPay = { label: 'Total a pagar', amount: '99,999,999,999.99' };
    const strokes = pagesOf({ ...MIXED, toPay }, width).flatMap((page) => page.strokes);
    const [label, amount] = [toPay.label, `US$ ${toPay.amount}`].map((text) =>
      strokes.find((stroke) => stroke.text === text),
    );
    expect(label?.y).toBe(amount?.y);
    expect(label?.size).toBeGreaterThanOrEqual(6.4);
  });

  it('has the code beside its description, or under it where there is no room', () => {
    const withCode = (description: string) =>
      pagesOf(
        withLines(MIXED, 1, (line) => ({ ...line, description, code: 'CAF-01' })),
        80,
      ).flatMap((page) => page.strokes);
    const beside = withCode('Café');
    const [name, code] = ['1 Café', 'CAF-01'].map((text) => beside.find((stroke) => stroke.text === text));
    expect(code?.y).toBeCloseTo(name?.y ?? 0, 0);
    expect(code?.left).toBeGreaterThan(name?.right ?? 0);
    const below = withCode('W'.repeat(26)).find(({ text }) => text === 'CAF-01');
    expect(below?.left).toBe(rollOf(80).left);
  });

  it('says under a credit when it is due', () => {
    const payment = {
      method: 'Cuentas por pagar',
      reference: null,
      term: '30 días',
      due: '20/12/2026',
      amount: '5.00',
    };
    const texts = pagesOf({ ...MIXED, payments: [payment] }, 80).flatMap(({ strokes }) =>
      strokes.map(({ text }) => text),
    );
    expect(texts).toContain('Plazo: 30 días · Vence: 20/12/2026');
  });
});
