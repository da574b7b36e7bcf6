import { isInvalidated } from '../../core/adjusting/standing.ts';
import { concatenated } from '../../core/declaring/bytes.ts';
import type { Refusal } from '../../core/refusals/refusal.ts';
import type { Clock } from '../documents/ports.ts';
import type { DocumentView } from '../documents/reading-ports.ts';
import type { PaperOrder, Press } from '../files/ports.ts';
import { type PaperParts, serveJson, servePaper } from '../files/serve.ts';
import { COLUMN_NAMES, cellsOf } from './columns.ts';
import type { Cell, DocumentPage, ExportedFile, ExportWriter } from './ports.ts';

export interface ArchiveParts extends PaperParts {
  readonly press: Pick<Press, 'print'>;
  readonly writer: Pick<ExportWriter, 'csv'>;
  readonly clock: Pick<Clock, 'sleep'>;
}

/** What became of a document's files; a name is null where the file could not be made, and `problem` says why. */
interface IndexEntry {
  readonly view: DocumentView;
  readonly json: string | null;
  readonly pdf: string | null;
  readonly problem: string | null;
}

interface ArchiveOrder {
  readonly companyId: string;
  readonly page: Pick<DocumentPage, 'views'>;
  /** What the next archive is asked for with; null where this is the last one. */
  readonly next: string | null;
}

/**
 * The files of an archive: of each document of a page the signed JSON and the PDF, one after the other, and an index of them
 * as JSON and as a table.
 */
export async function* archiveOf(parts: ArchiveParts, order: ArchiveOrder): AsyncGenerator<ExportedFile> {
  const { companyId, page, next } = order;
  const entries: IndexEntry[] = [];
  for (const view of page.views) {
    const { documentId, numeroControl } = view.record;
    const [json, pdf] = [`json/${numeroControl}.json`, `pdf/${numeroControl}.pdf`];
    const file = await serveJson(parts, companyId, documentId);
    if (file.kind === 'refused') {
      entries.push({ view, json: null, pdf: null, problem: file.code });
      continue;
    }
    yield { name: json, content: file.text };
    const printed = await printedLetter(parts, companyId, documentId);
    if ('kind' in printed) entries.push({ view, json, pdf: null, problem: printed.code });
    else {
      yield { name: pdf, content: printed.bytes };
      entries.push({ view, json, pdf, problem: null });
    }
  }
  yield { name: 'index.json', content: indexJson(entries, next) };
  const pieces: Uint8Array[] = [];
  for await (const piece of parts.writer.csv(indexRows(entries))) pieces.push(piece);
  yield { name: 'index.csv', content: concatenated(pieces) };
}

async function printedLetter(
  parts: ArchiveParts,
  companyId: string,
  idOrRef: string,
): Promise<{ readonly bytes: Uint8Array } | Pick<Refusal, 'kind' | 'code'>> {
  const paper = await servePaper(parts, { companyId, idOrRef, form: { kind: 'letter' } });
  if (paper.kind === 'refused') return paper;
  const bytes = await printInTurn(parts, paper.order, companyId);
  return bytes === null ? { kind: 'refused', code: 'paper_busy' } : { bytes };
}

const TRIES = 60;
const PAUSE_MS = 500;

/** Where too many others wait for their paper, an archive waits for half a minute. */
async function printInTurn(
  { press, clock }: ArchiveParts,
  order: PaperOrder,
  companyId: string,
): Promise<Uint8Array | null> {
  for (let tries = 1; ; tries += 1) {
    const bytes = await press.print(order, companyId);
    if (bytes !== null || tries === TRIES) return bytes;
    await clock.sleep(PAUSE_MS);
  }
}

function indexJson(entries: readonly IndexEntry[], next: string | null): string {
  const documents = entries.map(({ view, json, pdf, problem }) => {
    const cells = cellsOf(view, COLUMN_NAMES);
    const fields = COLUMN_NAMES.map((name, place) => [name, inJson(cells[place] ?? null)] as const);
    // A text of 'false' would be true to some.
    return { ...Object.fromEntries(fields), invalidated: isInvalidated(view.standing), json, pdf, problem };
  });
  return `${JSON.stringify({ documents, next }, null, 1)}\n`;
}

/** As the status of a document has it. */
function inJson(cell: Cell): string | number | null {
  return cell === null || typeof cell === 'string' ? cell : Number(cell.amount);
}

async function* indexRows(entries: readonly IndexEntry[]): AsyncGenerator<readonly Cell[]> {
  yield [...COLUMN_NAMES, 'json', 'pdf', 'problem'];
  for (const { view, json, pdf, problem } of entries)
    yield [...cellsOf(view, COLUMN_NAMES), json, pdf, problem];
}
