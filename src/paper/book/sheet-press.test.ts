import { describe, expect, it } from 'vitest';
import { readPdf } from '../../../test/support/pdf-reader.ts';
import type { BookRow, PageHead, PrintedSheet } from '../../operations/listings/ports.ts';
import { createSheetPress, SHEET_LIMITS } from './sheet-press.ts';

const HEAD: PageHead = {
  title: 'Libro de ventas',
  holder: 'Comercial Ficticia',
  lines: ['Mes: noviembre de 2026'],
  isTest: false,
  madeMs: Date.UTC(2026, 11, 1),
};

/** A sheet of so many rows, which counts those that were read. */
function sheetOf(count: number, change: (index: number) => BookRow['cells'] = cellsAt) {
  const read = { rows: 0 };
  const sheet: PrintedSheet = {
    name: 'Ventas',
    columns: [
      { title: 'Cliente', width: 10, kind: 'text', share: 300 },
      { title: 'Total', width: 10, kind: 'number', share: 100 },
    ],
    printed: 2,
    remark: '',
    whenEmpty: 'Nada.',
    carries: true,
    isSigned: false,
    rows: rows(),
    foot: () => [{ tone: 'strong', cells: ['Total del mes', { amount: '1.00' }] }],
  };
  async function* rows(): AsyncGenerator<BookRow> {
    for (let index = 0; index < count; index += 1) {
      read.rows += 1;
      yield { tone: 'plain', cells: change(index) };
    }
  }
  return { sheet, read };
}

const cellsAt = (index: number): BookRow['cells'] => [`Cliente ${index}`, { amount: '1.00' }];

async function printed(sheet: PrintedSheet, limits = SHEET_LIMITS): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of createSheetPress(limits).print(HEAD, [sheet])) pieces.push(piece);
  return Buffer.concat(pieces);
}

describe('the press of sheets', { timeout: 60_000 }, () => {
  it('prints a tagged PDF in Spanish, the same for the same rows', async () => {
    const bytes = await printed(sheetOf(120).sheet);
    const { pages, title, language, isTagged } = await readPdf(bytes);
    expect([title, language, isTagged, pages.length]).toEqual(['Libro de ventas', 'es-SV', true, 3]);
    expect(pages[2]?.text).toContain('Cliente 119');
    expect(pages[2]?.text).toContain('Total del mes');
    expect(Buffer.compare(bytes, await printed(sheetOf(120).sheet))).toBe(0);
  });

  it('gives pages away before the last rows are read', async () => {
    const { sheet, read } = sheetOf(5_000);
    const sizes: number[] = [];
    for await (const piece of createSheetPress().print(HEAD, [sheet])) {
      if (read.rows < 2_000) sizes.push(piece.length);
    }
    expect(sizes.length).toBeGreaterThan(5);
    expect(read.rows).toBe(5_000);
  });

  it('reads no further than who takes the pages does', async () => {
    const { sheet, read } = sheetOf(100_000);
    for await (const _ of createSheetPress().print(HEAD, [sheet])) break;
    expect(read.rows).toBeLessThan(1_000);
  });

  it('fails where a part of it takes too long or too much memory', async () => {
    const hurried = printed(sheetOf(3_000).sheet, { ...SHEET_LIMITS, timeoutMs: 1 });
    await expect(hurried).rejects.toThrow('no answer within 1 ms');
    const { sheet } = sheetOf(1, () => ['x '.repeat(3_000_000), null]);
    const crowded = printed(sheet, { ...SHEET_LIMITS, heapMb: 24 });
    await expect(crowded).rejects.toThrow(/the press (?:ended|broke)/);
  });
});
