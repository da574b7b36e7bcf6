import { writeFileSync } from 'node:fs';
import { factsIn } from './facts.ts';
import { dataModules } from './modules.ts';

const target = new URL('../../src/catalogs/data/', import.meta.url);

function main(folder: string | undefined): void {
  if (folder === undefined) throw new Error('usage: node tools/catalogs/generate.ts <folder of facts>');
  for (const [file, text] of dataModules(factsIn(folder))) {
    writeFileSync(new URL(file, target), text);
    process.stdout.write(`${file}: ${text.length} characters\n`);
  }
}

main(process.argv[2]);
