import { describe, expect, it } from 'vitest';
import { barsSvg } from './bars.ts';

const bars = [
  { label: 'Sello & more', least: 1, median: 2, most: 4 },
  { label: 'naive', least: 1, median: 1, most: 1 },
];

describe('bars', () => {
  const svg = barsSvg({ title: 'Documents', bars });
  it('are as long as their medians', () => {
    const widths = [...svg.matchAll(/<rect x="400" y="\d+" width="([\d.]+)"/g)].map(([, width]) =>
      Number(width),
    );
    expect(widths).toEqual([265, 132.5]);
  });
  it('show their noise', () => expect(svg).toContain('M532.5 44H930'));
  it('escape their labels', () => expect(svg).toContain('Sello &amp; more'));
  it('carry a goal as a line, and leave place for it', () => {
    const marked = barsSvg({ title: 'Documents', bars, mark: 8 });
    expect(marked).toContain('<line x1="930"');
    expect(marked).toContain('width="132.5"');
  });
});
