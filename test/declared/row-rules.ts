import type { AnnexKey } from './annex-columns.ts';
import type { CheckContext } from './cell-rules.ts';
import { type Cents, centsOfCell, percentOf } from './cents.ts';
import { dateOfCell, monthOf } from './months.ts';

/** A row whose cells are well formed, by the letters of its columns. */
export interface Row {
  text(letter: string): string;
  cents(letter: string): Cents;
}

/** A condition between columns. */
export interface RowRule {
  readonly column: string;
  readonly why: string;
  holds(row: Row, context: CheckContext): boolean;
}

export function rowOf(cells: readonly string[]): Row {
  const text = (letter: string) => cells[letter.charCodeAt(0) - 'A'.charCodeAt(0)] ?? '';
  return { text, cents: (letter) => centsOfCell(text(letter)) ?? 0n };
}

function sum(row: Row, letters: string): Cents {
  return [...letters].reduce((total, letter) => total + row.cents(letter), 0n);
}

function magnitude(cents: Cents): Cents {
  return cents < 0n ? -cents : cents;
}

function isVatOf(vat: Cents, base: Cents): boolean {
  return magnitude(magnitude(vat) - percentOf(magnitude(base), 13n)) <= 1n;
}

/** Exactly one of two identifications. */
function oneNumber(column: string, other: string): RowRule {
  return {
    column,
    why: `not exactly one of ${column} and ${other} is filled`,
    holds: (row) => (row.text(column) === '') !== (row.text(other) === ''),
  };
}

function numberSaysType(column: string, type: string): RowRule {
  return {
    column,
    why: 'the control number is of another type',
    holds: (row) => row.text(column).slice(3, 5) === row.text(type),
  };
}

/** Which class a purchase may have (manual, page 16). */
function purchaseClass(first: string): RowRule {
  const letter = (offset: number) => String.fromCharCode(first.charCodeAt(0) + offset);
  return {
    column: letter(3),
    why: 'cost and expense have other classes',
    holds: (row, { month }) => {
      if (month < '2024-02') return true;
      const [operation, kind, sector, its] = [0, 1, 2, 3].map((offset) => row.text(letter(offset)));
      const elsewhere = ['8', '9'].find((each) => [operation, kind, sector, its].includes(each));
      if (elsewhere !== undefined) return [operation, kind, sector, its].every((each) => each === elsewhere);
      if (kind === '2') return ['1', '2', '3'].includes(its ?? '');
      return (sector === '1' ? ['4', '5', '6', '7'] : ['4', '5']).includes(its ?? '');
    },
  };
}

function isLate(row: Row, { month }: CheckContext): boolean {
  return monthOf(dateOfCell(row.text('A')) ?? '') < month;
}

const CONSUMERS: readonly RowRule[] = [
  {
    column: 'T',
    why: 'not the sum of K to S',
    holds: (row) => row.cents('T') === sum(row, 'KLMNOPQRS'),
  },
  {
    column: 'K',
    why: 'below zero, and not of an earlier period',
    holds: (row, context) => isLate(row, context) || [...'KLMNOPQRST'].every((each) => row.cents(each) >= 0n),
  },
  {
    column: 'A',
    why: 'of an earlier period, and above zero',
    holds: (row, context) =>
      !isLate(row, context) || [...'KLMNOPQRST'].every((each) => row.cents(each) <= 0n),
  },
  {
    column: 'O',
    why: 'a sale to a consumer is no export',
    holds: (row) => row.text('C') !== '01' || [...'OPQ'].every((each) => row.cents(each) === 0n),
  },
  {
    column: 'N',
    why: 'an export is no local sale',
    holds: (row) => row.text('C') !== '11' || [...'KLMNS'].every((each) => row.cents(each) === 0n),
  },
];

/** What holds between the columns of a row of each file. */
export const ROW_RULES: Readonly<Record<AnnexKey, readonly RowRule[]>> = {
  '1': [
    oneNumber('H', 'Q'),
    numberSaysType('D', 'C'),
    { column: 'P', why: 'not J + K + L + N', holds: (row) => row.cents('P') === sum(row, 'JKLN') },
    { column: 'M', why: 'not 13 % of L', holds: (row) => isVatOf(row.cents('M'), row.cents('L')) },
    { column: 'O', why: 'not 13 % of N', holds: (row) => isVatOf(row.cents('O'), row.cents('N')) },
    {
      column: 'J',
      why: 'the sign is not the one of its type',
      holds: (row, { switches }) => {
        const isLowering = row.text('C') === '05' && switches.negativeNotes;
        return [...'JKLMNOP'].every((each) => (isLowering ? row.cents(each) <= 0n : row.cents(each) >= 0n));
      },
    },
  ],
  '2': CONSUMERS,
  '5': [
    {
      column: 'B',
      why: 'the number has not the length of its kind',
      holds: (row) => {
        const expected = { '1': /^\d{14}$/, '2': /^\d{9}$/ }[row.text('A')] ?? /./;
        return expected.test(row.text('B'));
      },
    },
    {
      column: 'H',
      why: 'neither nothing nor 13 % of G',
      holds: (row) => row.cents('H') === 0n || row.cents('H') === percentOf(row.cents('G'), 13n),
    },
    purchaseClass('I'),
  ],
  '9': [
    oneNumber('A', 'I'),
    numberSaysType('D', 'C'),
    { column: 'H', why: 'not 1 % of G', holds: (row) => row.cents('H') === percentOf(row.cents('G'), 1n) },
    { column: 'H', why: 'nothing was perceived', holds: (row) => row.cents('H') > 0n },
  ],
  anulados: [
    numberSaysType('A', 'E'),
    { column: 'F', why: 'a DTE is invalidated with D', holds: (row) => row.text('F') === 'D' },
  ],
  f14: [
    oneNumber('D', 'E'),
    { column: 'I', why: 'not 10 % of G', holds: (row) => row.cents('I') === percentOf(row.cents('G'), 10n) },
    { column: 'I', why: 'nothing was kept back', holds: (row) => row.cents('I') > 0n },
    purchaseClass('S'),
  ],
};

/** The columns that name what a row is about: no two rows of a file have the same. */
export const NAMES: Readonly<Record<AnnexKey, string>> = {
  '1': 'F',
  '2': 'ACUV',
  '5': 'F',
  '9': 'F',
  anulados: 'J',
  f14: '',
};
