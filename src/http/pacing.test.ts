import { describe, expect, it } from 'vitest';
import { createPacing } from './pacing.ts';

function scene(betweenMs?: number) {
  const time = { ms: 0 };
  const slept: number[] = [];
  const clock = {
    monotonic: () => time.ms,
    async sleep(delayMs: number) {
      slept.push(delayMs);
    },
  };
  const pacing = createPacing(clock, betweenMs);
  const turnAway = async (times: number, who: string): Promise<readonly number[]> => {
    slept.length = 0;
    for (let count = 0; count < times; count += 1) await pacing.wait(who, 40);
    return [...slept];
  };
  return { time, turnAway };
}

describe('the pacing of those that are turned away', () => {
  it('answers twenty at once, and each further one later, up to the limit', async () => {
    const { turnAway } = scene();
    expect(await turnAway(20, 'a')).toEqual([]);
    expect(await turnAway(3, 'a')).toEqual([5, 10, 15]);
    expect(await turnAway(100, 'a')).toContain(40);
    expect(Math.max(...(await turnAway(100, 'a')))).toBe(40);
  });

  it('may leave more time between two answers', async () => {
    const { turnAway } = scene(15);
    expect(await turnAway(20, 'a')).toEqual([]);
    expect(await turnAway(3, 'a')).toEqual([15, 30, 40]);
  });

  it('holds nobody up for another', async () => {
    const { turnAway } = scene();
    await turnAway(100, 'a');
    expect(await turnAway(20, 'b')).toEqual([]);
  });

  it('forgives with time', async () => {
    const { time, turnAway } = scene();
    await turnAway(20, 'a');
    time.ms = 50;
    expect(await turnAway(11, 'a')).toEqual([5]);
    time.ms = 1_000;
    expect(await turnAway(20, 'a')).toEqual([]);
  });
});
