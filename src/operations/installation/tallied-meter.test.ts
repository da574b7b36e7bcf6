import { describe, expect, it } from 'vitest';
import { UNMETERED } from '../../../test/support/composition.ts';
import type { MeteredIssuance } from './metrics-ports.ts';
import { summedTally, talliedMeter, timeWithin } from './tallied-meter.ts';

const stamped = (durationMs: number | null): MeteredIssuance => ({
  tipoDte: '01',
  outcome: 'stamped',
  via: 'api',
  durationMs,
});

describe('a tallied meter', () => {
  it('keeps what it has counted since the last look, and passes it on', () => {
    const passed: string[] = [];
    const issuance = ({ outcome }: MeteredIssuance) => void passed.push(outcome);
    const { meter, take } = talliedMeter({ ...UNMETERED, issuance });
    meter.issuance(stamped(80));
    meter.issuance({ ...stamped(900), outcome: 'contingency' });
    meter.call({ service: 'recepciondte', outcome: 'stamped', durationMs: 60 });
    meter.call({ service: 'consultadte', outcome: 'silent', durationMs: 60 });
    meter.call({ service: 'recepciondte', outcome: 'not_delivered', durationMs: 60 });
    const first = take();
    expect(first.issued).toMatchObject({ stamped: 1, contingency: 1, rejected: 0 });
    expect(first.calls).toEqual({ answered: 1, silent: 2 });
    expect(passed).toEqual(['stamped', 'contingency']);
    expect(take().issued.stamped).toBe(0);
  });

  it('tells within which time most stamps came, to a fifth', () => {
    const { meter, take } = talliedMeter(UNMETERED);
    expect(timeWithin(take(), 0.5)).toBeNull();
    for (let count = 1; count <= 100; count += 1) meter.issuance(stamped(count > 98 ? 4_000 : 40));
    meter.issuance(stamped(null));
    const tally = take();
    expect(timeWithin(tally, 0.5)).toBeGreaterThanOrEqual(40);
    expect(timeWithin(tally, 0.5)).toBeLessThan(48);
    expect(timeWithin(tally, 0.99)).toBeGreaterThanOrEqual(4_000);
    expect(timeWithin(tally, 0.99)).toBeLessThan(4_800);
    meter.issuance(stamped(999_999));
    const both = summedTally([tally, take()]);
    expect([both.issued.stamped, both.times.reduce((sum, count) => sum + count, 0)]).toEqual([102, 101]);
    expect(timeWithin(both, 1)).toBeGreaterThan(90_000);
  });
});
