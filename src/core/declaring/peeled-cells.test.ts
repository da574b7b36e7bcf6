import { describe, expect, it } from 'vitest';
import * as column from './column-kinds.ts';
import { cellsIn, peeledRow, WornSkins } from './peeled-cells.ts';

const NOVEMBER = { period: { year: 2026, month: 11 }, notesAreNegative: false };

describe('the cells of a line', () => {
  it.each([
    ['a;b;;', ['a', 'b', '', ''], []],
    ['', [''], []],
    [' a;b ;c d', ['a', 'b', 'c d'], ['blanks', 'blanks']],
    ['"a";"";"b;c"', ['a', '', 'b;c'], ['quotes']],
    ['"a ""b""";c', ['a "b"', 'c'], ['quotes']],
    [' "a" ;"  b"', ['a', 'b'], ['quotes', 'blanks']],
    // A quote that does not go around a whole cell is part of its text.
    ['"a" b;c"', ['"a" b', 'c"'], []],
    ['a;"b;c', ['a', '"b', 'c'], []],
    ['"a"";b', ['"a""', 'b'], []],
    [';;"";', ['', '', '', ''], ['quotes']],
    ['"";;"a"', ['', '', 'a'], ['quotes']],
  ])('are those of %j', (line, cells, worn) => {
    const read = cellsIn(line);
    expect(read.cells).toEqual(cells);
    expect(read.worn.map(({ skin }) => skin)).toEqual(worn);
  });

  it('are found in a line of quotes alone without going over it again and again', () => {
    const line = '"'.repeat(65_535);
    const before = performance.now();
    cellsIn(line);
    expect(performance.now() - before).toBeLessThan(1_000);
  });
});

describe('a row', () => {
  const columns = [
    column.name('Nombre'),
    column.generationCode('Código'),
    column.amount('Monto'),
    column.text('Otro', /^[0-9a-z]+$/, { warrant: 'portal', message: 'No' }),
  ];
  const code = 'AB'.repeat(16);
  const peeled = (...cells: readonly string[]) => {
    const { cells: inner, worn } = peeledRow({ cells, worn: [] }, columns, NOVEMBER);
    return [inner, worn.map(({ skin, column: at }) => `${skin} ${at ?? '-'}`)];
  };

  it.each([
    [['Ana M', code, '1.00', 'a1'], []],
    [['Ana M', code.toLowerCase(), '1.00', 'a1'], ['letters 1']],
    [
      ['Ana M', ` ${code.slice(0, 8)} ${code.slice(8).toLowerCase()}`, '1.00', 'a1'],
      ['blanks 1', 'letters 1'],
    ],
    [['Ana M', code, '1', 'a1'], ['decimals 2']],
    [
      ['Ana M', code, '1 .', 'a1'],
      ['blanks 2', 'decimals 2'],
    ],
    [['Ana M', code, '1.009', 'a1'], ['decimals 2']],
    [['Ana M', code, '1.00', 'a 1'], ['blanks 3']],
    [['Ana M', code, '1.00', 'a1', '', ''], ['cells -']],
  ])('is seen through to what its columns take: %j', (cells, worn) => {
    expect(peeled(...cells)).toEqual([['Ana M', code, '1.00', 'a1'], worn]);
  });

  it.each([
    [['Ana "M"', code, '1.00', 'a1']],
    [['Ana M', `${code}-`.toLowerCase(), '1.00', 'a1']],
    [['Ana M', code, '1,0', 'a1']],
    [['Ana M', code, '.', 'a1']],
    [['Ana M', code, '1.00', 'a1', '', 'x']],
    [['ana m', 'ab', '1']],
  ])('stays as it is where nothing helps: %j', (cells) => {
    expect(peeled(...cells)).toEqual([cells, []]);
  });

  it('is seen through as far as to what is really wrong with it', () => {
    expect(peeled('Ana M', code, '-5', 'a1')).toEqual([['Ana M', code, '-5.00', 'a1'], ['decimals 2']]);
  });
});

it('says once of each kind of skin where it is', () => {
  const skins = new WornSkins();
  skins.add(2, [
    { skin: 'blanks', column: 4 },
    { skin: 'blanks', column: 1 },
  ]);
  skins.add(5, [
    { skin: 'blanks', column: 1 },
    { skin: 'quotes', column: null },
  ]);
  expect(skins.findings().map(({ line, warrant, message }) => [line, warrant, message])).toEqual([
    [0, 'manual', 'Hay espacios que sobran en las celdas (columnas B, E; 2 filas, desde la 2)'],
    [0, 'manual', 'Hay celdas entre comillas, y el archivo no debe llevarlas (1 fila, la 5)'],
  ]);
});
