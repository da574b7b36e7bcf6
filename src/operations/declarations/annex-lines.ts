import { localDayStartMs } from '../../core/calendar/el-salvador-time.ts';
import type { Declared } from '../../core/declaring/annex.ts';
import { CONSUMERS, ConsumersGathering, type ExportSwitch } from '../../core/declaring/annexes/consumers.ts';
import { EXCLUDED_SUBJECTS, excludedSubjectsRow } from '../../core/declaring/annexes/excluded-subjects.ts';
import {
  type CodeSwitch,
  INVALIDATED_DOCUMENTS,
  invalidatedRow,
} from '../../core/declaring/annexes/invalidated.ts';
import { PERCEPTIONS, perceptionsRow } from '../../core/declaring/annexes/perceptions.ts';
import { TAXPAYERS, taxpayersRow } from '../../core/declaring/annexes/taxpayers.ts';
import { WITHHELD_INCOME_TAX, WithheldGathering } from '../../core/declaring/annexes/withheld-income-tax.ts';
import { type DeclaredDocument, readDeclared } from '../../core/declaring/declared-document.ts';
import { boundsOf, monthsBetween, type Period, periodOf } from '../../core/declaring/period.ts';
import { USUAL_PURCHASE } from '../../core/declaring/purchase-class.ts';
import type { Ambiente, TipoDte } from '../../core/dte/kinds.ts';
import { ZERO } from '../../core/money/decimal.ts';
import type { DeclarationReader, IssuedSpan, StampedDocument } from './ports.ts';

/** What is declared, and what the accountant has decided where the manual is silent or contradicts itself. */
export interface Declaration extends Declared, ExportSwitch, CodeSwitch {
  readonly companyId: string;
  readonly ambiente: Ambiente;
}

type Cells = readonly string[];
type Lines = (reader: DeclarationReader, declaration: Declaration) => AsyncIterable<Cells>;

const BETWEEN_TAXPAYERS: readonly TipoDte[] = ['03', '05'];
const TO_CONSUMERS: readonly TipoDte[] = ['01', '11'];
const PURCHASES: readonly TipoDte[] = ['14'];
const ALL: readonly TipoDte[] = [...BETWEEN_TAXPAYERS, ...TO_CONSUMERS, ...PURCHASES];

const LINES: ReadonlyMap<string, Lines> = new Map([
  [TAXPAYERS.key, taxpayersLines],
  [CONSUMERS.key, consumersLines],
  [EXCLUDED_SUBJECTS.key, excludedSubjectsLines],
  [PERCEPTIONS.key, perceptionsLines],
  [INVALIDATED_DOCUMENTS.key, invalidatedLines],
  [WITHHELD_INCOME_TAX.key, withheldLines],
]);

/** The cells of each line of an annex, by its key. Throws RangeError on a key that no annex has. */
export function annexLines(key: string, reader: DeclarationReader, declaration: Declaration) {
  const lines = LINES.get(key);
  if (lines === undefined) throw new RangeError(`no such annex: ${key}`);
  return lines(reader, declaration);
}

async function* taxpayersLines(reader: DeclarationReader, declaration: Declaration): AsyncGenerator<Cells> {
  for await (const document of standing(reader, declaration, BETWEEN_TAXPAYERS))
    yield TAXPAYERS.cellsOf(taxpayersRow(document, declaration));
}

/**
 * A document that a later month invalidated stays in its own month; the month of the event takes it back by a row below zero
 * (Reglamento, art. 87).
 */
async function* consumersLines(reader: DeclarationReader, declaration: Declaration): AsyncGenerator<Cells> {
  const { companyId, period } = declaration;
  const gathering = new ConsumersGathering(period, declaration);
  const span = spanOf(declaration, TO_CONSUMERS);
  for await (const one of reader.stamped(companyId, span))
    if (!wasInvalidatedBy(one, period)) gathering.add(declared(one));
  for await (const one of reader.invalidatedIn(companyId, span)) gathering.add(declared(one));
  for (const { row } of gathering.rows()) yield CONSUMERS.cellsOf(row);
}

async function* excludedSubjectsLines(
  reader: DeclarationReader,
  declaration: Declaration,
): AsyncGenerator<Cells> {
  for await (const document of standing(reader, declaration, PURCHASES))
    yield EXCLUDED_SUBJECTS.cellsOf(excludedSubjectsRow(document, USUAL_PURCHASE));
}

async function* perceptionsLines(reader: DeclarationReader, declaration: Declaration): AsyncGenerator<Cells> {
  for await (const document of standing(reader, declaration, BETWEEN_TAXPAYERS))
    if (document.perceived !== ZERO) yield PERCEPTIONS.cellsOf(perceptionsRow(document));
}

async function* invalidatedLines(reader: DeclarationReader, declaration: Declaration): AsyncGenerator<Cells> {
  const { companyId, period } = declaration;
  const span = spanOf(declaration, ALL);
  for await (const one of reader.stamped(companyId, span))
    if (wasInvalidatedBy(one, period))
      yield INVALIDATED_DOCUMENTS.cellsOf(invalidatedRow(declared(one), declaration));
  for await (const one of reader.invalidatedIn(companyId, span))
    if (wasInvalidatedBy(one, period))
      yield INVALIDATED_DOCUMENTS.cellsOf(invalidatedRow(declared(one), declaration));
}

async function* withheldLines(reader: DeclarationReader, declaration: Declaration): AsyncGenerator<Cells> {
  const gathering = new WithheldGathering();
  for await (const document of standing(reader, declaration, PURCHASES)) gathering.add(document);
  for (const row of gathering.rows(declaration.period, USUAL_PURCHASE))
    yield WITHHELD_INCOME_TAX.cellsOf(row);
}

/** The documents of a period that stand, whenever the others were invalidated. */
async function* standing(
  reader: DeclarationReader,
  declaration: Declaration,
  types: readonly TipoDte[],
): AsyncGenerator<DeclaredDocument> {
  for await (const one of reader.stamped(declaration.companyId, spanOf(declaration, types)))
    if (one.invalidatedOn === null) yield declared(one);
}

function declared({ text, ...facts }: StampedDocument): DeclaredDocument {
  return readDeclared(facts, text);
}

/** Whether the event that invalidated a document bears a date of the period or of an earlier one. */
function wasInvalidatedBy({ invalidatedOn }: StampedDocument, period: Period): boolean {
  return invalidatedOn !== null && monthsBetween(periodOf(invalidatedOn), period) >= 0;
}

export function spanOf({ period, ambiente }: Declaration, types: readonly TipoDte[]): IssuedSpan {
  const { first, behind } = boundsOf(period);
  return { ambiente, types, sinceMs: localDayStartMs(first), untilMs: localDayStartMs(behind) };
}
