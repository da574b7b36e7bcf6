import { describe, expect, it } from 'vitest';
import { barsSvg } from './bars.ts';

const bars = [
  { label: 'Sello & more', least: 1, median: 2, most: 4 },
  { label: 'naive', least: 1, median: 1, most: 1 },
];

describe('bars', () => {
  const svg = barsSvg({ title: 'Documents', bars });
  it('are as long as their medians', () => {
    const widths = [...svg.matchAll(/<rect x="230" y="\d+" width="([\d.]+)"/g)].map(([, width]) =>
      Number(width),
    );
    expect(widths).toEqual([280, 140]);
  });
  it('show their noise', () => expect(svg).toContain('M370 44H790'));
  it('escape their labels', () => expect(svg).toContain('Sello &amp; more'));
  it('carry a goal as a line, and leave place for it', () => {
    const marked = barsSvg({ title: 'Documents', bars, mark: 8 });
    expect(marked).toContain('<line x1="790"');
    expect(marked).toContain('width="140"');
  });
});
