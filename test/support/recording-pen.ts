import { widthOf } from '../../src/paper/drawing/measure.ts';
import type { Box, Group, Hand, Pen, Tag } from '../../src/paper/drawing/pen.ts';

/** A text on a page, from its left to its right on its baseline. */
export interface Stroke {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly y: number;
  readonly size: number;
  /** What it is to a reader aloud; null for what is not read. */
  readonly tag: Tag | null;
}

export interface RecordedPage {
  readonly width: number;
  readonly height: number;
  readonly strokes: Stroke[];
  /** The sides of its QR codes, their quiet zones included. */
  readonly squares: number[];
  /** Where its pictures stand. */
  readonly pictures: Box[];
}

export interface RecordingPen extends Pen {
  readonly pages: readonly RecordedPage[];
  /** Groups as they were opened; each was closed where this is not -1. */
  readonly groups: readonly Group[];
  /** How many groups are open. */
  depth(): number;
}

/** A pen that writes down what it would draw. Throws where something is neither read nor declared as not to be read. */
export function recordingPen(): RecordingPen {
  const pages: RecordedPage[] = [];
  const groups: Group[] = [];
  let open = 0;
  let tag: Tag | 'artifact' | null = null;
  const within = (next: Tag | 'artifact', draw: () => void) => {
    if (tag !== null) throw new Error(`${next} inside ${tag}`);
    tag = next;
    draw();
    tag = null;
  };
  const declared = () => {
    if (tag === null) throw new Error('drawn outside of every tag');
  };
  const write: Pen['write'] = (text, { x, y }, hand: Hand) => {
    declared();
    const stroke = { text, left: x, right: x + widthOf(text, hand), y, size: hand.size };
    pages.at(-1)?.strokes.push({ ...stroke, tag: tag === 'artifact' ? null : tag });
  };
  return {
    pages,
    groups,
    write,
    depth: () => open,
    addPage: ({ width, height }) =>
      void pages.push({ width, height, strokes: [], squares: [], pictures: [] }),
    writeBack: (text, { x, y }, hand) => write(text, { x: x - widthOf(text, hand), y }, hand),
    writeAcross: declared,
    fill: declared,
    rule: declared,
    qr(_text, _at, side) {
      declared();
      pages.at(-1)?.squares.push(side);
    },
    picture(_base64, box) {
      declared();
      pages.at(-1)?.pictures.push(box);
      return true;
    },
    tag: within,
    artifact: (draw) => within('artifact', draw),
    open(group) {
      groups.push(group);
      open += 1;
    },
    close() {
      open -= 1;
    },
    take: () => new Uint8Array(),
    finish: async () => new Uint8Array(),
  };
}
