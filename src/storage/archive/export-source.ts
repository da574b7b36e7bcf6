import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createGunzip } from 'node:zlib';
import { fileOf, hashOf, type Manifest, readManifest, type TableFile } from '../backup/manifest.ts';
import { linesIn } from '../journal/lines-in.ts';
import { type ArchiveSource, type Reading, readingOf } from './archive-source.ts';
import { textIn } from './archived-rows.ts';

/** Reads a folder that `sello backup` wrote, also one of which files are damaged. Throws UnsoundBackup where it is none. */
export async function openExportSource(folder: string): Promise<ArchiveSource> {
  const manifest = await readManifest(folder);
  return {
    faults: await faultsOf(folder, manifest),
    rows: (table, companyId) => rowsOf(folder, manifest, { table, companyId }),
    close: async () => undefined,
  };
}

async function faultsOf(folder: string, { tables }: Manifest): Promise<ArchiveSource['faults']> {
  const faults: { readonly table: string; readonly problem: string }[] = [];
  for (const one of tables) {
    const file = fileOf(one);
    const sha256 = await hashOf(join(folder, file)).catch(() => null);
    const problem = sha256 === null ? 'cannot be read' : 'is not as it was made';
    if (sha256 !== one.sha256) faults.push({ table: one.table, problem: `${file} ${problem}.` });
  }
  return faults;
}

/** A file that cannot be unpacked to its end says so behind the rows that it gave; a short one, too. */
async function* rowsOf(
  folder: string,
  { tables }: Manifest,
  { table, companyId }: { readonly table: string; readonly companyId: string | null },
): AsyncGenerator<Reading> {
  const file = tables.find((one) => one.table === table);
  if (file === undefined) {
    yield { kind: 'broken', line: 0, problem: 'The export has no such table.' };
    return;
  }
  let line = 0;
  try {
    for await (const text of linesOf(folder, file)) {
      line += 1;
      const reading = readingOf(text, line);
      if (reading.kind === 'broken' || companyId === null || textIn(reading.row, 'company_id') === companyId)
        yield reading;
    }
  } catch {
    yield { kind: 'broken', line: line + 1, problem: 'The file cannot be unpacked from here on.' };
    return;
  }
  if (line !== file.rows)
    yield {
      kind: 'broken',
      line,
      problem: `The file ends here, and had ${file.rows} rows when it was made.`,
    };
}

function linesOf(folder: string, file: TableFile): AsyncGenerator<string> {
  const packed = createReadStream(join(folder, fileOf(file)));
  const unpacked = createGunzip();
  packed.on('error', (error) => unpacked.destroy(error));
  return linesIn(packed.pipe(unpacked));
}
