import type { Strip } from './strip.ts';

export interface PageRoom {
  /** Points for strips on the first page, and on every other. */
  readonly first: number;
  readonly other: number;
  /** What rows need above them on a page that begins with one. */
  readonly rowHead: Strip;
}

/**
 * Strips by page, in their order. Strips that hold each other share a page where one has the room; what is higher than
 * a page has one alone.
 */
export function paginate(strips: readonly Strip[], room: PageRoom): readonly (readonly Strip[])[] {
  const pages: Strip[][] = [[]];
  let left = room.first;
  for (const clump of clumpsOf(strips)) {
    const height = heightOf(clump);
    const page = pages.at(-1);
    if (height <= left || page === undefined || page.length === 0) {
      page?.push(...clump);
      left -= height;
      continue;
    }
    const head = clump[0]?.isRow === true ? [room.rowHead] : [];
    pages.push([...head, ...clump]);
    left = room.other - heightOf(head) - height;
  }
  return pages;
}

export function heightOf(strips: readonly Strip[]): number {
  return strips.reduce((total, { height }) => total + height, 0);
}

function clumpsOf(strips: readonly Strip[]): readonly (readonly Strip[])[] {
  const clumps: Strip[][] = [];
  let open: Strip[] | null = null;
  for (const strip of strips) {
    if (open === null) {
      open = [];
      clumps.push(open);
    }
    open.push(strip);
    if (strip.holdsNext !== true) open = null;
  }
  return clumps;
}
