import type { Cover, EventSheet, Sheet } from '../content/sheet.ts';
import type { Pen } from '../drawing/pen.ts';
import { labelHand } from '../layout/entry-grid.ts';
import { COMPACT, gap, heightOf, type PageRoom, paginate, ROOMY, type Strip } from '../layout/strip.ts';
import { columnsOf } from './columns.ts';
import { PAGE } from './geometry.ts';
import { type Brand, headStrip, identityStrips, type Look } from './head.ts';
import { lineHead, lineStrips, type Speech, speechOf } from './line-strips.ts';
import { drawFoot, drawGround, drawRunningHead, topOf } from './page.ts';
import { paymentStrips } from './payment-strips.ts';
import { blockStrips, partyStrips } from './section.ts';
import { totalsStrip } from './totals-strip.ts';

/** No document of so many lines fits one page in the larger type. */
const MOST_ROOMY_LINES = 40;

/** Draws a document on letter paper: in the larger type where it fits one page. */
export function drawLetter(pen: Pen, sheet: Sheet, brand: Brand): void {
  const speech = speechOf(sheet.table);
  const rooms = roomsOf(sheet);
  const roomy = { ...brand, type: ROOMY };
  const large = sheet.table.lines.length > MOST_ROOMY_LINES ? null : documentStrips(sheet, roomy, speech);
  const isLarge = large !== null && heightOf(large.strips) <= rooms.first;
  const { strips, rowHead } = isLarge ? large : documentStrips(sheet, { ...brand, type: COMPACT }, speech);
  drawPages(pen, paginate(strips, { ...rooms, rowHead }), { cover: sheet, color: brand.color, speech });
}

function documentStrips(
  sheet: Sheet,
  look: Look,
  speech: Speech,
): { readonly strips: readonly Strip[]; readonly rowHead: Strip } {
  const { color, type } = look;
  const columns = columnsOf(sheet.table, type);
  const strips = [
    headStrip(sheet, look),
    ...identityStrips(sheet, look),
    ...partyStrips(sheet.receiver, look),
    ...sheet.before.flatMap((block) => blockStrips(block, look)),
    gap(6),
    lineHead(columns, color, speech),
    ...lineStrips(sheet.table, { columns, speech, note: labelHand(type) }),
    totalsStrip(sheet, look),
    ...paymentStrips(sheet.payments, look),
    ...sheet.after.flatMap((block) => blockStrips(block, look)),
  ];
  return { strips, rowHead: lineHead(columns, color, 'silence') };
}

function roomsOf(cover: Cover): Omit<PageRoom, 'rowHead'> {
  return { first: PAGE.bottom - topOf(cover, true), other: PAGE.bottom - topOf(cover, false) };
}

/** Draws an event, which has parties and no lines. */
export function drawEvent(pen: Pen, sheet: EventSheet, brand: Brand): void {
  const look = { ...brand, type: ROOMY };
  const strips = [
    headStrip(sheet, look),
    ...identityStrips(sheet, look),
    ...sheet.blocks.flatMap((block) => blockStrips(block, look)),
  ];
  const pages = paginate(strips, { ...roomsOf(sheet), rowHead: gap(0) });
  drawPages(pen, pages, { cover: sheet, color: look.color, speech: 'paragraphs' });
}

function drawPages(
  pen: Pen,
  pages: readonly (readonly Strip[])[],
  { cover, color, speech }: { readonly cover: Cover; readonly color: string; readonly speech: Speech },
): void {
  let inRows = false;
  for (const [index, strips] of pages.entries()) {
    const isFirst = index === 0;
    pen.addPage(PAGE);
    drawGround(pen, cover, isFirst);
    if (!isFirst) drawRunningHead(pen, cover, color);
    let top = topOf(cover, isFirst);
    for (const strip of strips) {
      inRows = turn(pen, inRows, { isRow: strip.isRow === true, speech });
      strip.draw(pen, top);
      top += strip.height;
    }
    drawFoot(pen, cover.codes, { page: index + 1, pages: pages.length });
  }
}

/** Rows are one table in the tree of what is read, over all pages. */
function turn(
  pen: Pen,
  wasRow: boolean,
  { isRow, speech }: { readonly isRow: boolean; readonly speech: Speech },
): boolean {
  if (isRow && !wasRow) pen.open(speech === 'cells' ? 'Table' : 'Sect');
  if (!isRow && wasRow) pen.close();
  return isRow;
}
