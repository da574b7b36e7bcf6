import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { isSoundPicture } from '../../schema/sound-picture.ts';
import { INK, INK_BLACK } from './color.ts';
import { PageContent } from './content.ts';
import { glyphsOn } from './glyphs.ts';
import { FACES, fontFile, type Ink, widthOf } from './measure.ts';
import { qrRuns } from './qr-runs.ts';

/** A place on the page in points, from its upper left corner; for text, where its baseline begins. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

/** How a text is written: black unless a colour is given. */
export interface Hand extends Ink {
  readonly color?: string;
  /** Where it is given, letters are not filled: their contours are drawn, so many points thick. */
  readonly contour?: number;
}

/** A standard structure type of PDF for something that is read (ISO 32000-1, section 14.8.4). */
export type Tag = 'H1' | 'H2' | 'P' | 'TH' | 'TD' | 'Figure';
export type Group = 'Sect' | 'Table' | 'TR';

/** A file that the PDF carries. */
export interface Attachment {
  readonly name: string;
  readonly text: string;
}

export interface PenOptions {
  readonly title: string;
  readonly author: string;
  /** The date of the PDF, milliseconds since the epoch. */
  readonly createdMs: number;
  readonly attachment: Attachment | null;
}

/** What is drawn on the pages of a PDF. */
export interface Strokes {
  addPage(size: { readonly width: number; readonly height: number }): void;
  write(text: string, at: Point, hand: Hand): void;
  /** Ends where the point is. */
  writeBack(text: string, at: Point, hand: Hand): void;
  /** Leaning from the lower left to the upper right, with its middle at the point. */
  writeAcross(text: string, middle: Point, hand: Hand): void;
  fill(box: Box, color: string): void;
  /** A line from left to right. */
  rule(from: Point, width: number, style: { readonly color: string; readonly thickness: number }): void;
  /** A QR code in a square whose sides include its quiet zone. */
  qr(text: string, at: Point, side: number): void;
  /** A picture in base64 in the middle of the box, as large as that allows; false where it cannot be read. */
  picture(base64: string, box: Box): boolean;
  /** Something that is read; a figure has words that stand for it. */
  tag(tag: Tag, draw: () => void, words?: string): void;
  /** What is read together, until `close`. */
  open(group: Group): void;
  close(): void;
  /** What is not read: rules, repetitions, page numbers. */
  artifact(draw: () => void): void;
}

/** Draws one PDF: tagged, in Spanish, and the same bytes for the same strokes. */
export interface Pen extends Strokes {
  /** The bytes of the pages that are done since the last time, of what has more of them than memory should hold. */
  take(): Uint8Array;
  /** The bytes of what is left. */
  finish(): Promise<Uint8Array>;
}

type Document = InstanceType<typeof PDFDocument>;

const LANGUAGE = 'es-SV';
const PRODUCER = 'Sello';
/** How much of a module the rows of a QR code overlap, so that no viewer shows a gap between them. */
const OVERLAP = 0.02;
const ACROSS_DEGREES = -38;
/** How far a leaning text leaves the horizontal, in radians. */
export const ACROSS_ANGLE = (-ACROSS_DEGREES * Math.PI) / 180;

export function openPen(options: PenOptions): Pen {
  const document = openDocument(options);
  const content = new PageContent(document);
  return {
    ...strokesOn({ document, content }),
    take() {
      const bytes: unknown = document.read();
      return bytes instanceof Uint8Array ? bytes : new Uint8Array();
    },
    finish() {
      content.flush();
      document.end();
      return buffer(document);
    },
  };
}

function openDocument({ title, author, createdMs, attachment }: PenOptions): Document {
  const created = new Date(createdMs);
  const document = new PDFDocument({
    autoFirstPage: false,
    margin: 0,
    // No name of a font: the default one would be read for nothing.
    font: '',
    pdfVersion: '1.7',
    subset: 'PDF/A-3b',
    tagged: true,
    lang: LANGUAGE,
    displayTitle: true,
    info: { Title: title, Author: author, Producer: PRODUCER, Creator: PRODUCER, CreationDate: created },
  });
  for (const face of FACES) document.registerFont(face, fontFile(face));
  if (attachment !== null) attach(document, attachment, created);
  return document;
}

