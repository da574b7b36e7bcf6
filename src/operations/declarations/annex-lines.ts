import { CONSUMERS, ConsumersGathering } from '../../core/declaring/annexes/consumers.ts';
import { EXCLUDED_SUBJECTS, excludedSubjectsLine } from '../../core/declaring/annexes/excluded-subjects.ts';
import { INVALIDATED_DOCUMENTS, invalidatedLine } from '../../core/declaring/annexes/invalidated.ts';
import { PERCEPTIONS, perceptionsLine } from '../../core/declaring/annexes/perceptions.ts';
import { TAXPAYERS, taxpayersLine } from '../../core/declaring/annexes/taxpayers.ts';
import {
  lacksNumberOfF14,
  WITHHELD_INCOME_TAX,
  WithheldGathering,
} from '../../core/declaring/annexes/withheld-income-tax.ts';
import { BETWEEN_TAXPAYERS, DECLARED_TYPES, PURCHASES } from '../../core/declaring/declared-types.ts';
import type { MonthTally } from '../../core/declaring/month-tally.ts';
import { ZERO } from '../../core/money/decimal.ts';
import {
  type Declaration,
  declared,
  soldToConsumers,
  spanOf,
  standing,
  wasInvalidatedBy,
} from './declared-documents.ts';
import type { DeclarationReader } from './ports.ts';

type Cells = readonly string[];
/** Is told of each document of annexes 1 and 2 while their lines are read, and of each purchase that F-14 leaves out. */
type Watcher = Pick<MonthTally, 'sold' | 'leaveOut'> | undefined;

type Lines = (reader: DeclarationReader, declaration: Declaration, watcher: Watcher) => AsyncIterable<Cells>;

const LINES: ReadonlyMap<string, Lines> = new Map([
  [TAXPAYERS.key, taxpayersLines],
  [CONSUMERS.key, consumersLines],
  [EXCLUDED_SUBJECTS.key, excludedSubjectsLines],
  [PERCEPTIONS.key, perceptionsLines],
  [INVALIDATED_DOCUMENTS.key, invalidatedLines],
  [WITHHELD_INCOME_TAX.key, withheldLines],
]);

/** The cells of each line of an annex, by its key. Throws RangeError on a key that no annex has. */
export function annexLines(
  key: string,
  reader: DeclarationReader,
  declaration: Declaration,
  watcher?: Watcher,
): AsyncIterable<Cells> {
  const lines = LINES.get(key);
  if (lines === undefined) throw new RangeError(`no such annex: ${key}`);
  return lines(reader, declaration, watcher);
}

async function* taxpayersLines(
  reader: DeclarationReader,
  declaration: Declaration,
  watcher: Watcher,
): AsyncGenerator<Cells> {
  for await (const document of standing(reader, declaration, BETWEEN_TAXPAYERS)) {
    watcher?.sold(document);
    yield taxpayersLine(document, declaration);
  }
}

async function* consumersLines(
  reader: DeclarationReader,
  declaration: Declaration,
  watcher: Watcher,
): AsyncGenerator<Cells> {
  const gathering = new ConsumersGathering(declaration.period, declaration);
  for await (const document of soldToConsumers(reader, declaration)) {
    watcher?.sold(document);
    gathering.add(document);
  }
  yield* gathering.lines();
}

async function* excludedSubjectsLines(
  reader: DeclarationReader,
  declaration: Declaration,
): AsyncGenerator<Cells> {
  for await (const document of standing(reader, declaration, PURCHASES))
    yield excludedSubjectsLine(document, declaration);
}

async function* perceptionsLines(reader: DeclarationReader, declaration: Declaration): AsyncGenerator<Cells> {
  for await (const document of standing(reader, declaration, BETWEEN_TAXPAYERS))
    if (document.perceived !== ZERO) yield perceptionsLine(document);
}

async function* invalidatedLines(reader: DeclarationReader, declaration: Declaration): AsyncGenerator<Cells> {
  const { companyId, period } = declaration;
  const span = spanOf(declaration, DECLARED_TYPES);
  for (const found of [reader.invalidated(companyId, span), reader.invalidatedIn(companyId, span)])
    for await (const one of found)
      if (wasInvalidatedBy(one, period)) yield invalidatedLine(declared(one, declaration), declaration);
}

async function* withheldLines(
  reader: DeclarationReader,
  declaration: Declaration,
  watcher: Watcher,
): AsyncGenerator<Cells> {
  const gathering = new WithheldGathering();
  for await (const document of standing(reader, declaration, PURCHASES)) {
    if (lacksNumberOfF14(document)) watcher?.leaveOut(document);
    gathering.add(document);
  }
  yield* gathering.lines(declaration.period);
}
