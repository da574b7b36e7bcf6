import { expect, it } from 'vitest';
import { unzip } from '../../test/support/unzip.ts';
import type { Cell } from '../operations/listings/ports.ts';
import { xlsxOf } from './xlsx.ts';

async function bookOf(rows: readonly (readonly Cell[])[], rowsOfSheet?: number) {
  async function* source(): AsyncGenerator<readonly Cell[]> {
    yield* rows;
  }
  const parts: Uint8Array[] = [];
  for await (const part of xlsxOf(source(), rowsOfSheet)) parts.push(part);
  const files = unzip(Buffer.concat(parts));
  return (name: string) => files.get(name)?.toString('utf8') ?? '';
}

it('writes texts as texts, amounts as numbers, and nothing where there is nothing', async () => {
  const book = await bookOf([
    ['nombre', 'monto', 'nada'],
    ['=1+1 <&> Peña\u0000', { amount: '12.50' }, null],
  ]);
  const sheet = book('xl/worksheets/sheet1.xml');
  expect(sheet).toContain(
    '<row><c t="inlineStr"><is><t xml:space="preserve">=1+1 &lt;&amp;&gt; Peña\uFFFD</t></is></c><c s="1"><v>12.50</v></c><c/></row>',
  );
  expect(sheet).not.toContain('<f>');
  expect(book('xl/workbook.xml')).toContain('name="Documentos"');
  expect(book('[Content_Types].xml')).toContain('/xl/worksheets/sheet1.xml');
});

it('begins another sheet, with the heading, where one is full', async () => {
  const rows = Array.from({ length: 450 }, (_, index) => [`fila ${index}`]);
  const book = await bookOf([['nombre'], ...rows], 201);
  const texts = (sheet: number) =>
    [...book(`xl/worksheets/sheet${sheet}.xml`).matchAll(/<t [^>]*>([^<]*)/g)].map(([, text]) => text);
  expect([1, 2, 3, 4].map((sheet) => texts(sheet).length)).toEqual([201, 201, 51, 0]);
  expect([1, 2, 3].flatMap((sheet) => texts(sheet).slice(1))).toEqual(rows.flat());
  expect(texts(3)[0]).toBe('nombre');
  expect(book('xl/workbook.xml')).toContain('name="Documentos 3"');
});

it('is a book with its heading alone where there are no rows', async () => {
  expect((await bookOf([['a', 'b']]))('xl/worksheets/sheet1.xml')).toContain('>b<');
});
