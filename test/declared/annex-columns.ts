import type { CellRule } from './cell-rules.ts';
import * as rule from './cell-rules.ts';

export type AnnexKey = '1' | '2' | '5' | '9' | 'anulados' | 'f14';

const OPERATION = rule.sinceJanuary2025(...rule.OPERATIONS);
const INCOME = rule.sinceJanuary2025(...rule.INCOMES);
const PURCHASE = {
  operation: rule.sinceFebruary2024('1', '2', '3', '4', '8', '9'),
  kind: rule.sinceFebruary2024('1', '2', '8', '9'),
  sector: rule.sinceFebruary2024('1', '2', '3', '4', '8', '9'),
  class: rule.sinceFebruary2024('1', '2', '3', '4', '5', '6', '7', '8', '9'),
};
const PURCHASES = [PURCHASE.operation, PURCHASE.kind, PURCHASE.sector, PURCHASE.class];
const { day, seal, resolution, code, blank, amount, anyAmount, nothing, name, oneOf, orBlank } = rule;

/** A note that lowers: the sign is the accountant's choice. */
const noteAmount: CellRule = (cell, context) =>
  (context.switches.negativeNotes ? anyAmount : amount)(cell, context);

function times(count: number, each: CellRule): readonly CellRule[] {
  return Array.from({ length: count }, () => each);
}

/** The columns of each file in the manual's order: the first has the letter A. */
export const COLUMNS: Readonly<Record<AnnexKey, readonly CellRule[]>> = {
  '1': [
    day,
    oneOf('4'),
    oneOf('03', '05', '06'),
    resolution,
    seal,
    code,
    blank,
    orBlank(rule.nitOrNrc),
    name,
    ...times(7, noteAmount),
    orBlank(rule.dui),
    OPERATION,
    INCOME,
    oneOf('1'),
  ],
  '2': [
    rule.dayOrEarlier,
    oneOf('4'),
    oneOf('01', '11'),
    ...times(4, oneOf('N/A')),
    code,
    code,
    blank,
    ...times(10, anyAmount),
    OPERATION,
    INCOME,
    oneOf('2'),
  ],
  '5': [
    oneOf('1', '2', '3'),
    rule.personNumber,
    name,
    day,
    seal,
    code,
    amount,
    amount,
    ...PURCHASES,
    oneOf('5'),
  ],
  '9': [
    orBlank(rule.nit),
    day,
    oneOf('03', '05', '06'),
    resolution,
    seal,
    code,
    amount,
    amount,
    orBlank(rule.dui),
    oneOf('9'),
  ],
  anulados: [
    resolution,
    oneOf('4'),
    oneOf('0'),
    oneOf('0'),
    oneOf('01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '14'),
    oneOf('A', 'X', 'D'),
    seal,
    oneOf('0'),
    oneOf('0'),
    rule.annulledCode,
  ],
  f14: [
    oneOf('1'),
    oneOf('9300'),
    name,
    orBlank(rule.nit),
    orBlank(rule.dui),
    oneOf('11'),
    amount,
    nothing,
    amount,
    ...times(9, nothing),
    ...PURCHASES,
    (cell, { month }) =>
      cell === `${month.slice(5)}${month.slice(0, 4)}` ? null : 'not the period as MMYYYY',
  ],
};

/** The letter of a column, counted from 0. */
export function letterOf(index: number): string {
  return String.fromCharCode('A'.charCodeAt(0) + index);
}

/** Columns that hold amounts, by their letters. */
export const AMOUNTS: Readonly<Record<AnnexKey, string>> = {
  '1': 'JKLMNOP',
  '2': 'KLMNOPQRST',
  '5': 'GH',
  '9': 'GH',
  anulados: '',
  f14: 'GHI',
};

/** Which file it is: by its name, for a judge must not guess. */
export function annexOfName(file: string): AnnexKey | null {
  const numbered = /^anexo0([1259])/.exec(file)?.[1];
  if (numbered === '1' || numbered === '2' || numbered === '5' || numbered === '9') return numbered;
  if (file.startsWith('anulados')) return 'anulados';
  return file.startsWith('f14') ? 'f14' : null;
}
