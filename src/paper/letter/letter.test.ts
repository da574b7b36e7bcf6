import { describe, expect, it } from 'vitest';
import { sheetOfCase, withLines } from '../../../test/support/example-sheet.ts';
import { type RecordedPage, recordingPen, type Stroke } from '../../../test/support/recording-pen.ts';
import type { Line, Sheet } from '../content/sheet.ts';
import { PAGE } from './geometry.ts';
import { drawLetter } from './letter.ts';

const LOOK = { color: '#1f3a5f', logo: null };
const CCF = sheetOfCase('03-credito-fiscal-v2/01-hardware-on-30-days-credit');
const NOTE = sheetOfCase('05-nota-credito-v2/02-full-note-with-retention');

function pagesOf(sheet: Sheet): readonly RecordedPage[] {
  const pen = recordingPen();
  drawLetter(pen, sheet, LOOK);
  expect(pen.depth()).toBe(0);
  return pen.pages;
}

/** Texts that lie over each other, or leave the paper's margins. */
function collisions({ strokes }: RecordedPage): readonly string[] {
  const outside = strokes.filter(({ left, right }) => left < PAGE.left - 0.01 || right > PAGE.right + 0.01);
  const byLine = strokes.toSorted((one, other) => one.y - other.y || one.left - other.left);
  const over = byLine.filter((stroke, index) =>
    byLine.slice(index + 1, index + 12).some((next) => overlaps(stroke, next)),
  );
  return [...outside, ...over].map(({ text }) => text);
}

function overlaps(one: Stroke, other: Stroke): boolean {
  const apart = Math.abs(one.y - other.y) >= Math.min(one.size, other.size) * 0.7;
  return !apart && one.left < other.right - 0.01 && other.left < one.right - 0.01;
}

function edited(count: number, change: Partial<Line>, sheet: Sheet = CCF): Sheet {
  return withLines(sheet, count, (line) => ({ ...line, ...change }));
}

/** The largest numbers that a document can have, as paper prints them. */
const HUGE = '99,999,999,999.12345678';
const HUGE_PRICE = '99,999,999,999.1234';
const HUGE_AMOUNT = '99,999,999,999.12';
const hugeAmounts = (count: number) => [HUGE_PRICE, ...Array.from({ length: count - 1 }, () => HUGE_AMOUNT)];
const SHEETS: readonly (readonly [string, Sheet])[] = [
  ['one line', edited(1, {})],
  ['ten lines', edited(10, {})],
  ['sixty lines', edited(60, {})],
  ['two hundred lines', edited(200, {})],
  ['words of a thousand characters', edited(3, { description: 'W'.repeat(1000) })],
  ['a thousand words', edited(3, { description: 'palabra '.repeat(125) })],
  ['as many line feeds as characters', edited(2, { description: 'x\n'.repeat(500) })],
  ['the largest amounts', edited(4, { amounts: hugeAmounts(5), quantity: HUGE })],
  ['the largest amounts of a note', edited(4, { amounts: hugeAmounts(7), quantity: HUGE }, NOTE)],
  ['units of many words', edited(3, { unit: 'Metros cúbicos por kilogramo y segundo' })],
  ['a note', NOTE],
  ['long names', { ...CCF, issuer: { ...CCF.issuer, name: 'W'.repeat(250), tradeName: 'M'.repeat(150) } }],
  ['a long receiver', { ...CCF, receiver: { ...CCF.receiver, name: 'W '.repeat(125) } }],
  ['a large total', { ...CCF, toPay: { label: 'Total a pagar', amount: '99,999,999,999.99' } }],
  ['a mark', { ...CCF, mark: { kind: 'invalidated', heading: 'INVALIDADO', detail: 'Sello del evento' } }],
];

