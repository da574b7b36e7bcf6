import { describe, expect, it } from 'vitest';
import { curvesSvg } from './curves.ts';

const latencies = Float64Array.from({ length: 1_000 }, (_, index) => 1_000 - index);

describe('curves of latencies', () => {
  const svg = curvesSvg('Own time', [
    { label: 'half of the peak', latencies },
    { label: 'nobody came', latencies: new Float64Array() },
  ]);
  it('begin at the least and end at the slowest request', () => {
    const [first, last] = /d="M([\d. ]+)L.*L([\d. ]+)"/.exec(svg)?.slice(1) ?? [];
    expect(first).toBe('70 380');
    expect(Number(last?.split(' ')[1])).toBeCloseTo(40, 0);
  });
  it('end where one request is the whole share that is left', () => {
    const [last] = /L([\d.]+) [\d.]+" stroke="#0072b2"/.exec(svg)?.slice(1) ?? [];
    expect(Number(last)).toBeCloseTo(70 + (3 / 4) * 590, 0);
  });
  it('leave out what has no requests', () => expect(svg).not.toContain('nobody came'));
  it('name the shares', () => expect(svg).toMatch(/p50<.*p90<.*p99<.*p99\.9<.*p99\.99</s));
});
