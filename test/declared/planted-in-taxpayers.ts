import {
  as,
  BY_THE_MANUAL,
  cent,
  dollars,
  inBytes,
  inCells,
  inRows,
  isNil,
  isType,
  type PlantedFault,
  remarkedInBytes,
  remarkedInRows,
  rowWhere,
  sub,
  text,
  unseenInRows,
} from './planted-fault.ts';

const BYTES: readonly PlantedFault[] = [
  inBytes('a byte order mark', (bytes) => Buffer.concat([Buffer.from('efbbbf', 'hex'), bytes])),
  remarkedInBytes('LF instead of CRLF', (bytes) =>
    Buffer.from(text(bytes).replaceAll('\r\n', '\n'), 'latin1'),
  ),
  remarkedInBytes('CR instead of CRLF', (bytes) =>
    Buffer.from(text(bytes).replaceAll('\r\n', '\r'), 'latin1'),
  ),
  remarkedInBytes('no end of the last line', (bytes) => bytes.subarray(0, -2)),
  inBytes('an empty line at the end', (bytes) => Buffer.concat([bytes, Buffer.from('\r\n')])),
  inBytes('an empty line in front', (bytes) => Buffer.concat([Buffer.from('\r\n'), bytes])),
  inBytes('commas instead of semicolons', (bytes) => Buffer.from(text(bytes).replaceAll(';', ','), 'latin1')),
  remarkedInBytes('a semicolon behind each line', (bytes) =>
    Buffer.from(text(bytes).replaceAll('\r\n', ';\r\n'), 'latin1'),
  ),
  inBytes('UTF-16', (bytes) => Buffer.from(`\ufeff${text(bytes)}`, 'utf16le')),
  inBytes('a heading', (bytes) => Buffer.concat([Buffer.from(`FECHA${';X'.repeat(19)}\r\n`), bytes])),
];

const FILES: readonly PlantedFault[] = [
  {
    name: 'a name of more than 25 characters',
    annex: '1',
    warrant: 'manual',
    plant: (file) => ({ ...file, name: 'anexo01-ventas-a-contribuyentes.csv' }),
  },
  {
    name: 'a name that is no CSV',
    annex: '1',
    warrant: 'portal',
    plant: (file) => ({ ...file, name: 'anexo01-2026-11.txt' }),
  },
  {
    name: 'UTF-8 instead of Windows-1252',
    annex: '1',
    warrant: 'manual',
    plant: ({ rows, ...file }) => ({
      ...file,
      rows: rows.map((cells) => cells.with(8, 'PEÑA Y NÚÑEZ')),
      encode: (each) => Buffer.from(each.map((cells) => `${cells.join(';')}\r\n`).join(''), 'utf8'),
    }),
  },
];

const TAXPAYERS: readonly PlantedFault[] = [
  ...inCells('1', [
    ['A', 'a date of another month', sub(/\/11\//, '/10/')],
    ['A', 'a date year first', (cell) => cell.split('/').toReversed().join('-')],
    ['A', 'the 31st of November', sub(/^\d\d/, '31')],
    [
      'A',
      'the day before',
      (cell) => `${String((Number(cell.slice(0, 2)) % 28) + 1).padStart(2, '0')}${cell.slice(2)}`,
      { warrant: null },
    ],
    ['B', 'the class of printed documents', as('1'), BY_THE_MANUAL],
    ['C', 'a CCF as a note', as('05'), { where: isType('C', '03'), warrant: 'manual' }],
    ['C', 'a factura among the CCF', as('01'), BY_THE_MANUAL],
    ['D', 'hyphens in the control number', sub(/^DTE(..)/, 'DTE-$1-')],
    ['E', 'a seal that lacks a character', (cell) => cell.slice(1)],
    ['F', 'a code in small letters', (cell) => cell.toLowerCase(), BY_THE_MANUAL],
    ['F', 'the code of another document', (cell) => cell.replace(/^.{4}/, '0000'), { warrant: null }],
    ['G', 'an internal control number', as('1'), BY_THE_MANUAL],
    ['H', 'a NIT with hyphens', sub(/^(\d{4})(\d{6})(\d{3})(\d)$/, '$1-$2-$3-$4')],
    ['H', 'nobody', as(''), { where: (row) => row[16] === '' }],
    ['Q', 'a DUI beside the NIT', as('012345678'), { where: (row) => row[7] !== '', warrant: 'manual' }],
    ['I', 'no name', as('')],
    ['I', 'a quoted name', (cell) => `"${cell}"`, BY_THE_MANUAL],
    ['J', 'a blank amount', as('')],
    ['L', 'a comma for the point', sub(/\./, ',')],
    ['L', 'thousands set apart', as('1,234.50')],
    ['L', 'one decimal', sub(/\d$/, ''), BY_THE_MANUAL],
    ['L', 'a dollar sign', (cell) => `$${cell}`],
    ['M', 'VAT that is not 13 %', dollars(1)],
    ['O', 'VAT of nobody’s sales', as('5.00')],
    [
      'P',
      'a total with the VAT in it',
      (_, row) => (Number(row[15]) + Number(row[12])).toFixed(2),
      { where: (row) => !isNil(row[12]), warrant: 'manual' },
    ],
    ['P', 'a total off by a cent', cent, BY_THE_MANUAL],
    ['R', 'an operation that nobody knows', as('7'), BY_THE_MANUAL],
    ['R', 'no operation', as('0'), BY_THE_MANUAL],
    ['S', 'an income that nobody knows', as('11'), BY_THE_MANUAL],
    ['T', 'the number of another annex', as('2')],
  ]),
  inRows('1', 'series and document swapped', (rows) =>
    rows.map((cells) => cells.with(4, cells[5] ?? '').with(5, cells[4] ?? '')),
  ),
  remarkedInRows('1', 'a note below zero', (rows) => {
    const row = rowWhere(rows, (cells) => cells[2] === '05' && !isNil(cells[15]));
    const negative = (rows[row] ?? []).map((cell, index) =>
      index >= 9 && index <= 15 && !isNil(cell) ? `-${cell}` : cell,
    );
    return rows.with(row, negative);
  }),
  remarkedInRows('1', 'a document twice', (rows) => [...rows, ...rows.slice(0, 1)]),
  remarkedInRows('1', 'a document twice, with another name', (rows) => [
    ...rows,
    ...rows.slice(0, 1).map((cells) => cells.with(8, 'OTRO')),
  ]),
  unseenInRows('1', 'a document left out', (rows) => rows.slice(1)),
  inRows('1', 'a column left out', (rows) => rows.map((cells) => cells.toSpliced(6, 1))),
  unseenInRows('1', 'exempt and not subject swapped', (rows) => {
    const row = rowWhere(rows, (cells) => cells[9] !== cells[10]);
    const cells = rows[row] ?? [];
    return rows.with(row, cells.with(9, cells[10] ?? '').with(10, cells[9] ?? ''));
  }),
];

export const IN_THE_FIRST_FILE: readonly PlantedFault[] = [...BYTES, ...FILES, ...TAXPAYERS];
