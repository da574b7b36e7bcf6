import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { PaperForm, PaperOrder } from '../src/operations/paper-ports.ts';
import { render } from '../src/paper/render.ts';
import { goldenCases } from '../test/golden/golden-case.ts';
import { deliveryFile, SELLO } from '../test/support/delivery-file.ts';
import { drawPage } from '../test/support/pdf-reader.ts';
import { exampleLogo } from './gallery/example-logo.ts';
import { galleryPage, type Picture } from './gallery/page.ts';

/**
 * Prints every golden document and shows all papers on one HTML page: `npm run gallery [-- FOLDER]`, `gallery/` unless
 * told otherwise. With `--showcase` it makes the pictures of docs/gallery anew.
 */
const SCREEN_DPI = 96;
const SHOWCASE_DPI = 110;
const COLOR = '#0b6e4f';

const LETTER: PaperForm = { kind: 'letter' };
const TICKETS: readonly PaperForm[] = [
  { kind: 'ticket', widthMm: 80 },
  { kind: 'ticket', widthMm: 58 },
];

function orderOf(name: string, form: PaperForm): PaperOrder {
  const branding = { logo: exampleLogo(COLOR), color: COLOR };
  return { form, delivery: deliveryFile(name), isRejected: false, cancellation: { kind: 'none' }, branding };
}

function formsOf(name: string): readonly PaperForm[] {
  return name.startsWith('01-') ? [LETTER, ...TICKETS] : [LETTER];
}

async function writeGallery(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const pictures: Picture[] = [];
  for (const name of goldenCases()) {
    for (const form of formsOf(name)) {
      const file = `${name.replace('/', '_')}_${form.kind === 'ticket' ? form.widthMm : 'letter'}`;
      const bytes = await render(orderOf(name, form));
      writeFileSync(join(folder, `${file}.pdf`), bytes);
      writeFileSync(join(folder, `${file}.png`), (await drawPage(bytes, 1, SCREEN_DPI)).png);
      pictures.push({ name, file });
    }
    process.stdout.write(`${name}\n`);
  }
  writeFileSync(join(folder, 'index.html'), galleryPage(pictures));
  process.stdout.write(`${join(folder, 'index.html')}: ${pictures.length} papers\n`);
}

/** What README shows: a letter, an invoice's ticket, and a document that was taken back. */
const SHOWCASE: readonly (readonly [string, PaperOrder])[] = [
  ['letter', orderOf('03-credito-fiscal-v2/01-hardware-on-30-days-credit', LETTER)],
  ['ticket', orderOf('01-factura-v2/04-mixed-pharmacy-sale', { kind: 'ticket', widthMm: 80 })],
  [
    'invalidated',
    {
      ...orderOf('11-exportacion-v2/01-coffee-fob', LETTER),
      cancellation: { kind: 'invalidated', isSealed: true, sello: SELLO },
      branding: { logo: null, color: null },
    },
  ],
];

async function writeShowcase(): Promise<void> {
  const target = new URL('../docs/gallery/', import.meta.url);
  mkdirSync(target, { recursive: true });
  for (const [file, order] of SHOWCASE) {
    const { png } = await drawPage(await render(order), 1, SHOWCASE_DPI);
    writeFileSync(new URL(`${file}.png`, target), png);
    process.stdout.write(`${file}.png: ${png.length} bytes\n`);
  }
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { showcase: { type: 'boolean' } },
});
if (values.showcase === true) await writeShowcase();
else await writeGallery(positionals[0] ?? 'gallery');
