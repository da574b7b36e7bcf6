import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** Writes a generated page; the path is relative to the repository. */
export function writePage(path: string, text: string): void {
  writeFileSync(resolve(import.meta.dirname, '../..', path), text);
}
