import { centsOfCell } from './cents.ts';
import { dateOfCell, type Month, monthOf, monthsBefore } from './months.ts';
import type { Switches } from './switches.ts';

/** What a file is checked against. */
export interface CheckContext {
  readonly month: Month;
  readonly switches: Switches;
}

/** Says why a cell is refused; null where it is not. */
export type CellRule = (cell: string, context: CheckContext) => string | null;

/** The periods before the declared one in which an annulled document may be (CT 111). */
const EARLIER_PERIODS = 3;

function pattern(expected: RegExp, why: string): CellRule {
  return (cell) => (expected.test(cell) ? null : why);
}

export function oneOf(...cells: readonly string[]): CellRule {
  return (cell) => (cells.includes(cell) ? null : `none of ${cells.join(', ')}`);
}

export function orBlank(rule: CellRule): CellRule {
  return (cell, context) => (cell === '' ? null : rule(cell, context));
}

export const blank: CellRule = (cell) => (cell === '' ? null : 'not blank');

export const day: CellRule = (cell, { month }) => {
  const date = dateOfCell(cell);
  if (date === null) return 'no date like 05/11/2026';
  return monthOf(date) === month ? null : 'not of the period';
};

/** A day of the period, or of the three before. */
export const dayOrEarlier: CellRule = (cell, { month }) => {
  const date = dateOfCell(cell);
  if (date === null) return 'no date like 05/11/2026';
  const its = monthOf(date);
  return its <= month && its >= monthsBefore(month, EARLIER_PERIODS) ? null : 'not of the last periods';
};

/** Control number without hyphens: what the manual calls the resolution of a DTE. */
export const resolution = pattern(/^DTE\d\d[A-Z\d]{8}\d{15}$/, 'no control number of 28 characters');
export const seal = pattern(/^[A-Z\d]{40}$/, 'no seal of 40 characters');
export const code = pattern(/^[A-F\d]{32}$/, 'no generation code of 32 characters');

export const annulledCode: CellRule = (cell, { switches }) => {
  if (switches.shortCodes) return /^[A-F\d]{32}$/.test(cell) ? null : 'no code of 32 characters';
  const long = /^[A-F\d]{8}-[A-F\d]{4}-[A-F\d]{4}-[A-F\d]{4}-[A-F\d]{12}$/;
  return long.test(cell) ? null : 'no code of 36 characters';
};

export const nit = pattern(/^\d{14}$/, 'no NIT of 14 digits');
export const dui = pattern(/^\d{9}$/, 'no DUI of 9 digits');
/** Nine digits would be a DUI, which has a column of its own. */
export const nitOrNrc = pattern(/^(?:\d{14}|\d{1,8})$/, 'neither a NIT nor an NRC without hyphens');
export const personNumber = pattern(/^[^;"'\s-]{1,14}$/, 'not up to 14 characters without hyphens');

export const name: CellRule = (cell, { switches }) => {
  if (cell.trim() === '') return 'a required cell is blank';
  if (cell !== cell.trim()) return 'blanks around it';
  if (switches.accents) return null;
  return /^[\x20-\x7e]+$/.test(cell) && cell === cell.toUpperCase() ? null : 'not in plain capitals';
};

export const anyAmount: CellRule = (cell) =>
  centsOfCell(cell) === null ? 'no amount with two decimals' : null;

export const amount: CellRule = (cell) => {
  const cents = centsOfCell(cell);
  if (cents === null) return 'no amount with two decimals';
  return cents < 0n ? 'below zero' : null;
};

export const nothing = oneOf('0.00');

/** Renta's columns of sales: asked for since January 2025, `0` before. */
export function sinceJanuary2025(...cells: readonly string[]): CellRule {
  return (cell, context) => oneOf(...(context.month < '2025-01' ? ['0'] : cells))(cell, context);
}

/** Renta's columns of purchases: asked for since February 2024, `0` before. */
export function sinceFebruary2024(...cells: readonly string[]): CellRule {
  return (cell, context) => oneOf(...(context.month < '2024-02' ? ['0'] : cells))(cell, context);
}

export const OPERATIONS = ['1', '2', '3', '4', '12', '13'] as const;
export const INCOMES = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '12', '13'] as const;
