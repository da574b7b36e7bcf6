import { describe, expect, it } from 'vitest';
import type { Entry } from '../content/sheet.ts';
import { widthOf } from '../drawing/measure.ts';
import type { Hand, Pen, Point } from '../drawing/pen.ts';
import { entryGrid } from './entry-grid.ts';
import { COMPACT } from './strip.ts';

interface Stroke extends Point {
  readonly text: string;
  readonly right: number;
}

const GRID = { left: 44, width: 524, columns: 4, type: COMPACT };

/** What a grid writes, from the top down. */
function strokesOf(entries: readonly Entry[]): readonly Stroke[] {
  const strokes: Stroke[] = [];
  const write = (text: string, { x, y }: Point, hand: Hand) =>
    void strokes.push({ text, x, y, right: x + widthOf(text, hand) });
  const pen: Pick<Pen, 'write' | 'tag'> = { write, tag: (_tag, draw) => draw() };
  let top = 0;
  for (const strip of entryGrid(entries, GRID)) {
    strip.draw(Object.assign(Object.create(null), pen), top);
    top += strip.height;
  }
  return strokes;
}

const entry = (label: string, text: string): Entry => ({ label, text });

describe('entryGrid', () => {
  it('puts short entries side by side, each under its label', () => {
    const strokes = strokesOf([
      entry('NIT', '1'),
      entry('NRC', '2'),
      entry('Correo', 'a@b.sv'),
      entry('Tel', '4'),
    ]);
    const values = strokes.filter((_, index) => index % 2 === 1);
    expect(new Set(values.map(({ y }) => y)).size).toBe(1);
    expect(values.map(({ x }) => Math.round(x))).toEqual([44, 178, 312, 446]);
  });

  it('gives a long text several columns, stays inside, and leaves no gap that a later entry can fill', () => {
    const strokes = strokesOf([entry('NIT', '1'), entry('Dirección', 'x'.repeat(200)), entry('Tel', '4')]);
    for (const { right } of strokes) expect(right).toBeLessThanOrEqual(GRID.left + GRID.width);
    const [nit, tel] = ['1', '4'].map((value) => strokes.find(({ text }) => text === value));
    expect(tel?.y).toBe(nit?.y);
    expect(Math.round(tel?.x ?? 0)).toBe(178);
    for (const { y } of strokes.filter(({ text }) => text.startsWith('x')))
      expect(y).toBeGreaterThan(nit?.y ?? 0);
  });

  it('breaks a very long text into strips that fit a page, and loses nothing', () => {
    const text = Array.from({ length: 600 }, (_, index) => `palabra${index}`).join(' ');
    const strips = entryGrid([entry('', text)], GRID);
    expect(strips.length).toBeGreaterThan(3);
    for (const { height } of strips) expect(height).toBeLessThan(200);
    expect(
      strokesOf([entry('', text)])
        .map((stroke) => stroke.text)
        .join(' '),
    ).toBe(text);
  });

  it('shows no gap within a text that is longer than a strip', () => {
    const strokes = strokesOf([entry('', `${'palabra '.repeat(15)}\n`.repeat(30)), entry('', 'otra')]);
    const steps = strokes
      .slice(1)
      .map(({ y }, index) => Math.round((y - (strokes[index]?.y ?? 0)) * 10) / 10);
    expect(new Set(steps.slice(0, 29))).toEqual(new Set([10.4]));
    expect(steps[29]).toBe(13.4);
  });
});
