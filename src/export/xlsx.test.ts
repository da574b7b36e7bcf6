import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { unzip } from '../../test/support/unzip.ts';
import type { BookRow, BookSheet, Cell } from '../operations/listings/ports.ts';
import { bookOf, xlsxOf } from './xlsx.ts';
import { rangeOf } from './xlsx-frames.ts';

async function tableBook(rows: readonly (readonly Cell[])[], rowsOfSheet?: number) {
  async function* source(): AsyncGenerator<readonly Cell[]> {
    yield* rows;
  }
  return filesIn(xlsxOf(source(), rowsOfSheet));
}

/** The text of each part of a book, by its name. */
async function filesIn(pieces: AsyncIterable<Uint8Array>) {
  const parts: Uint8Array[] = [];
  for await (const part of pieces) parts.push(part);
  const files = unzip(Buffer.concat(parts));
  return (name: string) => files.get(name)?.toString('utf8') ?? '';
}

it('writes texts as texts, amounts as numbers, and nothing where there is nothing', async () => {
  const book = await tableBook([
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
  const book = await tableBook([['nombre'], ...rows], 201);
  const texts = (sheet: number) =>
    [...book(`xl/worksheets/sheet${sheet}.xml`).matchAll(/<t [^>]*>([^<]*)/g)].map(([, text]) => text);
  expect([1, 2, 3, 4].map((sheet) => texts(sheet).length)).toEqual([201, 201, 51, 0]);
  expect([1, 2, 3].flatMap((sheet) => texts(sheet).slice(1))).toEqual(rows.flat());
  expect(texts(3)[0]).toBe('nombre');
  expect(book('xl/workbook.xml')).toContain('name="Documentos 3"');
});

it('is a book with its heading alone where there are no rows', async () => {
  expect((await tableBook([['a', 'b']]))('xl/worksheets/sheet1.xml')).toContain('>b<');
});

describe('a book for people', () => {
  async function* rowsOf(rows: readonly BookRow[]): AsyncGenerator<BookRow> {
    yield* rows;
  }
  const row = (cells: BookRow['cells'], tone: BookRow['tone'] = 'plain'): BookRow => ({ tone, cells });
  const sheet = (rows: readonly BookRow[], changes: Partial<BookSheet> = {}): BookSheet => ({
    name: 'Ventas & más',
    columns: [
      { title: 'Día', width: 12 },
      { title: 'Monto', width: 14 },
    ],
    printed: 1,
    rows: rowsOf(rows),
    foot: () => [],
    ...changes,
  });
  const cellsIn = (xml: string) =>
    [...xml.matchAll(/<c(?: t="inlineStr")?(?: s="(\d+)")?(?:\/>|>(?:<is><t[^>]*>)?(?:<v>)?([^<]*))/g)].map(
      ([, style = '0', text = '']) => [Number(style), text],
    );

  it('has days, times, amounts and counts as numbers of spreadsheets', async () => {
    const book = await filesIn(
      bookOf([
        sheet([
          row([{ day: '2026-11-23' }, { clock: '18:00:00' }, { amount: '-12.50' }, { count: 3 }, 'x', null]),
        ]),
      ]),
    );
    const cells = cellsIn(book('xl/worksheets/sheet1.xml')).slice(2);
    expect(cells.map(([, text]) => text)).toEqual(['46349', '0.75', '-12.50', '3', 'x', '']);
    const styles = [...book('xl/styles.xml').matchAll(/<xf numFmtId="(\d+)"[^>]*xfId/g)].map(([, id]) => id);
    const codes = new Map(
      [...book('xl/styles.xml').matchAll(/numFmtId="(\d+)" formatCode="([^"]*)"/g)].map(([, id, code]) => [
        id,
        code,
      ]),
    );
    const shown = cells.map(([style]) => codes.get(styles[Number(style)]));
    expect(shown).toEqual([
      'dd/mm/yyyy',
      'hh:mm:ss',
      '#,##0.00;[Red]-#,##0.00;&quot;–&quot;',
      '#,##0',
      undefined,
      undefined,
    ]);
  });

  it('gives a text as many lines as it takes, in columns of sentences', async () => {
    const columns = [
      { title: 'Casilla', width: 10 },
      { title: 'Por qué', width: 20, wraps: true as const },
    ];
    const book = await filesIn(bookOf([sheet([row(['96', 'una frase'])], { columns })]));
    const formats = book('xl/styles.xml')
      .match(/<cellXfs.*<\/cellXfs>/)?.[0]
      .match(/<xf .*?(?=<xf |<\/cellXfs)/g);
    const [short, long] = cellsIn(book('xl/worksheets/sheet1.xml')).slice(2);
    const wraps = [short, long].map((cell) => formats?.[Number(cell?.[0])]?.includes('wrapText="1"'));
    expect(wraps).toEqual([false, true]);
  });

  it('keeps its heading in sight, and filters the rows but not what stands below', async () => {
    const foot = () => [row(['Total', { amount: '3.00' }], 'strong')];
    const book = await filesIn(
      bookOf([sheet([row(['a', { amount: '1.00' }]), row(['b', null], 'faint')], { foot })]),
    );
    const xml = book('xl/worksheets/sheet1.xml');
    expect(xml).toContain('state="frozen"');
    expect(xml).toContain('<col min="2" max="2" width="14" customWidth="1"/>');
    expect(xml).toContain('<autoFilter ref="A1:B3"/>');
    expect(xml.indexOf('Total')).toBeGreaterThan(xml.indexOf('<row/>'));
    expect(book('xl/workbook.xml')).toContain(
      `<definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">'Ventas &amp; más'!$A$1:$B$3</definedName>`,
    );
    expect(book('xl/workbook.xml')).toContain(`>'Ventas &amp; más'!$A:$A</definedName>`);
    expect(book('xl/workbook.xml')).toContain(`>'Ventas &amp; más'!$1:$1</definedName>`);
    const [heading] = cellsIn(xml);
    const strong = cellsIn(xml).find(([, text]) => text === 'Total');
    expect(new Set([heading?.[0], strong?.[0], 0]).size).toBe(3);
  });

  it('may have lines above its heading, on every sheet and every printed page', async () => {
    const rows = Array.from({ length: 20 }, (_, index) => row([`fila ${index}`, null]));
    const book = await filesIn(bookOf([sheet(rows, { above: ['Libro', 'NIT & NRC'] })], 13));
    for (const [place, last] of [
      [1, 13],
      [2, 13],
    ] as const) {
      const xml = book(`xl/worksheets/sheet${place}.xml`);
      const texts = cellsIn(xml).map(([, text]) => text);
      expect(texts.slice(0, 4)).toEqual(['Libro', 'NIT &amp; NRC', 'Día', 'Monto']);
      expect(xml).toContain('<pane ySplit="3" topLeftCell="A4"');
      expect(xml).toContain(`<autoFilter ref="A3:B${last}"/>`);
      expect(book('xl/workbook.xml')).toContain(
        `localSheetId="${place - 1}">'Ventas &amp; más${place === 1 ? '' : ' 2'}'!$1:$3</definedName>`,
      );
      expect(book('xl/workbook.xml')).toContain(`!$A$3:$B$${last}</definedName>`);
    }
  });

  it('begins another sheet where one is full, and writes what stands below once, before the next kind of sheet', async () => {
    let read = 0;
    async function* many(): AsyncGenerator<BookRow> {
      for (; read < 450; read += 1) yield row([`fila ${read}`]);
    }
    const rows = { [Symbol.asyncIterator]: () => many() };
    const first = sheet([], { name: 'Documentos', rows, foot: () => [row([`leídas ${read}`])] });
    const second = sheet([row(['dos'])], { name: 'Totales' });
    const book = await filesIn(bookOf([first, second], 201));
    const texts = (place: number) => cellsIn(book(`xl/worksheets/sheet${place}.xml`)).map(([, text]) => text);
    expect([1, 2, 3, 4].map((place) => texts(place).length)).toEqual([202, 202, 53, 3]);
    expect(texts(3).at(-1)).toBe('leídas 450');
    expect(book('xl/workbook.xml').match(/name="(?:Documentos|Totales)[^"]*"/g)).toEqual([
      'name="Documentos"',
      'name="Documentos 2"',
      'name="Documentos 3"',
      'name="Totales"',
    ]);
  });

  it('reads no further than it is read, and lets go of what it reads from', async () => {
    let read = 0;
    let isOver = false;
    async function* endless(): AsyncGenerator<BookRow> {
      try {
        for (;;) {
          read += 1;
          yield row([randomBytes(2_000).toString('base64')]);
        }
      } finally {
        isOver = true;
      }
    }
    let written = 0;
    for await (const piece of bookOf([sheet([], { rows: endless() })])) {
      written += piece.length;
      if (written > 500_000) break;
    }
    expect(read).toBeLessThan(1_500);
    expect(isOver).toBe(true);
  });
});

describe('a range of cells', () => {
  it.each([
    [1, 1, 'A1:A1'],
    [26, 20, 'A1:Z20'],
    [27, 1_000_000, 'A1:AA1000000'],
    [703, 2, 'A1:AAA2'],
  ])('%i columns and %i rows', (columns, rows, range) => {
    expect(rangeOf(columns, rows)).toBe(range);
  });

  it('may begin further down', () => {
    expect(rangeOf(2, 9, 4)).toBe('A4:B9');
  });
});
