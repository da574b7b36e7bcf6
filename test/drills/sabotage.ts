import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Change } from './planted-bugs.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Copies the product into an empty directory, with these changes; answers the path of its main program. */
export function copyProduct(place: string, changes: readonly Change[]): string {
  for (const part of ['src', 'package.json'])
    cpSync(join(ROOT, part), join(place, part), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(place, 'node_modules'), 'dir');
  for (const change of changes) {
    const file = join(place, change.file);
    writeFileSync(file, changed(readFileSync(file, 'utf8'), change));
  }
  return join(place, 'src/main.ts');
}

/** Throws where the line does not stand there exactly once, because then nothing would be shown. */
export function changed(text: string, { file, line, instead }: Change): string {
  const parts = text.split(`\n${line}\n`);
  if (parts.length !== 2) throw new Error(`${parts.length - 1} times in ${file}: ${line}`);
  return parts.join(`\n${instead}\n`);
}
