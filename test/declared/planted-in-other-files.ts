import {
  as,
  cent,
  dollars,
  inCell,
  inRows,
  isNil,
  isOwn,
  isTaxed,
  isType,
  type PlantedFault,
  rowWhere,
  sub,
} from './planted-fault.ts';

const TWO = '2' as const;
const CONSUMERS: readonly PlantedFault[] = [
  inCell({ annex: TWO, letter: 'A', name: 'four months ago', change: sub(/\/11\//, '/07/') }),
  inCell({
    annex: TWO,
    letter: 'A',
    name: 'an earlier month above zero',
    change: sub(/\/11\//, '/10/'),
    where: isTaxed,
  }),
  inCell({
    annex: TWO,
    letter: 'C',
    name: 'an export as a factura',
    change: as('01'),
    where: isType('C', '11'),
  }),
  inCell({ annex: TWO, letter: 'C', name: 'a factura as an export', change: as('11'), where: isTaxed }),
  inCell({ annex: TWO, letter: 'D', name: 'a blank instead of N/A', change: as('') }),
  inCell({
    annex: TWO,
    letter: 'F',
    name: 'the code in the column of the control number',
    change: (_, row) => row[7] ?? '',
  }),
  inCell({ annex: TWO, letter: 'H', name: 'a code with hyphens', change: sub(/^(.{8})(.{4})/, '$1-$2-') }),
  inCell({ annex: TWO, letter: 'I', name: 'no last document', change: as('') }),
  inCell({ annex: TWO, letter: 'J', name: 'a cash register', change: as('0') }),
  inCell({
    annex: TWO,
    letter: 'N',
    name: 'sales without the VAT',
    change: (cell) => (Number(cell) / 1.13).toFixed(2),
    where: isTaxed,
  }),
  inRows(
    TWO,
    'sales without the VAT, and a total of them',
    (rows) => {
      const row = rowWhere(rows, isTaxed);
      const cells = rows[row] ?? [];
      const net = (Number(cells[13]) / 1.13).toFixed(2);
      const total = (Number(cells[19]) - Number(cells[13]) + Number(net)).toFixed(2);
      return rows.with(row, cells.with(13, net).with(19, total));
    },
    false,
  ),
  inCell({ annex: TWO, letter: 'S', name: 'a total without it', change: as('3.00'), where: isOwn }),
  inCell({ annex: TWO, letter: 'T', name: 'a total off by a cent', change: cent }),
  inRows(TWO, 'a day of its own month below zero', (rows) => {
    const row = rowWhere(rows, isTaxed);
    const cells = rows[row] ?? [];
    const under = (cell: string, index: number) =>
      index >= 10 && index <= 19 && !isNil(cell) ? `-${cell}` : cell;
    return rows.with(row, cells.map(under));
  }),
  inCell({ annex: TWO, letter: 'V', name: 'no income', change: as('') }),
  inCell({ annex: TWO, letter: 'W', name: 'the number of another annex', change: as('1') }),
  inRows(TWO, 'a day and type twice', (rows) => [
    ...rows,
    ...rows.slice(0, 1).map((cells) => cells.with(7, cells[8] ?? '')),
  ]),
  inRows(TWO, 'a day left out', (rows) => rows.slice(1), false),
  inRows(
    TWO,
    'an export near as an export far',
    (rows) => {
      const row = rowWhere(rows, (cells) => cells[14] !== cells[15]);
      const cells = rows[row] ?? [];
      return rows.with(row, cells.with(14, cells[15] ?? '').with(15, cells[14] ?? ''));
    },
    false,
  ),
];

const EXCLUDED: readonly PlantedFault[] = [
  inCell({ annex: '5', letter: 'A', name: 'a DUI as a NIT', change: as('1'), where: isType('A', '2') }),
  inCell({ annex: '5', letter: 'A', name: 'a kind that nobody knows', change: as('4') }),
  inCell({ annex: '5', letter: 'B', name: 'no number', change: as('') }),
  inCell({ annex: '5', letter: 'D', name: 'a date of another month', change: sub(/\/11\//, '/12/') }),
  inRows('5', 'series and document swapped', (rows) =>
    rows.map((cells) => cells.with(4, cells[5] ?? '').with(5, cells[4] ?? '')),
  ),
  inCell({
    annex: '5',
    letter: 'G',
    name: 'what was paid instead of what was bought',
    change: (cell) => (Number(cell) * 0.9).toFixed(2),
    isSeenInFile: false,
  }),
  inCell({ annex: '5', letter: 'G', name: 'below zero', change: (cell) => `-${cell}` }),
  inCell({
    annex: '5',
    letter: 'H',
    name: 'income tax as retained VAT',
    change: (_, row) => (Number(row[6]) / 10).toFixed(2),
  }),
  inCell({ annex: '5', letter: 'J', name: 'neither cost nor expense', change: as('3') }),
  inCell({ annex: '5', letter: 'L', name: 'the kind of a cost for an expense', change: as('4') }),
  inCell({ annex: '5', letter: 'L', name: 'no kind', change: as('0') }),
  inCell({ annex: '5', letter: 'M', name: 'no number of the annex', change: as('') }),
];

const PERCEIVED: readonly PlantedFault[] = [
  inCell({ annex: '9', letter: 'A', name: 'an NRC', change: as('123456'), where: (row) => row[0] !== '' }),
  inCell({ annex: '9', letter: 'C', name: 'a type that perceives nothing', change: as('11') }),
  inCell({ annex: '9', letter: 'C', name: 'a note as a CCF', change: as('03'), where: isType('C', '05') }),
  inCell({
    annex: '9',
    letter: 'G',
    name: 'the amount with its VAT',
    change: (cell) => (Number(cell) * 1.13).toFixed(2),
  }),
  inCell({ annex: '9', letter: 'H', name: 'not 1 %', change: cent }),
  inCell({
    annex: '9',
    letter: 'I',
    name: 'a DUI beside the NIT',
    change: as('012345678'),
    where: (row) => row[0] !== '',
  }),
];

const ANNULLED: readonly PlantedFault[] = [
  inCell({
    annex: 'anulados',
    letter: 'A',
    name: 'the code as the resolution',
    change: (_, row) => (row[9] ?? '').replaceAll('-', ''),
  }),
  inCell({ annex: 'anulados', letter: 'C', name: 'a printed number', change: as('1') }),
  inCell({
    annex: 'anulados',
    letter: 'E',
    name: 'another type than its number says',
    change: (cell) => (cell === '03' ? '05' : '03'),
  }),
  inCell({ annex: 'anulados', letter: 'F', name: 'lost', change: as('X') }),
  inCell({ annex: 'anulados', letter: 'G', name: 'no seal', change: as('') }),
  inCell({
    annex: 'anulados',
    letter: 'J',
    name: 'a code of 35 characters',
    change: (cell) => cell.slice(0, -1),
  }),
  inCell({
    annex: 'anulados',
    letter: 'J',
    name: 'the code of the event',
    change: (cell) => cell.replace(/^.{4}/, '0000'),
    isSeenInFile: false,
  }),
  inRows('anulados', 'an annulled document twice', (rows) => [...rows, ...rows.slice(0, 1)]),
];

const WITHHELD: readonly PlantedFault[] = [
  inCell({ annex: 'f14', letter: 'B', name: 'another country', change: as('9483') }),
  inCell({
    annex: 'f14',
    letter: 'E',
    name: 'a DUI beside the NIT',
    change: as('012345678'),
    where: (row) => row[3] !== '',
  }),
  inCell({ annex: 'f14', letter: 'F', name: 'wages', change: as('01'), isSeenInFile: false }),
  inCell({ annex: 'f14', letter: 'G', name: 'goods among the services', change: dollars(5) }),
  inCell({ annex: 'f14', letter: 'I', name: 'not a tenth', change: cent }),
  inCell({ annex: 'f14', letter: 'L', name: 'AFP of somebody who is not employed', change: as('1.00') }),
  inCell({ annex: 'f14', letter: 'W', name: 'the year first', change: as('202611') }),
];

export const IN_OTHER_FILES: readonly PlantedFault[] = [
  ...CONSUMERS,
  ...EXCLUDED,
  ...PERCEIVED,
  ...ANNULLED,
  ...WITHHELD,
];
