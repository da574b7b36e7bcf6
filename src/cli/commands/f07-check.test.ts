import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runIn } from '../../../test/support/command-line.ts';
import { sharedPlace } from '../../../test/support/shared-place.ts';

const folder = sharedPlace();
const SEAL = '2026'.padEnd(40, 'F');
const CODE = 'AB12CD34'.repeat(4);
const OTHER_CODE = '12CD34AB'.repeat(4);

/** A day as the portal took it from an accountant for June 2026, with identifiers of nobody. */
const SEEN_DAY = `01/06/2026;4;01;DTE01S001P005000000000297361;${SEAL};297361;298111;AB12CD34 AB12 CD34 AB12 CD34AB12CD34;${OTHER_CODE};;0;0;0;1164.98;0;0;0;0;0;1164.98;1;3;2`;
const DAY = `01/06/2026;4;01;N/A;N/A;N/A;N/A;${CODE};${OTHER_CODE};;0.00;0.00;0.00;1164.98;0.00;0.00;0.00;0.00;0.00;1164.98;1;3;2`;
const SALE = `01/06/2026;4;03;DTE03M001P001000000000000001;${SEAL};${CODE};;06141501901010;CLIENTE FICTICIO;0.00;0.00;21.24;2.76;0.00;0.00;21.24;;1;3;1`;

/** Another sale or day than the given one. */
const next = (line: string) => line.replace(CODE, OTHER_CODE).replace('01/06', '02/06');

interface Told {
  readonly line: number;
  readonly column: string | null;
  readonly message: string;
}

/** What the command says of lines for June 2026. */
async function check(lines: readonly string[], name = 'anexo.csv') {
  const file = join(folder, name);
  await writeFile(file, Buffer.from(lines.map((line) => `${line}\r\n`).join(''), 'latin1'));
  const { json, text, exitCode } = await runIn({}, `f07 check ${file} --month 2026-06`);
  const { faults, remarks, sums } = json as {
    readonly faults: readonly Told[];
    readonly remarks: readonly Told[];
    readonly sums: readonly { readonly amount: string }[];
  };
  const places = (told: readonly Told[]) => told.map(({ line, column }) => `${line} ${column ?? '-'}`);
  return {
    exitCode,
    faults: places(faults),
    remarks: places(remarks),
    words: [...faults, ...remarks].map(({ message }) => message).join('\n'),
    sums: sums.map(({ amount }) => amount),
    text: text.join('\n'),
  };
}

describe('what the portal was seen to take', () => {
  it('has remarks and no mistake: numbers for N/A, blanks in a code, amounts without cents', async () => {
    const { exitCode, faults, remarks, words, sums, text } = await check([SEEN_DAY]);
    expect([exitCode, faults]).toEqual([0, []]);
    expect(remarks).toEqual(['0 -', '0 -', '1 D', '1 E', '1 F', '1 G']);
    expect(words).toMatch(/espacios.*columna H;/);
    expect(words).toMatch(/dos decimales.*columnas K, L, M, O, P, Q, R, S;/);
    expect(words).toContain('"N/A"');
    expect([sums[3], sums[9]]).toEqual(['1164.98', '1164.98']);
    expect(text).toContain('Mistakes: 0. To be looked at: 6.');
  });

  it('has a remark where a total has the débito in it, which the screen of the manual has not', async () => {
    const { exitCode, faults, remarks, words } = await check([SALE.replace(';21.24;;', ';24.00;;')]);
    expect([exitCode, faults, remarks]).toEqual([0, [], ['1 P']]);
    expect(words).toContain('sin débitos');
  });
});

