import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { declaredDocument } from '../../../../test/support/declared-document.ts';
import { exampleMonthOrder, readerOf } from '../../../../test/support/declared-month.ts';
import { sheetOf } from '../../../../test/support/sheet-reader.ts';
import { EXPORT_WRITER } from '../../../export/export-writer.ts';
import type { PrintedSheet } from '../../listings/ports.ts';
import { wholeBooks } from './book-files.ts';

const SALES = (['03', '01'] as const).flatMap((tipoDte) =>
  Array.from({ length: 900 }, (_, index) => ({
    ...declaredDocument({ tipoDte, number: index + 1 }),
    text: '{"emisor":{"codActividad":"62010"},"receptor":{"nombre":"Cliente Ficticio"},"resumen":{"totalGravada":1.13,"montoTotalOperacion":1.13,"tributos":[{"codigo":"20","valor":0.13}]}}',
  })),
);

/** A press that prints how many rows each sheet has. */
async function* counted(sheets: readonly PrintedSheet[]): AsyncGenerator<Uint8Array> {
  for (const { name, rows } of sheets) {
    let count = 0;
    for await (const _ of rows) count += 1;
    yield Buffer.from(`${name} ${count}, `);
  }
}

it('makes both files of each book from one reading of the documents', async () => {
  const asked: string[] = [];
  const parts = {
    declarations: readerOf(SALES, asked),
    writer: EXPORT_WRITER,
    sheets: { print: (_: unknown, sheets: readonly PrintedSheet[]) => counted(sheets) },
  };
  const files = new Map<string, Buffer>();
  for await (const book of wholeBooks(parts, exampleMonthOrder()))
    await Promise.all(book.map(async ({ name, content }) => files.set(name, await buffer(content))));
  const bytesOf = (name: string) => files.get(name) ?? Buffer.alloc(0);
  expect([...files.keys()].toSorted()).toEqual([
    'libro-consumidores-2026-11.pdf',
    'libro-consumidores-2026-11.xlsx',
    'libro-contribuyentes-2026-11.pdf',
    'libro-contribuyentes-2026-11.xlsx',
  ]);
  expect(bytesOf('libro-contribuyentes-2026-11.pdf').toString()).toBe(
    'Ventas a contribuyentes 900, Resumen 3, Aparte 0, ',
  );
  const entries = sheetOf(bytesOf('libro-contribuyentes-2026-11.xlsx'), 1);
  expect(entries.filter(([number]) => typeof number === 'number')).toHaveLength(900);
  const summary = sheetOf(bytesOf('libro-contribuyentes-2026-11.xlsx'), 2);
  expect(summary.at(-3)?.slice(0, 5)).toEqual(['Consumidores finales y exterior', 0, 0, 900, 117]);
  expect(asked).toEqual(['01,11', '11', 'unstamped', '03,05', 'unstamped']);
});
