import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CodeMistake } from './planted-in-code.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Where mistakes are planted; everything else is looked up where it is. */
const COPIED = ['src/core/calendar', 'src/core/declaring', 'src/operations/declarations'];

/** A copy of the product in an empty folder with one mistake in it. */
export function copyWith(place: string, { file, fragment, instead }: CodeMistake): void {
  for (const folder of ['.', 'src', 'src/core', 'src/operations']) {
    mkdirSync(join(place, folder), { recursive: true });
    for (const entry of readdirSync(join(ROOT, folder))) linkOrCopy(place, join(folder, entry));
  }
  const path = join(place, 'src', file);
  writeFileSync(path, withMistake(readFileSync(path, 'utf8'), { file, fragment, instead }));
}

function linkOrCopy(place: string, path: string): void {
  if (COPIED.includes(path)) cpSync(join(ROOT, path), join(place, path), { recursive: true });
  else if (!COPIED.some((copied) => copied.startsWith(`${path}/`)))
    symlinkSync(join(ROOT, path), join(place, path));
}

/** Throws where the fragment does not stand there exactly once, because then nothing would be shown. */
export function withMistake(text: string, { file, fragment, instead }: Omit<CodeMistake, 'name'>): string {
  const parts = text.split(fragment);
  if (parts.length !== 2) throw new Error(`${parts.length - 1} times in ${file}: ${fragment}`);
  return parts.join(instead);
}
