import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { PaperForm } from '../src/operations/files/ports.ts';
import { render } from '../src/paper/render.ts';
import { goldenCases } from '../test/golden/golden-case.ts';
import { deliveryFile } from '../test/support/delivery-file.ts';
import { drawPage, readPdf } from '../test/support/pdf-reader.ts';
import { galleryPage, type Picture } from './gallery/page.ts';
import { orderOf, showcase } from './gallery/showcase.ts';
import { smallPng } from './gallery/small-png.ts';

/**
 * Prints every golden document and shows all papers on one HTML page: `npm run gallery [-- FOLDER]`, `gallery/` unless
 * told otherwise. With `--showcase` it makes the pictures of docs/gallery anew.
 */
const SCREEN_DPI = 96;
const SHOWCASE_DPI = 110;
const LETTER: PaperForm = { kind: 'letter' };
const TICKETS: readonly PaperForm[] = [
  { kind: 'ticket', widthMm: 80 },
  { kind: 'ticket', widthMm: 58 },
];

function formsOf(name: string): readonly PaperForm[] {
  return name.startsWith('01-') ? [LETTER, ...TICKETS] : [LETTER];
}

async function writeGallery(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const pictures: Picture[] = [];
  for (const name of goldenCases()) {
    for (const form of formsOf(name)) {
      const file = `${name.replace('/', '_')}_${form.kind === 'ticket' ? form.widthMm : 'letter'}`;
      const bytes = await render(orderOf(deliveryFile(name), form));
      writeFileSync(join(folder, `${file}.pdf`), bytes);
      writeFileSync(join(folder, `${file}.png`), (await drawPage(bytes, 1, SCREEN_DPI)).png);
      pictures.push({ name, file });
    }
    process.stdout.write(`${name}\n`);
  }
  writeFileSync(join(folder, 'index.html'), galleryPage(pictures));
  process.stdout.write(`${join(folder, 'index.html')}: ${pictures.length} papers\n`);
}

/** Makes the pictures of docs/gallery. */
async function writeShowcase(): Promise<void> {
  const target = new URL('../docs/gallery/', import.meta.url);
  mkdirSync(target, { recursive: true });
  let total = 0;
  for (const { file, order, page } of showcase()) {
    const bytes = await render(order);
    const number = page > 0 ? page : (await readPdf(bytes)).pages.length + 1 + page;
    const png = smallPng(await drawPage(bytes, number, SHOWCASE_DPI));
    writeFileSync(new URL(`${file}.png`, target), png);
    total += png.length;
    process.stdout.write(`${file}.png: page ${number}, ${png.length} bytes\n`);
  }
  process.stdout.write(`${total} bytes\n`);
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { showcase: { type: 'boolean' } },
});
if (values.showcase === true) await writeShowcase();
else await writeGallery(positionals[0] ?? 'gallery');
