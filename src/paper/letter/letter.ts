import type { Cover, EventSheet, Sheet } from '../content/sheet.ts';
import type { Pen } from '../drawing/pen.ts';
import { type PageRoom, paginate } from '../layout/paginate.ts';
import { gap, type Strip } from '../layout/strip.ts';
import { columnsOf } from './columns.ts';
import { headStrip, identityStrips, type Look, markStrips } from './head.ts';
import { lineHead, lineStrips, type Speech, speechOf } from './line-strips.ts';
import { BELOW_RUNNING_HEAD, drawFoot, drawGround, drawRunningHead, PAGE } from './page.ts';
import { blockStrips, partyStrips } from './section.ts';
import { totalsStrip } from './totals-strip.ts';

/** Draws a document on letter paper. */
export function drawLetter(pen: Pen, sheet: Sheet, look: Look): void {
  const columns = columnsOf(sheet.table);
  const speech = speechOf(sheet.table);
  const strips = [
    headStrip(sheet, look),
    ...identityStrips(sheet, look),
    ...markStrips(sheet),
    ...partyStrips(sheet.receiver, look.color),
    ...sheet.before.flatMap((block) => blockStrips(block, look.color)),
    gap(6),
    lineHead(columns, look.color, speech),
    ...lineStrips(sheet.table, columns, speech),
    totalsStrip(sheet, look.color),
    ...(sheet.payments === null ? [] : blockStrips(sheet.payments, look.color)),
    ...sheet.after.flatMap((block) => blockStrips(block, look.color)),
  ];
  const room: PageRoom = {
    first: PAGE.bottom - PAGE.top,
    other: PAGE.bottom - BELOW_RUNNING_HEAD,
    rowHead: lineHead(columns, look.color, 'silence'),
  };
  drawPages(pen, paginate(strips, room), { cover: sheet, color: look.color, speech });
}

/** Draws an event, which has parties and no lines. */
export function drawEvent(pen: Pen, sheet: EventSheet, look: Look): void {
  const strips = [
    headStrip(sheet, look),
    ...identityStrips(sheet, look),
    ...sheet.blocks.flatMap((block) => blockStrips(block, look.color)),
  ];
  const room = { first: PAGE.bottom - PAGE.top, other: PAGE.bottom - BELOW_RUNNING_HEAD, rowHead: gap(0) };
  drawPages(pen, paginate(strips, room), { cover: sheet, color: look.color, speech: 'paragraphs' });
}

interface Dress {
  readonly cover: Cover;
  readonly color: string;
  readonly speech: Speech;
}

function drawPages(pen: Pen, pages: readonly (readonly Strip[])[], { cover, color, speech }: Dress): void {
  let inRows = false;
  for (const [index, strips] of pages.entries()) {
    const isFirst = index === 0;
    pen.addPage(PAGE);
    drawGround(pen, cover, isFirst);
    if (!isFirst) drawRunningHead(pen, cover, color);
    let top: number = isFirst ? PAGE.top : BELOW_RUNNING_HEAD;
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
