import { describe, expect, it } from 'vitest';
import { type RecordedPage, recordingPen, type Stroke } from '../../../test/support/recording-pen.ts';
import type { BookRow, PageHead, PrintedColumn } from '../../operations/listings/ports.ts';
import { PAGE } from './page.ts';
import { Pages, type SheetFrame } from './pages.ts';

const HEAD: PageHead = {
  title: 'Libro de ventas a contribuyentes',
  holder: 'Comercial Ficticia',
  lines: ['NIT 0614-010190-001-8 · NRC 100101-7 · Mes: noviembre de 2026'],
  isTest: false,
  madeMs: 0,
};
const COLUMNS: readonly PrintedColumn[] = [
  { title: 'Código de generación', width: 10, kind: 'code', share: 128 },
  { title: 'Número de control', width: 10, kind: 'code', share: 0 },
  { title: 'Cliente', width: 10, kind: 'text', share: 480 },
  { title: 'Ventas gravadas', width: 10, kind: 'number', share: 50 },
  { title: 'Total', width: 10, kind: 'number', share: 50 },
];
const FRAME: SheetFrame = {
  name: 'Ventas',
  columns: COLUMNS,
  remark: 'Con IVA.',
  whenEmpty: 'Sin operaciones en el mes.',
  carries: true,
  isSigned: true,
};
const CODE = '0A1B2C3D-A1B2-4C3D-8E9F-000000000001';
const NUMBER = 'DTE-03-M001P001-000000000000001';

function row(name: string, amount: string): BookRow {
  return { tone: 'plain', cells: [CODE, NUMBER, name, { amount }, { amount }] };
}

const totals = (amount: string): BookRow => ({
  tone: 'strong',
  cells: ['', '', 'Total del mes', { amount }, { amount }],
});

function pagesOf(
  rows: readonly BookRow[],
  { foot = [], head = HEAD }: { readonly foot?: readonly BookRow[]; readonly head?: PageHead } = {},
): readonly RecordedPage[] {
  const pen = recordingPen();
  const pages = new Pages(pen, head);
  pages.begin(FRAME);
  pages.rows(rows);
  pages.end(foot);
  pages.close();
  return pen.pages;
}

const textsOf = ({ strokes }: RecordedPage) => strokes.map(({ text }) => text);

/** The texts on the line of a word. */
function lineOf({ strokes }: RecordedPage, word: string): readonly string[] {
  const y = strokes.find(({ text }) => text === word)?.y;
  return strokes.filter((stroke) => stroke.y === y).map(({ text }) => text);
}

/** Texts that leave the margins, or lie over another one. */
function collisions({ strokes }: RecordedPage): readonly string[] {
  const over = (one: Stroke, other: Stroke) =>
    Math.abs(one.y - other.y) < 3 && one.left < other.right - 0.01 && other.left < one.right - 0.01;
  return strokes
    .filter(
      (one, index) =>
        one.left < PAGE.left - 0.01 ||
        one.right > PAGE.right + 0.01 ||
        one.y > PAGE.height - 10 ||
        strokes.slice(index + 1).some((other) => over(one, other)),
    )
    .map(({ text }) => text);
}

