import type { Annex } from '../../core/declaring/annex.ts';
import { annexFileName, annexLine } from '../../core/declaring/annex-text.ts';
import { ANNEXES } from '../../core/declaring/annexes.ts';
import { concatenated } from '../../core/declaring/bytes.ts';
import { MonthTally } from '../../core/declaring/month-tally.ts';
import { periodText } from '../../core/declaring/period.ts';
import type { BookRow, PrintedSheet, StreamedFile } from '../listings/ports.ts';
import { annexLines } from './annex-lines.ts';
import type { BookParts } from './books/book-files.ts';
import { headed } from './books/book-files.ts';
import { type ControlParts, controlHead, controlSheets } from './control-sheet.ts';
import type { MonthOrder } from './declared-documents.ts';
import type { DeclarationReader } from './ports.ts';

export interface DeclarationParts extends BookParts {
  readonly reconciliations: ControlParts['reconciliations'];
}

/** Every file of a month, the control sheet behind those that it adds up: each is read to its end before the next one. */
export async function* declaredFiles(
  parts: DeclarationParts,
  order: MonthOrder,
): AsyncGenerator<StreamedFile> {
  const { period } = order.declaration;
  const tally = new MonthTally();
  for (const annex of ANNEXES) {
    const content = annexPieces(parts.declarations, annex, { ...order, tally });
    yield { name: annexFileName(annex, period), content };
  }
  const control = { ...order, tally };
  const sheets = controlSheets(parts, control).map(readOnce);
  const stem = `control-${periodText(period)}`;
  const head = controlHead(control);
  const workbook = parts.writer.book(sheets.map((sheet) => headed(sheet, head)));
  yield { name: `${stem}.xlsx`, content: workbook };
  yield { name: `${stem}.pdf`, content: parts.sheets.print(head, sheets) };
}

/** The sheets of the control of a month without its files: every document is read, and nothing is written. */
export async function readControl(parts: ControlParts, order: MonthOrder): Promise<readonly PrintedSheet[]> {
  const tally = new MonthTally();
  const { declaration } = order;
  for (const annex of ANNEXES)
    for await (const cells of annexLines(annex.key, parts.declarations, declaration, tally))
      tally.add(annex, cells);
  return controlSheets(parts, { ...order, tally });
}

/** A sheet of which the rows are read once, so that whoever goes through them again has the same. */
function readOnce(sheet: PrintedSheet): PrintedSheet {
  const kept: BookRow[] = [];
  let isRead = false;
  const rows = {
    async *[Symbol.asyncIterator]() {
      if (isRead) {
        yield* kept;
        return;
      }
      for await (const row of sheet.rows) {
        kept.push(row);
        yield row;
      }
      isRead = true;
    },
  };
  return { ...sheet, rows };
}

/** Lines that are written at a time. */
const LINES = 200;

/** An annex as bytes; `tally` is told of each line. */
export async function* annexPieces(
  reader: DeclarationReader,
  annex: Annex,
  order: Pick<MonthOrder, 'declaration' | 'encoding'> & { readonly tally?: MonthTally },
): AsyncGenerator<Uint8Array> {
  const { declaration, encoding, tally } = order;
  let lines: Uint8Array[] = [];
  for await (const cells of annexLines(annex.key, reader, declaration, tally)) {
    tally?.add(annex, cells);
    if (lines.push(annexLine(cells, encoding)) < LINES) continue;
    yield concatenated(lines);
    lines = [];
  }
  yield concatenated(lines);
}