interface Drawing {
  readonly document: Document;
  readonly content: PageContent;
}

function strokesOn(drawing: Drawing): Strokes {
  const { document, content } = drawing;
  return {
    ...textStrokes(drawing),
    ...shapes(drawing),
    ...structure(drawing),
    addPage({ width, height }) {
      content.flush();
      document.addPage({ size: [width, height], margin: 0 });
      content.forget();
    },
  };
}

/** The signed document inside its own representation (PDF/A-3, associated file). */
function attach(document: Document, { name, text }: Attachment, created: Date): void {
  const about = {
    name,
    type: 'application/json',
    description: 'Documento tributario electrónico firmado',
    relationship: 'Source',
    creationDate: created,
    modifiedDate: created,
  };
  document.file(Buffer.from(text, 'utf8'), about);
}

function textStrokes({ document, content }: Drawing): Pick<Strokes, 'write' | 'writeBack' | 'writeAcross'> {
  const glyphs = glyphsOn(document, content);
  const write = (text: string, { x, y }: Point, { face, size, color = INK, contour }: Hand): void => {
    if (text === '') return;
    if (contour === undefined) content.fillWith(color);
    else {
      content.flush();
      document.lineWidth(contour).strokeColor(color);
    }
    glyphs.show(text, x, y, { face, size, isContour: contour !== undefined });
  };
  return {
    write,
    writeBack: (text, { x, y }, hand) => write(text, { x: x - widthOf(text, hand), y }, hand),
    writeAcross(text, { x, y }, hand) {
      content.flush();
      document.save().rotate(ACROSS_DEGREES, { origin: [x, y] });
      write(text, { x: x - widthOf(text, hand) / 2, y: y + hand.size / 3 }, hand);
      content.flush();
      document.restore();
      content.forget();
    },
  };
}

function shapes({ document, content }: Drawing): Pick<Strokes, 'fill' | 'rule' | 'qr' | 'picture'> {
  const fill = (box: Box, color: string): void => {
    content.fillWith(color);
    content.fill(box);
  };
  return {
    fill,
    rule: ({ x, y }, width, { color, thickness }) =>
      fill({ x, y: y - thickness / 2, width, height: thickness }, color),
    qr(text, { x, y }, side) {
      const { size, runs } = qrRuns(text);
      const module = side / size;
      const height = module * (1 + OVERLAP);
      content.fillWith(INK_BLACK);
      content.flush();
      for (const run of runs)
        document.rect(x + run.x * module, y + run.y * module, run.length * module, height);
      document.fill();
    },
    picture(base64, { x, y, width, height }) {
      const bytes = Buffer.from(base64, 'base64');
      if (!isSoundPicture(bytes)) return false;
      content.flush();
      try {
        document.image(bytes, x, y, { fit: [width, height], align: 'center', valign: 'center' });
        return true;
      } catch {
        return false;
      }
    },
  };
}

/** The tree of what is read, in the order in which it is drawn. */
function structure({ document, content }: Drawing): Pick<Strokes, 'tag' | 'open' | 'close' | 'artifact'> {
  const root = document.struct('Document');
  document.addStructure(root);
  const parents = [root];
  return {
    tag(tag, draw, words) {
      content.flush();
      const whole = () => {
        draw();
        content.flush();
      };
      const element = document.struct(tag, words === undefined ? {} : { alt: words }, whole);
      parents.at(-1)?.add(element);
      element.end();
    },
    open(group) {
      const element = document.struct(group);
      parents.at(-1)?.add(element);
      parents.push(element);
    },
    close: () => void parents.pop()?.end(),
    artifact(draw) {
      content.flush();
      document.markContent('Artifact');
      draw();
      content.flush();
      document.endMarkedContent();
    },
  };
}
