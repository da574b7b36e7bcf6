import type { ExportedFile, ExportWriter } from '../operations/listings/ports.ts';
import { csvOf } from './csv.ts';
import { xlsxOf } from './xlsx.ts';
import { type ZipFile, zipOf } from './zip.ts';

export const EXPORT_WRITER: ExportWriter = {
  csv: csvOf,
  xlsx: (rows) => xlsxOf(rows),
  zip: (files) => zipOf(inPieces(files)),
};

async function* inPieces(files: AsyncIterable<ExportedFile>): AsyncGenerator<ZipFile> {
  for await (const { name, content } of files) yield { name, content: whole(content) };
}

async function* whole(content: string | Uint8Array): AsyncGenerator<Uint8Array> {
  yield typeof content === 'string' ? Buffer.from(content) : content;
}
