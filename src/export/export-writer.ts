import type { ExportedFile, ExportWriter, StreamedFile } from '../operations/listings/ports.ts';
import { csvOf } from './csv.ts';
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
