import { createCanvas } from '@napi-rs/canvas';
import jsQR from 'jsqr';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Points of an inch. */
const POINTS = 72;

export interface PdfPage {
  /** In points. */
  readonly width: number;
  readonly height: number;
  /** All texts in the order in which they are drawn, with a space between two. */
  readonly text: string;
  /** The texts that share a baseline, from the top down and from left to right. */
  readonly rows: readonly (readonly PlacedText[])[];
}

export interface PlacedText {
  readonly text: string;
  /** In points from the left. */
  readonly left: number;
}

export interface PdfReading {
  readonly pages: readonly PdfPage[];
  readonly title: string;
  readonly language: string | null;
  readonly isTagged: boolean;
  /** Files that it carries, by name. */
  readonly attachments: ReadonlyMap<string, string>;
}

function open(bytes: Uint8Array) {
  return getDocument({ data: Uint8Array.from(bytes), verbosity: 0 });
}

/** What a reader sees of a PDF, without its pictures. */
export async function readPdf(bytes: Uint8Array): Promise<PdfReading> {
  const task = open(bytes);
  const document = await task.promise;
  const { info, metadata } = await document.getMetadata();
  const pages = await Promise.all(
    Array.from({ length: document.numPages }, (_, index) => readPage(document, index + 1)),
  );
  const mark = await document.getMarkInfo();
  const attachments = await attachmentsOf(document);
  const language = metadata === null ? null : Reflect.get(info, 'Language');
  await task.destroy();
  return {
    pages,
    attachments,
    isTagged: mark?.Marked === true,
    title: String(Reflect.get(info, 'Title')),
    language: typeof language === 'string' ? language : null,
  };
}

type Document = Awaited<ReturnType<typeof open>['promise']>;

async function readPage(document: Document, number: number): Promise<PdfPage> {
  const page = await document.getPage(number);
  const { width, height } = page.getViewport({ scale: 1 });
  const { items } = await page.getTextContent();
  const texts = items.flatMap((item) => ('str' in item ? [item.str] : []));
  const placed = items.flatMap((item) =>
    'str' in item && item.str.trim() !== ''
      ? [{ text: item.str, left: Number(item.transform[4]), y: height - Number(item.transform[5]) }]
      : [],
  );
  return { width, height, text: texts.join(' ').replace(/ +/g, ' '), rows: rowsOf(placed) };
}

/** Points by which two texts of one row may differ in height: small type stands a little higher. */
const SAME_ROW = 1.5;

function rowsOf(texts: readonly (PlacedText & { readonly y: number })[]): PdfPage['rows'] {
  const rows: { readonly y: number; readonly texts: PlacedText[] }[] = [];
  for (const { y, ...text } of texts.toSorted((one, other) => one.y - other.y)) {
    const last = rows.at(-1);
    if (last !== undefined && y - last.y < SAME_ROW) last.texts.push(text);
    else rows.push({ y, texts: [text] });
  }
  return rows.map((row) => row.texts.toSorted((one, other) => one.left - other.left));
}

async function attachmentsOf(document: Document): Promise<ReadonlyMap<string, string>> {
  const names = [...((await document.getAttachments())?.keys() ?? [])];
  const texts = names.map(async (name): Promise<readonly [string, string]> => {
    const content: unknown = await document.getAttachmentContent(name);
    return [name, content instanceof Uint8Array ? new TextDecoder().decode(content) : ''];
  });
  return new Map(await Promise.all(texts));
}

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and opacity of each dot. */
  readonly dots: Uint8ClampedArray;
  readonly png: Uint8Array;
}

/** A page as a screen or a printer of so many dots to the inch shows it. */
export async function drawPage(bytes: Uint8Array, number: number, dpi: number): Promise<Picture> {
  const task = open(bytes);
  const document = await task.promise;
  const page = await document.getPage(number);
  const viewport = page.getViewport({ scale: dpi / POINTS });
  const canvas = createCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height));
  const context = canvas.getContext('2d');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  await page.render({ canvas: Object(canvas), canvasContext: Object(context), viewport }).promise;
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  const picture = {
    width: canvas.width,
    height: canvas.height,
    dots: data,
    png: canvas.toBuffer('image/png'),
  };
  await task.destroy();
  return picture;
}

/** The dots as thermal paper shows them: black or white. */
export function inBlackAndWhite({ dots, ...picture }: Picture): Picture {
  return { ...picture, dots: dots.map((value, index) => (index % 4 === 3 ? 255 : value < 128 ? 0 : 255)) };
}

/** What the QR code in a picture says; null where none is found. */
export function readQr({ dots, width, height }: Picture): string | null {
  return jsQR.default(dots, width, height)?.data ?? null;
}