describe('the pages of a book', () => {
  const long =
    'Asociación Cooperativa de Ahorro, Crédito y Servicios Múltiples de la Zona Oriental, de R.L. ';
  const rows = Array.from({ length: 150 }, (_, index) => row(index % 9 === 0 ? long : 'Cliente', '10.01'));

  it('have the head and a folio each, and carry their sums to the next', () => {
    const pages = pagesOf(rows, { foot: [totals('1501.50')] });
    expect(pages.length).toBeGreaterThan(5);
    let seen = 0;
    for (const [index, page] of pages.entries()) {
      const texts = textsOf(page);
      expect(texts).toEqual(
        expect.arrayContaining([HEAD.title, HEAD.holder, ...HEAD.lines, `Folio ${index + 1}`, 'Total']),
      );
      if (index > 0) expect(lineOf(page, 'Vienen')).toEqual(['Vienen', sumOf(seen), sumOf(seen)]);
      seen += texts.filter((text) => text === CODE).length;
      if (index < pages.length - 1) expect(lineOf(page, 'Van')).toEqual(['Van', sumOf(seen), sumOf(seen)]);
      expect(collisions(page)).toEqual([]);
    }
    expect(seen).toBe(150);
    const last = pages.at(-1);
    expect(last && lineOf(last, 'Total del mes')).toEqual(['Total del mes', '1,501.50', '1,501.50']);
    expect(last && textsOf(last)).toEqual(expect.arrayContaining(['Nombre del contador', 'Firma']));
  });

  it('leave no total and no signature without rows above it', () => {
    for (let count = 1; count <= 75; count += 1) {
      const pages = pagesOf(rows.slice(0, count), { foot: [totals('1.00')] }).map(textsOf);
      const last = pages.at(-1) ?? [];
      expect([count, last.includes('Total del mes'), last.includes('Firma')]).toEqual([count, true, true]);
      expect(last.filter((text) => text === CODE).length).toBeGreaterThanOrEqual(Math.min(count, 3));
      expect(pages.flat().filter((text) => text === CODE)).toHaveLength(count);
    }
  });

  it('leave no title without its rows, where these are few', () => {
    for (let count = 1; count <= 40; count += 1) {
      const pen = recordingPen();
      const pages = new Pages(pen, HEAD);
      for (const [name, size] of [
        ['Uno', count],
        ['Dos', 3],
      ] as const) {
        pages.begin({ ...FRAME, name, isSigned: false });
        pages.rows(rows.slice(0, size));
        pages.end([totals('1.00')]);
      }
      pages.close();
      expect(pen.pages.flatMap(collisions)).toEqual([]);
      const last = pen.pages.map(textsOf).at(-1) ?? [];
      expect([count, last.includes('Dos')]).toEqual([count, true]);
      const behind = last.slice(last.indexOf('Dos'));
      expect(behind.filter((text) => text === CODE)).toHaveLength(3);
      expect(pen.pages.flatMap(textsOf).filter((text) => text === 'Dos')).toHaveLength(1);
    }
  });

  it('keep amounts within their columns, however many digits they have', () => {
    const [page] = pagesOf([row('Cliente', '-98765432109.99'), row('Cliente', '0.00')]);
    expect(page && collisions(page)).toEqual([]);
    expect(page && lineOf(page, '-98,765,432,109.99')).toHaveLength(4);
    expect(page && textsOf(page).filter((text) => text === '–')).toHaveLength(2);
  });

  it('say that there is nothing, and that it is a test', () => {
    const pages = pagesOf([], { foot: [totals('0.00')], head: { ...HEAD, isTest: true } });
    expect(pages).toHaveLength(1);
    expect(pages.map(textsOf)[0]).toEqual(
      expect.arrayContaining(['Sin operaciones en el mes.', 'AMBIENTE DE PRUEBAS - SIN VALIDEZ FISCAL']),
    );
  });

  it('go on with the next sheet where the page has room', () => {
    const pen = recordingPen();
    const pages = new Pages(pen, HEAD);
    for (const [name, count] of [
      ['Uno', 3],
      ['Dos', 22],
      ['Tres', 1],
    ] as const) {
      pages.begin({ ...FRAME, name, isSigned: false });
      pages.rows(rows.slice(0, count));
      pages.end([]);
    }
    pages.close();
    const [first, second] = pen.pages.map(textsOf);
    expect(first).toEqual(expect.arrayContaining(['Uno', 'Dos']));
    expect(second).toContain('Tres');
    expect(pen.pages.flatMap(collisions)).toEqual([]);
    expect(() => pages.rows([])).toThrow('no sheet');
  });
});

function sumOf(rows: number): string {
  const cents = String(rows * 1001).padStart(3, '0');
  return `${cents.slice(0, -2)}.${cents.slice(-2)}`.replace(/^(\d)(\d{3})\./, '$1,$2.');
}
