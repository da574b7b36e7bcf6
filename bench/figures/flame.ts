import type { Frame } from './profile.ts';
import { at, escapeXml, svgOf } from './svg.ts';

const [WIDTH, TOP, ROW, MARGIN] = [1_400, 34, 16, 10] as const;
/** A frame that would be narrower than this, in pixels, is not drawn. */
const NARROWEST = 1;
const LETTER = 6.6;

interface Box {
  readonly frame: Frame;
  readonly depth: number;
  readonly x: number;
  readonly width: number;
}

/** Callers below, callees above them in the list that hangs down; as wide as their share of the busy time. */
export function flameSvg(title: string, root: Frame): string {
  const boxes: Box[] = [];
  place({ frame: root, depth: 0, x: MARGIN, width: WIDTH - 2 * MARGIN }, boxes);
  const depth = Math.max(...boxes.map((box) => box.depth));
  const canvas = { width: WIDTH, height: TOP + (depth + 1) * ROW + MARGIN, title };
  return svgOf(
    canvas,
    boxes.map((box) => shapeOf(box, root.totalUs)),
  );
}

function place(box: Box, boxes: Box[]): void {
  boxes.push(box);
  let { x } = box;
  const children = [...box.frame.children.values()].sort((one, other) => other.totalUs - one.totalUs);
  for (const frame of children) {
    const width = (frame.totalUs / Math.max(1, box.frame.totalUs)) * box.width;
    if (width >= NARROWEST) place({ frame, depth: box.depth + 1, x, width }, boxes);
    x += width;
  }
}

function shapeOf({ frame, depth, x, width }: Box, wholeUs: number): string {
  const y = TOP + depth * ROW;
  const share = ((frame.totalUs / Math.max(1, wholeUs)) * 100).toFixed(1);
  const letters = Math.floor(width / LETTER);
  const name = letters < 4 ? '' : frame.name.slice(0, letters);
  return [
    `<g><title>${escapeXml(`${frame.name} ${frame.file} ${share} %`)}</title>`,
    `<rect x="${at(x)}" y="${y}" width="${at(Math.max(0.5, width - 0.5))}" height="${ROW - 1}" fill="${fillOf(frame)}"/>`,
    name === '' ? '' : `<text x="${at(x + 2)}" y="${y + 12}" font-size="11">${escapeXml(name)}</text>`,
    '</g>',
  ].join('');
}

/** Ours blue, packages orange, Node green, the engine grey. */
function fillOf({ file }: Frame): string {
  if (file.startsWith('src/')) return '#8ec4e8';
  if (file.startsWith('node_modules/')) return '#f2c078';
  if (file.startsWith('node:')) return '#9fd8b8';
  return '#d0d0d0';
}
