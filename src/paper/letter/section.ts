import type { Block, Party } from '../content/sheet.ts';
import { HAIRLINE } from '../drawing/color.ts';
import { wrap } from '../drawing/measure.ts';
import type { Hand } from '../drawing/pen.ts';
import { entryGrid, writeLines } from '../layout/entry-grid.ts';
import type { Strip, TypeScale } from '../layout/strip.ts';
import { CONTENT_WIDTH, PAGE } from './geometry.ts';

/** How parts are set: their colour and the sizes of their type. */
export interface PartLook {
  readonly color: string;
  readonly type: TypeScale;
}

/** Sizes of a heading and of a name, as parts of the size of what is read. */
const HEADING_PART = 0.9;
const NAME_PART = 1.2;
const NAME_LEADING = 1.28;
const GRID = { left: PAGE.left, width: CONTENT_WIDTH, columns: 4 };

/** The title of a part under a hairline; it never stands last on a page. */
export function headingStrip(title: string, { color, type }: PartLook): Strip {
  const hand: Hand = { face: 'strong', size: type.body * HEADING_PART, color };
  return {
    height: hand.size + 14,
    holdsNext: true,
    draw(pen, top) {
      pen.artifact(() =>
        pen.rule({ x: PAGE.left, y: top + 4 }, CONTENT_WIDTH, { color: HAIRLINE, thickness: 0.6 }),
      );
      pen.tag('H2', () => pen.write(title.toUpperCase(), { x: PAGE.left, y: top + hand.size + 7.5 }, hand));
    },
  };
}

/** The receiver: who, then all that is known of them. */
export function partyStrips({ title, name, entries }: Party, look: PartLook): readonly Strip[] {
  const hand: Hand = { face: 'strong', size: look.type.body * NAME_PART };
  const height = hand.size * NAME_LEADING;
  const lines = wrap(name, hand, CONTENT_WIDTH);
  const nameStrip: Strip = {
    height: lines.length * height + 3,
    draw: (pen, top) => pen.tag('P', () => writeLines(pen, { lines, x: PAGE.left, top, height, hand })),
  };
  return [headingStrip(title, look), nameStrip, ...entryGrid(entries, { ...GRID, type: look.type })];
}

/** A titled part. */
export function blockStrips({ title, rows }: Block, look: PartLook): readonly Strip[] {
  const compact = rows.every((row) => row.length === 1) ? [rows.flat()] : rows;
  const grid = { ...GRID, type: look.type };
  return [headingStrip(title, look), ...compact.flatMap((row) => entryGrid(row, grid))];
}
