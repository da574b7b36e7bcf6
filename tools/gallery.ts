import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createCanvas, ImageData } from '@napi-rs/canvas';
import type { PaperForm } from '../src/operations/files/ports.ts';
import { render } from '../src/paper/render.ts';
import { goldenCases } from '../test/golden/golden-case.ts';
import { type Picture as Drawn, drawPage, readPdf } from '../test/support/pdf-reader.ts';
import { goldenSignedFile } from '../test/support/signed-file.ts';
import { bookExhibits } from './gallery/books.ts';
import { galleryPage, type Picture } from './gallery/page.ts';
import { orderOf, showcase } from './gallery/showcase.ts';

/**
 * Prints every golden document and shows all papers on one HTML page: `npm run gallery [-- FOLDER]`, `gallery/` unless
 * told otherwise. With `--showcase` it makes the pictures of docs/gallery anew, with `--console` those of the console's
 * pages, which need Chromium.
 */
const SCREEN_DPI = 96;
const SHOWCASE_DPI = 110;
/** A quality out of 100: small print is still sharp, at a quarter of the bytes of a PNG with all its colours. */
const WEBP_QUALITY = 60;
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
      const bytes = await render(orderOf(goldenSignedFile(name), form));
      writeFileSync(join(folder, `${file}.pdf`), bytes);
      writeFileSync(join(folder, `${file}.png`), (await drawPage(bytes, 1, SCREEN_DPI)).png);
      pictures.push({ name, file });
    }
    process.stdout.write(`${name}\n`);
  }
  writeFileSync(join(folder, 'index.html'), galleryPage(pictures));
  process.stdout.write(`${join(folder, 'index.html')}: ${pictures.length} papers\n`);
}

function webpOf({ width, height, dots }: Drawn): Buffer {
  const canvas = createCanvas(width, height);
  canvas.getContext('2d').putImageData(new ImageData(dots, width, height), 0, 0);
  return canvas.toBuffer('image/webp', WEBP_QUALITY);
}

/** Makes the pictures of docs/gallery. */
async function writeShowcase(): Promise<void> {
  const target = new URL('../docs/gallery/', import.meta.url);
  mkdirSync(target, { recursive: true });
  let total = 0;
  for (const { file, order, page } of showcase()) {
    const bytes = await render(order);
    const number = page > 0 ? page : (await readPdf(bytes)).pages.length + 1 + page;
    const webp = webpOf(await drawPage(bytes, number, SHOWCASE_DPI));
    writeFileSync(new URL(`${file}.webp`, target), webp);
    total += webp.length;
    process.stdout.write(`${file}.webp: page ${number}, ${webp.length} bytes\n`);
  }
  for (const { file, bytes } of await bookExhibits()) {
    const webp = webpOf(await drawPage(bytes, 1, SHOWCASE_DPI));
    writeFileSync(new URL(`${file}.webp`, target), webp);
    total += webp.length;
    process.stdout.write(`${file}.webp: page 1, ${webp.length} bytes\n`);
  }
  process.stdout.write(`${total} bytes\n`);
}

/** The test that looks at every page takes their pictures, too. */
function picturePages(): void {
  const pictures = fileURLToPath(new URL('../docs/gallery/console/', import.meta.url));
  const { status } = spawnSync(
    'npx',
    ['vitest', '--config', 'test/vitest.config.ts', 'run', 'test/console', '-t', 'every page'],
    {
      stdio: 'inherit',
      cwd: fileURLToPath(new URL('..', import.meta.url)),
      env: { ...process.env, SELLO_PICTURES: pictures },
    },
  );
  process.exitCode = status ?? 1;
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { showcase: { type: 'boolean' }, console: { type: 'boolean' } },
});
if (values.console === true) picturePages();
else if (values.showcase === true) await writeShowcase();
else await writeGallery(positionals[0] ?? 'gallery');
