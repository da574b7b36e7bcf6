import type { Company } from '../../core/company/company.ts';
import type { Declared } from '../../core/declaring/annex.ts';
import type { ExportSwitch } from '../../core/declaring/annexes/consumers.ts';
import type { CodeSwitch } from '../../core/declaring/annexes/invalidated.ts';
import { type DeclaredDocument, readDeclared } from '../../core/declaring/declared-document.ts';
import { TO_CONSUMERS } from '../../core/declaring/declared-types.ts';
import type { CompanyClasses } from '../../core/declaring/given-class.ts';
import { instantsOf, monthsBetween, type Period, periodOf } from '../../core/declaring/period.ts';
import type { AnnexEncoding } from '../../core/declaring/written-text.ts';
import type { TipoDte } from '../../core/dte/kinds.ts';
import type { CompanyMonth, DeclarationReader, IssuedSpan, StampedDocument } from './ports.ts';

/** What is declared, and what the accountant has decided where the manual is silent or contradicts itself. */
export interface Declaration extends Declared, ExportSwitch, CodeSwitch, DeclaredMonth {}

/** The files of a month that somebody wants. */
export interface MonthOrder {
  readonly declaration: Declaration;
  readonly declarer: Pick<Company, 'name' | 'nit' | 'nrc'>;
  readonly encoding: AnnexEncoding;
  /** When the files are made, milliseconds since the epoch. */
  readonly madeMs: number;
}

/** Whose month it is. */
export interface DeclaredMonth extends CompanyMonth {
  /** How the company classes what has no class of its own. */
  readonly classes: CompanyClasses;
}

/**
 * The sales to consumers and abroad that count in a period. A document that a later month invalidated stays in its own
 * month; the month of the event takes it back (Reglamento, art. 87), and its date tells it from the others.
 */
export async function* soldToConsumers(
  reader: DeclarationReader,
  month: DeclaredMonth,
  types = TO_CONSUMERS,
): AsyncGenerator<DeclaredDocument> {
  const { companyId, period } = month;
  const span = spanOf(month, types);
  for await (const one of reader.stamped(companyId, span))
    if (!wasInvalidatedBy(one, period)) yield declared(one, month);
  for await (const one of reader.invalidatedIn(companyId, span)) yield declared(one, month);
}

/** The documents of a period that stand, whenever the others were invalidated. */
export async function* standing(
  reader: DeclarationReader,
  month: DeclaredMonth,
  types: readonly TipoDte[],
): AsyncGenerator<DeclaredDocument> {
  for await (const one of reader.stamped(month.companyId, spanOf(month, types)))
    if (one.invalidatedOn === null) yield declared(one, month);
}

export function declared({ text, ...facts }: StampedDocument, { classes }: DeclaredMonth): DeclaredDocument {
  return readDeclared(facts, text, classes);
}

/** Whether the event that invalidated a document bears a date of the period: an earlier one belongs to the period before. */
export function wasInvalidatedBy({ invalidatedOn }: StampedDocument, period: Period): boolean {
  return invalidatedOn !== null && monthsBetween(periodOf(invalidatedOn), period) === 0;
}

export function spanOf(
  { period, ambiente }: Pick<DeclaredMonth, 'period' | 'ambiente'>,
  types: readonly TipoDte[],
): IssuedSpan {
  return { ambiente, types, ...instantsOf(period) };
}
