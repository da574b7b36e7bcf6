import {
  as,
  BY_THE_MANUAL,
  cent,
  dollars,
  inCells,
  inRows,
  isNil,
  isOwn,
  isTaxed,
  isType,
  type PlantedFault,
  remarkedInRows,
  rowWhere,
  sub,
  unseenInRows,
} from './planted-fault.ts';

const CONSUMERS: readonly PlantedFault[] = [
  ...inCells('2', [
    ['A', 'four months ago', sub(/\/11\//, '/07/')],
    ['A', 'an earlier month above zero', sub(/\/11\//, '/10/'), { where: isTaxed, warrant: 'manual' }],
    ['C', 'an export as a factura', as('01'), { where: isType('C', '11'), warrant: 'manual' }],
    ['C', 'a factura as an export', as('11'), { where: isTaxed, warrant: 'manual' }],
    ['D', 'a blank instead of N/A', as('')],
    ['F', 'the code in the column of the control number', (_, row) => row[7] ?? '', BY_THE_MANUAL],
    ['H', 'a code with hyphens', sub(/^(.{8})(.{4})/, '$1-$2-'), BY_THE_MANUAL],
    ['I', 'no last document', as('')],
    ['J', 'a cash register', as('0'), BY_THE_MANUAL],
    [
      'N',
      'sales without the VAT',
      (cell) => (Number(cell) / 1.13).toFixed(2),
      { where: isTaxed, warrant: 'manual' },
    ],
    ['S', 'a total without it', as('3.00'), { where: isOwn, warrant: 'manual' }],
    ['T', 'a total off by a cent', cent, BY_THE_MANUAL],
    ['V', 'no income', as('')],
    ['W', 'the number of another annex', as('1')],
  ]),
  unseenInRows('2', 'sales without the VAT, and a total of them', (rows) => {
    const row = rowWhere(rows, isTaxed);
    const cells = rows[row] ?? [];
    const net = (Number(cells[13]) / 1.13).toFixed(2);
    const total = (Number(cells[19]) - Number(cells[13]) + Number(net)).toFixed(2);
    return rows.with(row, cells.with(13, net).with(19, total));
  }),
  remarkedInRows('2', 'a day of its own month below zero', (rows) => {
    const row = rowWhere(rows, isTaxed);
    const cells = rows[row] ?? [];
    const under = (cell: string, index: number) =>
      index >= 10 && index <= 19 && !isNil(cell) ? `-${cell}` : cell;
    return rows.with(row, cells.map(under));
  }),
  remarkedInRows('2', 'a day and type twice', (rows) => [
    ...rows,
    ...rows.slice(0, 1).map((cells) => cells.with(7, cells[8] ?? '')),
  ]),
  unseenInRows('2', 'a day left out', (rows) => rows.slice(1)),
  unseenInRows('2', 'an export near as an export far', (rows) => {
    const row = rowWhere(rows, (cells) => cells[14] !== cells[15]);
    const cells = rows[row] ?? [];
    return rows.with(row, cells.with(14, cells[15] ?? '').with(15, cells[14] ?? ''));
  }),
];

const EXCLUDED: readonly PlantedFault[] = [
  ...inCells('5', [
    ['A', 'a DUI as a NIT', as('1'), { where: isType('A', '2') }],
    ['A', 'a kind that nobody knows', as('4'), BY_THE_MANUAL],
    ['B', 'no number', as('')],
    ['D', 'a date of another month', sub(/\/11\//, '/12/')],
    [
      'G',
      'what was paid instead of what was bought',
      (cell) => (Number(cell) * 0.9).toFixed(2),
      { warrant: null },
    ],
    ['G', 'below zero', (cell) => `-${cell}`, BY_THE_MANUAL],
    ['H', 'income tax as retained VAT', (_, row) => (Number(row[6]) / 10).toFixed(2)],
    ['J', 'neither cost nor expense', as('3'), BY_THE_MANUAL],
    ['L', 'the kind of a cost for an expense', as('4'), BY_THE_MANUAL],
    ['L', 'no kind', as('0'), BY_THE_MANUAL],
    ['M', 'no number of the annex', as('')],
  ]),
  inRows('5', 'series and document swapped', (rows) =>
    rows.map((cells) => cells.with(4, cells[5] ?? '').with(5, cells[4] ?? '')),
  ),
];

const isLarge = (row: readonly string[]) => Math.abs(Number(row[6])) >= 100;

const PERCEIVED: readonly PlantedFault[] = inCells('9', [
  ['A', 'an NRC', as('123456'), { where: (row) => row[0] !== '' }],
  ['C', 'a type that perceives nothing', as('11'), BY_THE_MANUAL],
  ['C', 'a note as a CCF', as('03'), { where: isType('C', '05'), warrant: 'manual' }],
  // A small note has the same cent as its 1 % with and without VAT.
  ['G', 'the amount with its VAT', (cell) => (Number(cell) * 1.13).toFixed(2), { where: isLarge }],
  ['H', 'not 1 %', cent],
  ['I', 'a DUI beside the NIT', as('012345678'), { where: (row) => row[0] !== '', warrant: 'manual' }],
]);

const ANNULLED: readonly PlantedFault[] = [
  ...inCells('anulados', [
    ['A', 'the code as the resolution', (_, row) => (row[9] ?? '').replaceAll('-', '')],
    ['C', 'a printed number', as('1'), BY_THE_MANUAL],
    ['E', 'another type than its number says', (cell) => (cell === '03' ? '05' : '03'), BY_THE_MANUAL],
    ['F', 'lost', as('X'), BY_THE_MANUAL],
    ['G', 'no seal', as('')],
    ['J', 'a code of 35 characters', (cell) => cell.slice(0, -1), BY_THE_MANUAL],
    ['J', 'the code of the event', (cell) => cell.replace(/^.{4}/, '0000'), { warrant: null }],
  ]),
  remarkedInRows('anulados', 'an annulled document twice', (rows) => [...rows, ...rows.slice(0, 1)]),
];

const WITHHELD: readonly PlantedFault[] = inCells('f14', [
  ['B', 'another country', as('9483'), BY_THE_MANUAL],
  ['E', 'a DUI beside the NIT', as('012345678'), { where: (row) => row[3] !== '', warrant: 'manual' }],
  ['F', 'wages', as('01'), { warrant: null }],
  ['G', 'goods among the services', dollars(5), BY_THE_MANUAL],
  ['I', 'not a tenth', cent, BY_THE_MANUAL],
  ['L', 'AFP of somebody who is not employed', as('1.00'), BY_THE_MANUAL],
  ['W', 'the year first', as('202611')],
]);

export const IN_OTHER_FILES: readonly PlantedFault[] = [
  ...CONSUMERS,
  ...EXCLUDED,
  ...PERCEIVED,
  ...ANNULLED,
  ...WITHHELD,
];
