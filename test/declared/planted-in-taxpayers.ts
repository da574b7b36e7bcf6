import {
  as,
  cent,
  dollars,
  inBytes,
  inCell,
  inRows,
  isNil,
  isType,
  type PlantedFault,
  rowWhere,
  sub,
  text,
} from './planted-fault.ts';

const BYTES: readonly PlantedFault[] = [
  inBytes('a byte order mark', (bytes) => Buffer.concat([Buffer.from('efbbbf', 'hex'), bytes])),
  inBytes('LF instead of CRLF', (bytes) => Buffer.from(text(bytes).replaceAll('\r\n', '\n'), 'latin1')),
  inBytes('CR instead of CRLF', (bytes) => Buffer.from(text(bytes).replaceAll('\r\n', '\r'), 'latin1')),
  inBytes('no end of the last line', (bytes) => bytes.subarray(0, -2)),
  inBytes('an empty line at the end', (bytes) => Buffer.concat([bytes, Buffer.from('\r\n')])),
  inBytes('an empty line in front', (bytes) => Buffer.concat([Buffer.from('\r\n'), bytes])),
  inBytes('commas instead of semicolons', (bytes) => Buffer.from(text(bytes).replaceAll(';', ','), 'latin1')),
  inBytes('a semicolon behind each line', (bytes) =>
    Buffer.from(text(bytes).replaceAll('\r\n', ';\r\n'), 'latin1'),
  ),
  inBytes('UTF-16', (bytes) => Buffer.from(`\ufeff${text(bytes)}`, 'utf16le')),
  inBytes('a heading', (bytes) => Buffer.concat([Buffer.from(`FECHA${';X'.repeat(19)}\r\n`), bytes])),
];

const FILES: readonly PlantedFault[] = [
  {
    name: 'a name of more than 25 characters',
    annex: '1',
    isSeenInFile: true,
    plant: (file) => ({ ...file, name: 'anexo01-ventas-a-contribuyentes.csv' }),
  },
  {
    name: 'a name that is no CSV',
    annex: '1',
    isSeenInFile: true,
    plant: (file) => ({ ...file, name: 'anexo01-2026-11.txt' }),
  },
  {
    name: 'UTF-8 instead of Windows-1252',
    annex: '1',
    isSeenInFile: true,
    plant: ({ rows, ...file }) => ({
      ...file,
      rows: rows.map((cells) => cells.with(8, 'PEÑA Y NÚÑEZ')),
      encode: (each) => Buffer.from(each.map((cells) => `${cells.join(';')}\r\n`).join(''), 'utf8'),
    }),
  },
];