describe('a letter', () => {
  it.each(SHEETS)('with %s keeps its margins and writes nothing over anything', (_name, sheet) => {
    for (const page of pagesOf(sheet)) {
      expect(collisions(page)).toEqual([]);
      const lowest = page.strokes.filter(({ tag }) => tag !== null).map(({ y }) => y);
      expect(Math.max(0, ...lowest)).toBeLessThanOrEqual(PAGE.bottom);
    }
  });

  it('does not move its columns from page to page', () => {
    const pages = pagesOf(
      withLines(CCF, 120, (line, index) => ({ ...line, quantity: String(index % 7 === 0 ? 1000 : 2) })),
    );
    const lefts = pages.map(({ strokes }) => strokes.find(({ text }) => text === 'Descripción')?.left);
    expect(pages.length).toBeGreaterThan(3);
    expect(new Set(lefts).size).toBe(1);
    const prices = pages.flatMap(({ strokes }) => strokes.filter(({ text }) => text === '8.0973'));
    expect(new Set(prices.map(({ left }) => left.toFixed(3))).size).toBe(1);
  });

  it('reads the head of the table once and repeats it in silence', () => {
    const heads = pagesOf(edited(60, {})).map(
      ({ strokes }) => strokes.find(({ text }) => text === 'Descripción')?.tag,
    );
    expect(heads).toEqual(['TH', null, null]);
  });

  it('tells short documents cell by cell and long ones line by line', () => {
    const tagOf = (sheet: Sheet) =>
      pagesOf(sheet)[0]?.strokes.find(({ text }) => text === 'Alambre de amarre')?.tag;
    expect([tagOf(edited(60, {})), tagOf(edited(61, {}))]).toEqual(['TD', 'P']);
  });

  it.each([14, 15, 16, 17, 18, 19, 20])(
    'never leaves the totals without a line, %i lines before',
    (count) => {
      const pages = pagesOf(edited(count, {}));
      const totals = pages.findIndex(({ strokes }) => strokes.some(({ text }) => text === 'Total a pagar'));
      const last = pages.findIndex(({ strokes }) =>
        strokes.some(({ text, left }) => text === String(count) && left < 62),
      );
      expect(last).toBe(totals);
    },
  );

  it.each([
    ['the largest amounts', edited(4, { amounts: hugeAmounts(5), quantity: HUGE })],
    ['the largest amounts of a note', edited(4, { amounts: hugeAmounts(7), quantity: HUGE }, NOTE)],
    ['millions', edited(4, { amounts: ['12,345,678.9012', '0.00', '0.00', '0.00', '98,765,432.10'] })],
  ])('keeps the numbers of a line with %s in one row, each under its heading', (_name, sheet) => {
    const strokes = pagesOf(sheet).flatMap((page) => page.strokes);
    const words = strokes.find(({ text }) => text === 'Descripción')?.left;
    const numbers = strokes.filter(
      ({ tag, text, left }) => tag === 'TD' && left !== words && /^[\d,]+\.\d+$/.test(text),
    );
    const rows = Map.groupBy(numbers, ({ y }) => y);
    expect(rows.size).toBe(4);
    for (const row of rows.values()) {
      expect(row.length).toBeGreaterThanOrEqual(6);
      expect(row.map(({ left }) => left)).toEqual(row.map(({ left }) => left).toSorted((a, b) => a - b));
      for (const [index, word] of ['unitario', 'Descuento', 'sujetas', 'exentas', 'gravadas'].entries()) {
        const head = strokes.find(({ tag, text }) => tag === 'TH' && text === word);
        expect(row[index + 1]?.right).toBeCloseTo(head?.right ?? 0, 6);
      }
    }
  });

  it('is set in 9.5 and 7.5 points where it fits one page, and smaller where it does not', () => {
    const sizesOf = (count: number) => {
      const pages = pagesOf(edited(count, {}));
      const size = (word: string) =>
        pages.flatMap(({ strokes }) => strokes).find(({ text }) => text === word)?.size;
      return {
        pages: pages.length,
        value: size('0614-150300-101-1'),
        label: size('NIT'),
        line: size('Alambre de amarre'),
      };
    };
    expect(sizesOf(3)).toEqual({ pages: 1, value: 9.5, label: 7.5, line: 9.5 });
    expect(sizesOf(7)).toEqual({ pages: 1, value: 8, label: 6.4, line: 8 });
    expect(sizesOf(40)).toEqual({ pages: 2, value: 8, label: 6.4, line: 8 });
  });

  it('has 40 lines on two pages, the code beside its description', () => {
    const pages = pagesOf(edited(40, { code: 'CEM-42', description: 'Cemento gris' }));
    expect(pages).toHaveLength(2);
    for (const { strokes } of pages) {
      const [codes, descriptions] = ['CEM-42', 'Cemento gris'].map((word) =>
        strokes.filter(({ text }) => text === word),
      );
      expect(codes?.length).toBeGreaterThanOrEqual(5);
      expect(codes?.map(({ y }) => y)).toEqual(descriptions?.map(({ y }) => y));
    }
  });

  it('leaves at least five lines on the page of the sums, however many there are', () => {
    for (let count = 5; count <= 130; count += 1) {
      const pages = pagesOf(edited(count, { code: 'CEM-42' }));
      const sums = pages.find(({ strokes }) => strokes.some(({ text }) => text === 'Total a pagar'));
      const lines = sums?.strokes.filter(({ text }) => text === 'CEM-42').length ?? 0;
      expect([count, lines >= 5]).toEqual([count, true]);
    }
  });

  it('has no column for units or codes that no line has', () => {
    const texts = pagesOf(edited(2, { unit: '', code: '' })).flatMap(({ strokes }) =>
      strokes.map(({ text }) => text),
    );
    expect(texts).not.toContain('Unidad');
    expect(texts).not.toContain('Código');
  });

  it('shows payments as a table with the day on which each is due', () => {
    const payment = {
      method: 'Tarjeta Débito',
      reference: 'AUT-1',
      term: '30 días',
      due: '20/12/2026',
      amount: '5.00',
    };
    const cash = {
      ...payment,
      method: 'Billetes y monedas',
      reference: null,
      term: null,
      due: null,
      amount: '12.00',
    };
    const strokes = pagesOf({ ...CCF, payments: [payment, cash] }).flatMap((page) => page.strokes);
    const at = (text: string) => strokes.findLast((stroke) => stroke.text === text);
    const heads = ['Forma de pago', 'Referencia', 'Plazo', 'Vence'].map(at);
    const cells = [payment.method, payment.reference, payment.term, payment.due].map(at);
    expect(cells.map((cell) => cell?.left)).toEqual(heads.map((head) => head?.left));
    expect(new Set(heads.map((head) => head?.y)).size).toBe(1);
    expect(new Set([...cells, at('5.00')].map((cell) => cell?.y)).size).toBe(1);
    expect(at('12.00')?.right).toBeCloseTo(at('5.00')?.right ?? 0, 6);
  });

  it('reads a title, headings and paragraphs in the order of the page', () => {
    const [page] = pagesOf(CCF);
    const tags = page?.strokes.filter(({ tag }) => tag === 'H1' || tag === 'H2').map(({ text }) => text);
    expect(tags?.slice(0, 4)).toEqual(['Comprobante de', 'crédito fiscal', 'RECEPTOR', 'PAGOS']);
  });
});
