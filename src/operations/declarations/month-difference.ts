import type { Annex } from '../../core/declaring/annex.ts';
import {
  type AnnexChanges,
  AnnexComparison,
  type ComparedTallies,
  type FigureChange,
  figureChanges,
  isChanged,
} from '../../core/declaring/annex-difference.ts';
import { annexFileName, annexLine } from '../../core/declaring/annex-text.ts';
import { ANNEXES } from '../../core/declaring/annexes.ts';
import type { Counterparty, DeclaredDocument } from '../../core/declaring/declared-document.ts';
import { type LaterEvent, laterEffect } from '../../core/declaring/later-event.ts';
import { MonthTally } from '../../core/declaring/month-tally.ts';
import type { DocumentId } from '../../core/identifiers/document-id.ts';
import type { Amount } from '../../core/money/decimal.ts';
import { annexLines } from './annex-lines.ts';
import type { KeptVersions } from './closings.ts';
import { declared } from './declared-documents.ts';
import type { DeclarationParts } from './declared-files.ts';
import type { Closing, MonthArchive } from './month-ports.ts';
import type { CompanyMonth } from './ports.ts';

export interface ComparingParts extends Pick<DeclarationParts, 'declarations'> {
  readonly months: Pick<MonthArchive, 'pieces'>;
}

/** A document by which a closed month changed. */
export interface ChangedDocument
  extends Pick<DeclaredDocument, 'tipoDte' | 'fecEmi' | 'numeroControl' | 'codigoGeneracion'> {
  readonly documentId: DocumentId;
  /** Null for a consumer who was not named. */
  readonly name: Counterparty['nombre'] | null;
  readonly event: LaterEvent;
  /** What the month has more because of it, VAT included; below zero for less. */
  readonly effect: Amount;
}

/** What an amended export of a closed month changes, or would change by the criteria with which it was closed. */
export interface MonthDifference {
  /** Every figure, be it otherwise or not. */
  readonly figures: readonly FigureChange[];
  readonly annexes: readonly AnnexChanges[];
  /** The first of the documents by which the month changed, in the order of their issue; none between two kept versions. */
  readonly documents: readonly ChangedDocument[];
}

export async function monthDifference(
  parts: ComparingParts & { readonly months: Pick<MonthArchive, 'touching'> },
  closing: Closing,
  month: CompanyMonth,
): Promise<MonthDifference> {
  const tallies = { before: new MonthTally(), after: new MonthTally() };
  const annexes: AnnexChanges[] = [];
  for (const annex of ANNEXES) annexes.push(await annexDifference(parts, annex, { closing, month, tallies }));
  const documents = await changedDocuments(parts.months, closing, month);
  return { figures: figureChanges(tallies), annexes, documents };
}

/** Documents that are told; the others are counted. */
const TOLD = 1_000;

/** The documents by which a closed month changed, with what each adds to it or takes away. */
async function changedDocuments(
  months: Pick<MonthArchive, 'touching'>,
  closing: Closing,
  month: CompanyMonth,
): Promise<readonly ChangedDocument[]> {
  const touching = await months.touching(month.companyId, closing, TOLD);
  return touching.map(({ documentId, stamped, event }) => {
    const document = declared(stamped, { ...month, classes: closing.criteria.classes });
    const { tipoDte, fecEmi, numeroControl, codigoGeneracion, counterparty } = document;
    return {
      documentId,
      tipoDte,
      fecEmi,
      numeroControl,
      codigoGeneracion,
      name: counterparty?.nombre ?? null,
      event,
      effect: laterEffect(document, event, month.period),
    };
  });
}

/** Whether anything in the annexes of a closed month would be otherwise now. */
export async function differsFrom(
  parts: ComparingParts,
  closing: Closing,
  month: CompanyMonth,
): Promise<boolean> {
  for (const annex of ANNEXES) {
    if (isChanged(await annexDifference(parts, annex, { closing, month }))) return true;
  }
  return false;
}

/** What the files of one kept version have otherwise than those of the version before. */
export async function keptDifference(
  { months }: Pick<ComparingParts, 'months'>,
  { former, closing }: KeptVersions,
  { companyId, period }: CompanyMonth,
): Promise<MonthDifference> {
  const tallies = { before: new MonthTally(), after: new MonthTally() };
  const annexes: AnnexChanges[] = [];
  for (const annex of ANNEXES) {
    const rowsOf = ({ closingId }: Closing) =>
      rowsIn(months.pieces(companyId, closingId, annexFileName(annex, period)));
    const rows = { before: () => rowsOf(former), after: () => rowsOf(closing) };
    annexes.push(await compared(new AnnexComparison(annex, tallies), rows));
  }
  return { figures: figureChanges(tallies), annexes, documents: [] };
}

async function annexDifference(
  { declarations, months }: ComparingParts,
  annex: Annex,
  asked: { readonly closing: Closing; readonly month: CompanyMonth; readonly tallies?: ComparedTallies },
): Promise<AnnexChanges> {
  const { closing, month, tallies } = asked;
  const { companyId, period } = month;
  const { criteria, closingId } = closing;
  return compared(new AnnexComparison(annex, tallies), {
    before: () => rowsIn(months.pieces(companyId, closingId, annexFileName(annex, period))),
    async *after() {
      for await (const cells of annexLines(annex.key, declarations, { ...month, ...criteria }))
        yield cellsIn(latin1(annexLine(cells, criteria.encoding)).slice(0, -LINE_END));
    },
  });
}

type Rows = () => AsyncIterable<readonly string[]>;

async function compared(
  comparison: AnnexComparison,
  rows: { readonly before: Rows; readonly after: Rows },
): Promise<AnnexChanges> {
  for await (const cells of rows.before()) comparison.before(cells);
  for await (const cells of rows.after()) comparison.after(cells);
  for await (const cells of rows.before()) comparison.beforeAgain(cells);
  return comparison.changes();
}

/** Bytes of the end of a line. */
const LINE_END = 2;

const latin1 = (bytes: Uint8Array) => new TextDecoder('windows-1252').decode(bytes);

function cellsIn(line: string): readonly string[] {
  return line.split(';');
}

/** The rows of a file that was written by us: each line ends, and no cell is quoted. */
async function* rowsIn(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<readonly string[]> {
  let open = '';
  for await (const piece of pieces) {
    const lines = (open + latin1(piece)).split('\r\n');
    open = lines.pop() ?? '';
    for (const line of lines) yield cellsIn(line);
  }
}