describe('what every line of a file has', () => {
  const quoted = (line: string) =>
    line
      .split(';')
      .map((cell) => `"${cell}"`)
      .join(';');
  const lines = [SALE, next(SALE)];

  it.each([
    ['quotes, as QUOTE_ALL writes them', quoted, /comillas.*2 filas, desde la 1/],
    [
      'quotes where a program thinks that they are needed',
      (line: string) => line.replace('CLIENTE FICTICIO', '"CLIENTE FICTICIO"'),
      /comillas/,
    ],
    [
      'small letters in a code',
      (line: string) => line.replace(/;[0-9A-F]{32};/, (code) => code.toLowerCase()),
      /mayúsculas.*columna F;/,
    ],
    [
      'small letters in every identifier',
      (line: string) => line.toLowerCase(),
      /mayúsculas.*columnas D, E, F;/,
    ],
    [
      'blanks behind the text, as columns of a fixed width have them',
      (line: string) => line.replace('FICTICIO', 'FICTICIO      ').replace(';1;3;1', ' ;1 ;3;1'),
      /espacios.*columnas I, Q, R;/,
    ],
    [
      'a blank in the number of the customer',
      (line: string) => line.replace('0614150190', '0614 150190 '),
      /espacios.*columna H;/,
    ],
    ['an empty cell behind the last', (line: string) => `${line};`, /celdas vacías/],
    ['many empty cells behind the last', (line: string) => `${line};;;;;;`, /celdas vacías/],
    [
      'amounts without cents',
      (line: string) => line.replaceAll('0.00', '0'),
      /dos decimales.*columnas J, K, N, O;/,
    ],
  ])('is told once: %s', async (_, worn, words) => {
    const found = await check(lines.map(worn));
    expect([found.exitCode, found.faults, found.remarks]).toEqual([0, [], ['0 -']]);
    expect(found.words).toMatch(words);
    expect(found.sums).toEqual(['0.00', '0.00', '42.48', '5.52', '0.00', '0.00', '42.48']);
  });

  it('is told once of each kind, and what is wrong beneath it is told by line', async () => {
    const worn = lines.map((line) => `${quoted(line.toLowerCase().replace('fict', ' fict'))};`);
    const wrong = worn.with(1, (worn[1] ?? '').replace('2.76', '3.76').replace('cliente', ' cliente'));
    const { exitCode, faults, remarks, words } = await check(wrong);
    expect([exitCode, faults, remarks]).toEqual([1, ['2 M'], ['0 -', '0 -', '0 -', '0 -']]);
    expect(words).toMatch(/espacios.*columna I; 1 fila, la 2/);
  });

  it('is not peeled off a name, nor off what stays wrong beneath it', async () => {
    const short = SALE.replace(/;[0-9A-F]{32};/, ';ab 12;');
    const { exitCode, faults, remarks, words } = await check([short]);
    expect([exitCode, faults, remarks]).toEqual([0, [], ['1 F']]);
    expect(words).toContain('32 caracteres');
    expect((await check([SALE.replace('CLIENTE FICTICIO', 'Cliente  de  Prueba')])).remarks).toEqual([]);
  });

  it('may be a mark of UTF-8, which the portal reads as part of the first cell: a mistake, told once', async () => {
    const { exitCode, faults, words } = await check([`ï»¿${SALE}`]);
    expect([exitCode, faults]).toEqual([1, ['0 -']]);
    expect(words).toContain('BOM');
  });
});

describe('a generation code in small letters', () => {
  it.each([
    [SALE, CODE, 'F'],
    [DAY, CODE, 'H'],
    [DAY, OTHER_CODE, 'I'],
    [`DTE01M001P001000000000000001;4;0;0;01;D;${SEAL};0;0;${CODE}`, CODE, 'J'],
    [`06141501901010;05/06/2026;03;DTE03M001P001000000000000001;${SEAL};${CODE};100.00;1.00;;9`, CODE, 'F'],
    [`2;000000018;PERSONA FICTICIA;05/06/2026;${SEAL};${CODE};100.00;0.00;1;2;2;2;5`, CODE, 'F'],
  ])('must be in capitals: %s', async (line, code, column) => {
    const { words, remarks, exitCode } = await check([line.replace(code, code.toLowerCase())]);
    expect([exitCode, remarks]).toEqual([0, ['0 -']]);
    expect(words).toContain('deben ir en mayúsculas');
    expect(words).toContain(`columna ${column};`);
  });
});

