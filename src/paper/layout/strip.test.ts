import { describe, expect, it } from 'vitest';
import { heightOf, paginate, type Strip } from './strip.ts';

const draw = () => undefined;
const plain = (height: number): Strip => ({ height, draw });
const held = (height: number): Strip => ({ height, draw, holdsNext: true });
const row = (height: number): Strip => ({ height, draw, isRow: true });
const HEAD: Strip = { height: 10, draw, isRow: true, holdsNext: true };
const ROOM = { first: 100, other: 80, rowHead: HEAD };

function heights(strips: readonly Strip[]): readonly (readonly number[])[] {
  return paginate(strips, ROOM).map((page) => page.map(({ height }) => height));
}

describe('paginate', () => {
  it('fills pages in order, the first one with room of its own', () => {
    expect(heights([plain(60), plain(40), plain(80), plain(1)])).toEqual([[60, 40], [80], [1]]);
  });

  it('keeps a heading with what follows it', () => {
    expect(heights([plain(70), held(10), plain(30), plain(5)])).toEqual([[70], [10, 30, 5]]);
  });

  it('repeats the head of rows on every page that begins with one', () => {
    const rows = Array.from({ length: 9 }, () => row(20));
    expect(heights([HEAD, ...rows])).toEqual([
      [10, 20, 20, 20, 20],
      [10, 20, 20, 20],
      [10, 20, 20],
    ]);
  });

  it('takes the last row along when the totals need another page', () => {
    const last: Strip = { ...row(20), holdsNext: true };
    expect(heights([HEAD, row(20), row(20), last, plain(40)])).toEqual([
      [10, 20, 20],
      [10, 20, 40],
    ]);
  });

  it('gives what is higher than a page one of its own, and goes on', () => {
    expect(heights([plain(10), plain(300), plain(10)])).toEqual([[10], [300], [10]]);
  });

  it('exceeds no page otherwise', () => {
    const strips = Array.from({ length: 200 }, (_, index) => plain(1 + ((index * 37) % 79)));
    const pages = paginate(strips, ROOM);
    expect(pages.flat()).toEqual(strips);
    for (const [index, page] of pages.entries())
      expect(heightOf(page)).toBeLessThanOrEqual(index === 0 ? ROOM.first : ROOM.other);
  });
});
