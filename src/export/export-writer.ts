import { BYTE_ORDER_MARK, csvLine } from '../core/csv/csv.ts';
import type { Cell, ExportedFile, ExportWriter, StreamedFile } from '../operations/listings/ports.ts';
import { bookOf, xlsxOf } from './xlsx.ts';
import { type ZipFile, zipOf } from './zip.ts';

export const EXPORT_WRITER: ExportWriter = {
  csv: csvOf,
  xlsx: (rows) => xlsxOf(rows),
  book: (sheets) => bookOf(sheets),
  zip: (files) => zipOf(inPieces(files)),
};

async function* inPieces(files: AsyncIterable<ExportedFile | StreamedFile>): AsyncGenerator<ZipFile> {
  for await (const { name, content } of files) yield { name, content: whole(content) };
}

async function* whole(content: (ExportedFile | StreamedFile)['content']): AsyncGenerator<Uint8Array> {
  if (typeof content === 'string') yield Buffer.from(content);
  else if (content instanceof Uint8Array) yield content;
  else yield* content;
}

/** Lines that are written at a time. */
const LINES = 200;

async function* csvOf(rows: AsyncIterable<readonly Cell[]>): AsyncGenerator<Uint8Array> {
  let lines = [BYTE_ORDER_MARK];
  for await (const cells of rows) {
    lines.push(csvLine(cells));
    if (lines.length < LINES) continue;
    yield Buffer.from(lines.join(''));
    lines = [];
  }
  yield Buffer.from(lines.join(''));
}