describe('rows of another width', () => {
  const withoutNumber = (line: string) => line.split(';').slice(0, -1).join(';');

  it.each([
    ['19 columns, without the number of the annex', withoutNumber(SALE), 19, 20],
    ['22 columns, without the number of the annex', withoutNumber(DAY), 22, 23],
    ['19 columns, without the internal number', SALE.replace(`${CODE};;`, `${CODE};`), 19, 20],
    ['22 columns, without the cash register', DAY.replace(`${OTHER_CODE};;`, `${OTHER_CODE};`), 22, 23],
    ['21 columns', SALE.replace(';06141501901010', ';1;06141501901010'), 21, 20],
    ['24 columns', DAY.replace(';N/A;N/A', ';N/A;N/A;N/A'), 24, 23],
  ])('are of a wrong shape, and in no sum: %s', async (_, line, columns, expected) => {
    const { exitCode, faults, words, sums, text } = await check([line, next(line)]);
    expect([exitCode, faults, sums]).toEqual([1, ['1 -', '2 -'], []]);
    expect(words).toContain('Registro no coincide con el de la estructura');
    expect(words).toContain(`tiene ${columns} columnas y deben ser ${expected}`);
    expect(text).toContain('No row is in a sum: all of them are of another shape.');
  });

  it('leave the sums of the others as they are, which is said', async () => {
    const third = SALE.replace(CODE, 'C'.repeat(32));
    const { exitCode, faults, sums, text } = await check([SALE, withoutNumber(next(SALE)), third]);
    expect([exitCode, faults]).toEqual([1, ['2 -']]);
    expect(sums).toEqual(['0.00', '0.00', '42.48', '5.52', '0.00', '0.00', '42.48']);
    expect(text).toContain('1 of the rows is in no sum: it is of another shape.');
  });
});

describe('the warrant of a rule', () => {
  const others: readonly (readonly [string, string, string])[] = [
    ['a day of another month', '01/06/2026', '01/07/2026'],
    ['a date of another form', '01/06/2026', '2026-06-01'],
    ['a control number with hyphens', 'DTE03M001P001', 'DTE-03-M001P001-'],
    ['a seal of 39', SEAL, SEAL.slice(1)],
    ['nobody', '06141501901010', ''],
    ['another VAT', ';2.76;', ';3.76;'],
    ['the number of another annex', ';1;3;1', ';1;3;2'],
    ['a blank amount', ';21.24;2.76', ';;2.76'],
    ['thousands apart', ';21.24;2.76', ';1,021.24;2.76'],
    ['no name', 'CLIENTE FICTICIO', ''],
  ];
  it.each(others)('is the words of the portal: %s', async (_, cell, other) => {
    const { exitCode, faults } = await check([
      SALE,
      next(SALE)
        .replace(cell, other)
        .replace('02/06/2026', other.includes('2026') ? other : '02/06/2026'),
    ]);
    expect([exitCode, faults.length]).toEqual([1, 1]);
  });

  it.each([
    ['a printed document', ';4;03;', ';1;03;'],
    ['an internal control number', `${CODE};;`, `${CODE};7;`],
    ['a code of 31', CODE, CODE.slice(1)],
    ['a name in parts', 'CLIENTE FICTICIO', "CLIENTE 'FICTICIO'"],
    ['an income of no list', ';1;3;1', ';1;11;1'],
    ['a DUI beside the NIT', ';;1;3;1', ';000000018;1;3;1'],
    ['another type than the number says', ';4;03;', ';4;05;'],
    ['a third decimal', ';21.24;2.76', ';21.249;2.76'],
  ])('is the text of the manual alone: %s', async (_, cell, other) => {
    const { exitCode, faults, remarks } = await check([SALE.replace(cell, other)]);
    expect([exitCode, faults, remarks.length]).toEqual([0, [], 1]);
  });

  it('is the text of the manual for a note below zero, a repeated row and a long name of the file', async () => {
    const note = SALE.replace(/03/g, '05').replace(/;(?=21\.24|2\.76)/g, ';-');
    expect(await check([note])).toMatchObject({
      exitCode: 0,
      faults: [],
      remarks: ['1 L', '1 M', '1 P'],
    });
    expect(await check([SALE, SALE])).toMatchObject({ exitCode: 0, faults: [], remarks: ['2 -'] });
    const name = 'anexo01-ventas-de-un-mes-2026-06.csv';
    expect(await check([SALE], name)).toMatchObject({ exitCode: 0, faults: [], remarks: ['0 -'] });
    expect(await check([SALE], 'anexo01.txt')).toMatchObject({ exitCode: 1, faults: ['0 -'] });
  });
});
