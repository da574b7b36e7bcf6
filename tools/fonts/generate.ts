import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PRINTED_CHARACTERS } from '../../src/paper/fonts/characters.ts';
import { subsetFont } from './subset.ts';

const target = new URL('../../src/paper/fonts/', import.meta.url);

/** A modified font may not carry the reserved name of the original (SIL Open Font License, section 3). */
const FONTS = [
  { from: 'plex-sans/fonts/complete/woff/IBMPlexSans-Regular.woff', to: 'text.ttf', name: 'Sello Text' },
  { from: 'plex-sans/fonts/complete/woff/IBMPlexSans-SemiBold.woff', to: 'strong.ttf', name: 'Sello Strong' },
  { from: 'plex-mono/fonts/complete/woff/IBMPlexMono-Regular.woff', to: 'code.ttf', name: 'Sello Code' },
];
const LICENSE = 'plex-sans/LICENSE.txt';

function main(folder: string | undefined): void {
  if (folder === undefined)
    throw new Error('usage: node tools/fonts/generate.ts <folder with plex-sans and plex-mono>');
  for (const { from, to, name } of FONTS) {
    const original = readFileSync(join(folder, from));
    const bytes = subsetFont(original, 'woff', { characters: PRINTED_CHARACTERS, name });
    writeFileSync(new URL(to, target), bytes);
    process.stdout.write(`${to}: ${bytes.length} bytes\n`);
  }
  copyFileSync(join(folder, LICENSE), new URL('LICENSE.txt', target));
}

main(process.argv[2]);
