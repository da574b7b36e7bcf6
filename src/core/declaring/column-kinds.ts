import { parseCivilDate } from '../calendar/el-salvador-time.ts';
import type { AnnexColumn } from './annex.ts';
import { centsIn } from './cents.ts';
import { codesIn, type IncomeCode } from './income-codes.ts';
import { monthsBetween, type Period, periodText } from './period.ts';
import {
  mistake,
  type Objection,
  OTHER_PERIOD,
  remark,
  WRONG_ANNEX,
  WRONG_DATE,
  WRONG_NIT,
  WRONG_NUMBER,
  WRONG_SHAPE,
  WRONG_STAMP,
} from './portal-words.ts';

function column(field: string, whyNot: AnnexColumn['whyNot'], isAmount = false): AnnexColumn {
  return { field, whyNot, isAmount };
}

/** A column of which each cell must fit the pattern. */
export function text(field: string, pattern: RegExp, objection: Objection): AnnexColumn {
  return column(field, (cell) => (pattern.test(cell) ? null : objection));
}

/** A column that admits these words and nothing else. */
export function oneOf(field: string, ...words: readonly string[]): AnnexColumn {
  const list = words.map((word) => (word === '' ? 'vacío' : `"${word}"`)).join(', ');
  const objection = remark(`${field} debe ser ${list}`);
  return column(field, (cell) => (words.includes(cell) ? null : objection));
}

/** A column that admits one word, which Sello writes in every row. */
export function only(field: string, word: string) {
  return { ...oneOf(field, word), always: word };
}

/** A column of which Sello leaves every cell like this. */
export function leftAt(cell: string, kind: AnnexColumn) {
  return { ...kind, always: cell };
}

/** The number of the annex, which ends each of its rows. */
export function annexNumber(number: number) {
  const own = String(number);
  return leftAt(
    own,
    column('Número de anexo', (cell) => (cell === own ? null : mistake(WRONG_ANNEX))),
  );
}

/** A day of the period, or of so many periods before it. */
export function day(field: string, earlierPeriods = 0): AnnexColumn {
  return column(field, (cell, { period }) => whyNotDay(cell, period, earlierPeriods));
}

function whyNotDay(cell: string, period: Period, earlierPeriods: number): Objection | null {
  const date = dateOfCell(cell);
  if (date === null) return mistake(WRONG_DATE, 'debe ser DD/MM/AAAA');
  const months = monthsBetween(date, period);
  return months >= 0 && months <= earlierPeriods ? null : mistake(OTHER_PERIOD);
}

/** The date of a cell `DD/MM/AAAA`; null where it is none. */
export function dateOfCell(cell: string) {
  const [, date, month, year] = /^([0-9]{2})\/([0-9]{2})\/([0-9]{4})$/.exec(cell) ?? [];
  return year === undefined ? null : parseCivilDate(`${year}-${month}-${date}`);
}

/** The control number without its hyphens. */
export function controlNumber(field: string): AnnexColumn {
  return text(
    field,
    /^DTE[0-9]{2}[A-Z0-9]{8}[0-9]{15}$/,
    mistake(WRONG_NUMBER, 'deben ser los 28 caracteres del número de control, sin guiones'),
  );
}

export function receptionStamp(field: string): AnnexColumn {
  const objection = mistake(WRONG_STAMP, 'deben ser los 40 caracteres del sello de recepción');
  return text(field, /^[A-Z0-9]{40}$/, objection);
}

/** The generation code without its hyphens. */
export function generationCode(field: string): AnnexColumn {
  return text(
    field,
    /^[A-F0-9]{32}$/,
    remark(`${field}: deben ser los 32 caracteres del código de generación, sin guiones`),
  );
}

/** A name: anything but what would end the cell or quote it. */
export function name(field: string): AnnexColumn {
  return text(
    field,
    /^(?=.*\S)[^;"'\r\n]+$/,
    remark(`${field} no puede tener punto y coma, comillas ni saltos de línea`),
  );
}

/** A NIT of fourteen digits, blank where the row has a DUI. */
export function nit(field: string): AnnexColumn {
  return text(field, /^(?:[0-9]{14})?$/, mistake(WRONG_NIT));
}

/** A NIT of fourteen digits or an NRC without leading zeros, blank where the row has a DUI. */
export function nitOrNrc(field: string): AnnexColumn {
  return text(field, /^(?:[0-9]{14}|[1-9][0-9]{0,7})?$/, mistake(WRONG_NIT));
}

/** A DUI of nine digits, blank where the row has a NIT. */
export function dui(field: string): AnnexColumn {
  const objection = remark(`${field}: deben ser los 9 dígitos del DUI, sin guion`);
  return text(field, /^(?:[0-9]{9})?$/, objection);
}

/** An amount, never blank: digits, a point and two decimals. */
export function amount(field: string): AnnexColumn {
  return column(field, (cell) => whyNotAmount(field, cell, false), true);
}

/** An amount of a document that may be a credit note. */
export function amountOfNotes(field: string): AnnexColumn {
  return column(field, (cell, { notesAreNegative }) => whyNotAmount(field, cell, notesAreNegative), true);
}

/** An amount that may be less than nothing, for what an earlier period declared and an invalidation subtracts. */
export function signedAmount(field: string): AnnexColumn {
  return column(field, (cell) => whyNotAmount(field, cell, true), true);
}

function whyNotAmount(field: string, cell: string, signed: boolean): Objection | null {
  const cents = centsIn(cell);
  if (cents === null)
    return mistake(
      WRONG_SHAPE,
      `${field}: el monto debe llevar punto y dos decimales, sin separador de miles ni símbolo, como 1234.50`,
    );
  return cents < 0n && !signed ? remark(`${field}: no debe ingresar valores negativos`) : null;
}

/** A code of the income tax; 0 is for the periods before it was asked for. */
export function incomeCode(code: IncomeCode, asks: (period: Period) => boolean): AnnexColumn {
  const field = `${code.label} (Renta)`;
  const codes = codesIn(code);
  return column(field, (cell, { period }) => {
    const allowed = asks(period) ? codes : [0, ...codes];
    const isOne = allowed.some((one) => String(one) === cell);
    return isOne ? null : remark(`${field} debe ser uno de ${allowed.join(', ')}`);
  });
}

/** `MMAAAA` of the declared period. */
export function periodCell(field: string): AnnexColumn {
  return column(field, (cell, { period }) => (cell === monthAndYear(period) ? null : mistake(OTHER_PERIOD)));
}

/** `MMAAAA`. */
export function monthAndYear(period: Period): string {
  const [year, month] = periodText(period).split('-');
  return `${month}${year}`;
}
