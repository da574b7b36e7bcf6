import type { Block, Party } from '../content/sheet.ts';
import { HAIRLINE } from '../drawing/color.ts';
import type { Hand } from '../drawing/pen.ts';
import { printable } from '../drawing/printable.ts';
import { wrap } from '../drawing/wrap.ts';
import { entryGrid, writeLines } from '../layout/entry-grid.ts';
import type { Strip } from '../layout/strip.ts';
import { CONTENT_WIDTH, PAGE } from './page.ts';

const HEADING: Hand = { face: 'strong', size: 7.4 };
const NAME: Hand = { face: 'strong', size: 10 };
const GRID = { left: PAGE.left, width: CONTENT_WIDTH, columns: 4 };

/** The title of a part under a hairline; it never stands last on a page. */
export function headingStrip(title: string, color: string): Strip {
  return {
    height: 23,
    holdsNext: true,
    draw(pen, top) {
      pen.artifact(() =>
        pen.rule({ x: PAGE.left, y: top + 4 }, CONTENT_WIDTH, { color: HAIRLINE, thickness: 0.6 }),
      );
      pen.tag('H2', () =>
        pen.write(title.toUpperCase(), { x: PAGE.left, y: top + 15.5 }, { ...HEADING, color }),
      );
    },
  };
}

/** The receiver: who, then all that is known of them. */
export function partyStrips({ title, name, entries }: Party, color: string): readonly Strip[] {
  const lines = wrap(printable(name), NAME, CONTENT_WIDTH);
  const nameStrip: Strip = {
    height: lines.length * 13 + 3,
    draw: (pen, top) =>
      pen.tag('P', () => writeLines(pen, { lines, x: PAGE.left, top, height: 13, hand: NAME })),
  };
  return [headingStrip(title, color), nameStrip, ...entryGrid(entries, GRID)];
}

/** A titled part. */
export function blockStrips({ title, rows }: Block, color: string): readonly Strip[] {
  const compact = rows.every((row) => row.length === 1) ? [rows.flat()] : rows;
  return [headingStrip(title, color), ...compact.flatMap((row) => entryGrid(row, GRID))];
}
