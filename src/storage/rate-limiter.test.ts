import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnDatabases } from '../../test/support/database.ts';
import { openStorageBench, type StorageBench, upTo } from '../../test/support/storage-bench.ts';
import type { RateLimiter, RateLimits } from '../operations/access-ports.ts';
import { createRateLimiter } from './rate-limiter.ts';

const PLENTY: RateLimits = { perMinute: 100_000, perHour: 100_000 };

/** Both windows as the specification has them: checked together, counted together, or neither. */
class Model {
  private minute = 0;
  private hour = 0;
  private readonly limits: RateLimits;

  constructor(limits: RateLimits) {
    this.limits = limits;
  }

  request(): { readonly exceeded: string | null; readonly remaining: readonly number[] } {
    const { perMinute, perHour } = this.limits;
    const exceeded = this.hour >= perHour ? 'hour' : this.minute >= perMinute ? 'minute' : null;
    if (exceeded === null) {
      this.minute += 1;
      this.hour += 1;
    }
    return { exceeded, remaining: [perMinute - this.minute, perHour - this.hour] };
  }

  turnMinute(): void {
    this.minute = 0;
  }

  turnHour(): void {
    this.minute = 0;
    this.hour = 0;
  }
}

describeOnDatabases('the rate limiter', (name) => {
  let bench: StorageBench;
  let companyId: string;
  let nodes: readonly RateLimiter[];
  beforeAll(async () => {
    bench = await openStorageBench(name);
    companyId = await bench.addCompany();
    nodes = upTo(2).map(() => createRateLimiter(bench.anotherPool(4)));
  });
  afterAll(() => bench.drop());

  const countOn = (node: number, keyId: string, limits: RateLimits) => {
    const limiter = nodes[node % nodes.length];
    if (limiter === undefined) throw new Error('no node');
    return limiter.count({ companyId, keyId, limits });
  };
  const shift = (keyId: string, column: 'minute' | 'hour', by: string) =>
    bench.asSuperuser(
      `UPDATE rate_windows SET ${column}_start = ${column}_start + $2::interval WHERE key_id = $1`,
      [keyId, by],
    );

  /** Runs a test that must not meet the turn of a minute in a quiet part of one. */
  async function withinOneMinute(work: () => Promise<void>): Promise<void> {
    const second = new Date().getSeconds();
    if (second > 50) await new Promise((resolve) => setTimeout(resolve, (61 - second) * 1000));
    await work();
  }

  it('tells what remains and when the minute ends', () =>
    withinOneMinute(async () => {
      const keyId = randomUUID();
      const first = await countOn(0, keyId, { perMinute: 3, perHour: 10 });
      expect(first).toMatchObject({ exceeded: null, remainingMinute: 2, remainingHour: 9, retryAfter: 0 });
      expect(first.resetMinute).toBeGreaterThanOrEqual(1);
      expect(first.resetMinute).toBeLessThanOrEqual(60);
      const left = 60 - new Date().getSeconds();
      expect(Math.abs(first.resetMinute - left)).toBeLessThanOrEqual(1);
    }));

  it('refuses beyond the minute’s limit and counts nothing then', () =>
    withinOneMinute(async () => {
      const keyId = randomUUID();
      const limits = { perMinute: 2, perHour: 10 };
      for (const _ of upTo(2)) expect((await countOn(0, keyId, limits)).exceeded).toBeNull();
      for (const _ of upTo(3)) {
        const refused = await countOn(1, keyId, limits);
        expect(refused).toMatchObject({ exceeded: 'minute', remainingMinute: 0, remainingHour: 8 });
        expect(refused.retryAfter).toBe(refused.resetMinute);
      }
      await shift(keyId, 'minute', '-1 minute');
      expect(await countOn(0, keyId, limits)).toMatchObject({ exceeded: null, remainingHour: 7 });
    }));

  it('names the hour first, and its end', () =>
    withinOneMinute(async () => {
      const keyId = randomUUID();
      const limits = { perMinute: 1, perHour: 1 };
      await countOn(0, keyId, limits);
      const refused = await countOn(0, keyId, limits);
      const left = 3600 - (new Date().getMinutes() * 60 + new Date().getSeconds());
      expect(refused.exceeded).toBe('hour');
      expect(Math.abs(refused.retryAfter - left)).toBeLessThanOrEqual(1);
    }));

  it('counts each key by itself', async () => {
    const limits = { perMinute: 1, perHour: 1 };
    const standings = await Promise.all(upTo(5).map((turn) => countOn(turn, randomUUID(), limits)));
    expect(standings.map(({ exceeded }) => exceeded)).toEqual(Array(5).fill(null));
  });

  it('admits exactly the limit of 400 at once on two nodes', () =>
    withinOneMinute(async () => {
      const keyId = randomUUID();
      const limits = { perMinute: 37, perHour: 1000 };
      const standings = await Promise.all(upTo(400).map((turn) => countOn(turn, keyId, limits)));
      const admitted = standings.filter(({ exceeded }) => exceeded === null);
      expect(admitted).toHaveLength(37);
      const remaining = admitted.map(({ remainingMinute }) => remainingMinute).sort((a, b) => a - b);
      expect(remaining).toEqual(upTo(37).map((one) => one - 1));
    }));

  it('counts a request that began before the turn of the window in the newer one', () =>
    withinOneMinute(async () => {
      const keyId = randomUUID();
      const limits = { perMinute: 4, perHour: 100 };
      for (const _ of upTo(2)) await countOn(0, keyId, limits);
      await shift(keyId, 'minute', '1 minute');
      const late = await countOn(1, keyId, limits);
      expect(late).toMatchObject({ exceeded: null, remainingMinute: 1, remainingHour: 97 });
      expect(late.resetMinute).toBeGreaterThan(60);
      await countOn(1, keyId, limits);
      expect((await countOn(1, keyId, limits)).exceeded).toBe('minute');
    }));

  it.each([
    ['minute', '2 minutes'],
    ['hour', '2 hours'],
    ['hour', '1 year'],
  ] as const)('takes a %s window %s ahead for a clock that was wrong', (column, ahead) =>
    withinOneMinute(async () => {
      const keyId = randomUUID();
      const limits = { perMinute: 1, perHour: 1 };
      await countOn(0, keyId, limits);
      await shift(keyId, column, ahead);
      await shift(keyId, column === 'minute' ? 'hour' : 'minute', '-1 hour');
      expect((await countOn(0, keyId, limits)).exceeded).toBeNull();
    }),
  );

  it('forgets nothing of an hour whose minute has turned', () =>
    withinOneMinute(async () => {
      const keyId = randomUUID();
      await countOn(0, keyId, PLENTY);
      await shift(keyId, 'minute', '-1 minute');
      expect((await countOn(0, keyId, PLENTY)).remainingHour).toBe(PLENTY.perHour - 2);
    }));

  it('agrees with the model over random schedules on two nodes', async () => {
    const step = fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom('request on 0', 'request on 1') },
      { weight: 1, arbitrary: fc.constantFrom('minute turns', 'hour turns') },
    );
    const limits = fc.record({
      perMinute: fc.integer({ min: 1, max: 6 }),
      perHour: fc.integer({ min: 1, max: 12 }),
    });
    await fc.assert(
      fc.asyncProperty(limits, fc.array(step, { minLength: 1, maxLength: 40 }), async (limit, steps) => {
        await withinOneMinute(async () => {
          const keyId = randomUUID();
          const model = new Model(limit);
          for (const one of steps) await follow({ keyId, model, limit }, one);
        });
      }),
      { numRuns: 40 },
    );
  }, 120_000);

  async function follow(
    { keyId, model, limit }: { readonly keyId: string; readonly model: Model; readonly limit: RateLimits },
    step: string,
  ): Promise<void> {
    if (step === 'minute turns') {
      model.turnMinute();
      await shift(keyId, 'minute', '-1 minute');
    } else if (step === 'hour turns') {
      model.turnHour();
      await shift(keyId, 'minute', '-1 hour');
      await shift(keyId, 'hour', '-1 hour');
    } else {
      const expected = model.request();
      const standing = await countOn(Number(step.at(-1)), keyId, limit);
      const { exceeded, remainingMinute, remainingHour } = standing;
      expect({ exceeded, remaining: [remainingMinute, remainingHour] }).toEqual(expected);
      expect(standing.retryAfter > 0).toBe(exceeded !== null);
    }
  }
});