const ONE = '1' as const;
const TAXPAYERS: readonly PlantedFault[] = [
  inCell({ annex: ONE, letter: 'A', name: 'a date of another month', change: sub(/\/11\//, '/10/') }),
  inCell({
    annex: ONE,
    letter: 'A',
    name: 'a date year first',
    change: (cell) => cell.split('/').toReversed().join('-'),
  }),
  inCell({ annex: ONE, letter: 'A', name: 'the 31st of November', change: sub(/^\d\d/, '31') }),
  inCell({
    annex: ONE,
    letter: 'A',
    name: 'the day before',
    change: (cell) => `${String((Number(cell.slice(0, 2)) % 28) + 1).padStart(2, '0')}${cell.slice(2)}`,
    isSeenInFile: false,
  }),
  inCell({ annex: ONE, letter: 'B', name: 'the class of printed documents', change: as('1') }),
  inCell({ annex: ONE, letter: 'C', name: 'a CCF as a note', change: as('05'), where: isType('C', '03') }),
  inCell({ annex: ONE, letter: 'C', name: 'a factura among the CCF', change: as('01') }),
  inCell({
    annex: ONE,
    letter: 'D',
    name: 'hyphens in the control number',
    change: sub(/^DTE(..)/, 'DTE-$1-'),
  }),
  inCell({ annex: ONE, letter: 'E', name: 'a seal that lacks a character', change: (cell) => cell.slice(1) }),
  inCell({ annex: ONE, letter: 'F', name: 'a code in small letters', change: (cell) => cell.toLowerCase() }),
  inCell({
    annex: ONE,
    letter: 'F',
    name: 'the code of another document',
    change: (cell) => cell.replace(/^.{4}/, '0000'),
    isSeenInFile: false,
  }),
  inRows(ONE, 'series and document swapped', (rows) =>
    rows.map((cells) => cells.with(4, cells[5] ?? '').with(5, cells[4] ?? '')),
  ),
  inCell({ annex: ONE, letter: 'G', name: 'an internal control number', change: as('1') }),
  inCell({
    annex: ONE,
    letter: 'H',
    name: 'a NIT with hyphens',
    change: sub(/^(\d{4})(\d{6})(\d{3})(\d)$/, '$1-$2-$3-$4'),
  }),
  inCell({ annex: ONE, letter: 'H', name: 'nobody', change: as(''), where: (row) => row[16] === '' }),
  inCell({
    annex: ONE,
    letter: 'Q',
    name: 'a DUI beside the NIT',
    change: as('012345678'),
    where: (row) => row[7] !== '',
  }),
  inCell({ annex: ONE, letter: 'I', name: 'no name', change: as('') }),
  inCell({ annex: ONE, letter: 'I', name: 'a quoted name', change: (cell) => `"${cell}"` }),
  inCell({ annex: ONE, letter: 'J', name: 'a blank amount', change: as('') }),
  inCell({ annex: ONE, letter: 'L', name: 'a comma for the point', change: sub(/\./, ',') }),
  inCell({ annex: ONE, letter: 'L', name: 'thousands set apart', change: as('1,234.50') }),
  inCell({ annex: ONE, letter: 'L', name: 'one decimal', change: sub(/\d$/, '') }),
  inCell({ annex: ONE, letter: 'L', name: 'a dollar sign', change: (cell) => `$${cell}` }),
  inCell({ annex: ONE, letter: 'M', name: 'VAT that is not 13 %', change: dollars(1) }),
  inCell({ annex: ONE, letter: 'O', name: 'VAT of nobody’s sales', change: as('5.00') }),
  inCell({
    annex: ONE,
    letter: 'P',
    name: 'a total with the VAT in it',
    change: (_, row) => (Number(row[15]) + Number(row[12])).toFixed(2),
    where: (row) => !isNil(row[12]),
  }),
  inCell({ annex: ONE, letter: 'P', name: 'a total off by a cent', change: cent }),
  inRows(ONE, 'a note below zero', (rows) => {
    const row = rowWhere(rows, (cells) => cells[2] === '05' && !isNil(cells[15]));
    const negative = (rows[row] ?? []).map((cell, index) =>
      index >= 9 && index <= 15 && !isNil(cell) ? `-${cell}` : cell,
    );
    return rows.with(row, negative);
  }),
  inCell({ annex: ONE, letter: 'R', name: 'an operation that nobody knows', change: as('7') }),
  inCell({ annex: ONE, letter: 'R', name: 'no operation', change: as('0') }),
  inCell({ annex: ONE, letter: 'S', name: 'an income that nobody knows', change: as('11') }),
  inCell({ annex: ONE, letter: 'T', name: 'the number of another annex', change: as('2') }),
  inRows(ONE, 'a document twice', (rows) => [...rows, ...rows.slice(0, 1)]),
  inRows(ONE, 'a document twice, with another name', (rows) => [
    ...rows,
    ...rows.slice(0, 1).map((cells) => cells.with(8, 'OTRO')),
  ]),
  inRows(ONE, 'a document left out', (rows) => rows.slice(1), false),
  inRows(ONE, 'a column left out', (rows) => rows.map((cells) => cells.toSpliced(6, 1))),
  inRows(
    ONE,
    'exempt and not subject swapped',
    (rows) => {
      const row = rowWhere(rows, (cells) => cells[9] !== cells[10]);
      const cells = rows[row] ?? [];
      return rows.with(row, cells.with(9, cells[10] ?? '').with(10, cells[9] ?? ''));
    },
    false,
  ),
];

export const IN_THE_FIRST_FILE: readonly PlantedFault[] = [...BYTES, ...FILES, ...TAXPAYERS];
