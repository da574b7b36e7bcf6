import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { describeOnDatabases } from '../../../test/support/database.ts';
import { openGateBench, PLENTY, withinOneMinute } from '../../../test/support/gate-bench.ts';
import { shared } from '../../../test/support/shared.ts';
import { present, sharedBench, upTo, withClients } from '../../../test/support/storage-bench.ts';
import { watchedPool } from '../../../test/support/watched-pool.ts';
import type { Gate, KnownKey, RateLimits, RateStanding } from '../../operations/access/ports.ts';
import type { Client } from '../connection/pool.ts';

/** A connection on which every window ends in so many milliseconds. */
function endIn(leftMs: number): (client: Client) => void {
  return (client) => {
    const query = client.query.bind(client);
    Object.assign(client, {
      query: async (...args: Parameters<typeof query>) => {
        const result: unknown = await query(...args);
        for (const row of rowsOf(result))
          if ('minute_left_ms' in row) Object.assign(row, { minute_left_ms: leftMs, hour_left_ms: leftMs });
        return result;
      },
    });
  };
}

function rowsOf(result: unknown): readonly object[] {
  if (typeof result !== 'object' || result === null || !('rows' in result)) return [];
  return Array.isArray(result.rows) ? result.rows : [];
}

describeOnDatabases('the gate', (name) => {
  const bench = sharedBench(name);
  let companyId: string;
  let nodes: readonly Gate[];
  const gates = shared(() => openGateBench(bench));
  beforeAll(async () => {
    companyId = await bench.addCompany();
    nodes = upTo(2).map(() => gates.gateOn(bench.anotherPool(4)));
  });

  const countOn = async (node: number, key: KnownKey): Promise<RateStanding> =>
    present(await present(nodes[node % nodes.length]).admit(key, null)).standing;
  const setLimits = (keyId: string, { perMinute, perHour }: RateLimits) =>
    bench.asSuperuser`UPDATE api_keys SET per_minute = ${perMinute}, per_hour = ${perHour}
      WHERE key_id = ${keyId}`;
  const revoke = (keyId: string) =>
    bench.asSuperuser('UPDATE api_keys SET revoked_at = clock_timestamp() WHERE key_id = $1', [keyId]);
  const counts = async (keyId: string) =>
    bench.asSuperuser('SELECT minute_count, hour_count FROM rate_windows WHERE key_id = $1', [keyId]);

  describe('counts', () => {
    it('and tells what remains and when the minute ends', () =>
      withinOneMinute(async () => {
        const limits = { perMinute: 3, perHour: 10 };
        const key = await gates.addKey(companyId, limits);
        const { caller, standing, found } = present(await present(nodes[0]).admit(key, null));
        expect(caller).toMatchObject({ keyId: key.keyId, companyId, limits });
        expect(found).toBeNull();
        expect(standing).toMatchObject({
          exceeded: null,
          remainingMinute: 2,
          remainingHour: 9,
          retryAfter: 0,
        });
        expect(standing.resetMinute).toBeGreaterThanOrEqual(1);
        expect(standing.resetMinute).toBeLessThanOrEqual(60);
        const left = 60 - new Date().getSeconds();
        expect(Math.abs(standing.resetMinute - left)).toBeLessThanOrEqual(1);
      }));

    it('nothing beyond the minute’s limit, and refuses', () =>
      withinOneMinute(async () => {
        const key = await gates.addKey(companyId, { perMinute: 2, perHour: 10 });
        for (const _ of upTo(2)) expect((await countOn(0, key)).exceeded).toBeNull();
        for (const turn of upTo(4)) {
          const refused = await countOn(turn, key);
          expect(refused).toMatchObject({ exceeded: 'minute', remainingMinute: 0, remainingHour: 8 });
          expect(refused.retryAfter).toBe(refused.resetMinute);
        }
        await gates.shift(key.keyId, 'minute', '-1 minute');
        gates.forgetFullWindows();
        expect(await countOn(0, key)).toMatchObject({ exceeded: null, remainingHour: 7 });
      }));

    it('and names the hour first, and its end', () =>
      withinOneMinute(async () => {
        const key = await gates.addKey(companyId, { perMinute: 1, perHour: 1 });
        await countOn(0, key);
        const refused = await countOn(0, key);
        const left = 3600 - (new Date().getMinutes() * 60 + new Date().getSeconds());
        expect(refused.exceeded).toBe('hour');
        expect(Math.abs(refused.retryAfter - left)).toBeLessThanOrEqual(1);
      }));

    it('each key by itself', async () => {
      const limits = { perMinute: 1, perHour: 1 };
      const keys = await Promise.all(upTo(5).map(() => gates.addKey(companyId, limits)));
      const standings = await Promise.all(keys.map((key, turn) => countOn(turn, key)));
      expect(standings.map(({ exceeded }) => exceeded)).toEqual(Array(5).fill(null));
    });

    it('exactly the limit of 400 at once on two nodes', () =>
      withinOneMinute(async () => {
        const key = await gates.addKey(companyId, { perMinute: 37, perHour: 1000 });
        const standings = await Promise.all(upTo(400).map((turn) => countOn(turn, key)));
        const admitted = standings.filter(({ exceeded }) => exceeded === null);
        expect(admitted).toHaveLength(37);
        const remaining = admitted.map(({ remainingMinute }) => remainingMinute).sort((a, b) => a - b);
        expect(remaining).toEqual(upTo(37).map((one) => one - 1));
        expect(await counts(key.keyId)).toEqual([{ minute_count: 37, hour_count: 37 }]);
      }));

    it('all that wait at the same moment in one statement, one after the other', () =>
      withinOneMinute(async () => {
        const key = await gates.addKey(companyId, { perMinute: 40, perHour: 45 });
        const pool = watchedPool(bench.anotherPool(4));
        const gate = gates.gateOn(pool);
        const standings = await Promise.all(
          upTo(60).map(async () => present(await gate.admit(key, null)).standing),
        );
        const told = standings.map((one) => [one.exceeded, one.remainingMinute, one.remainingHour]);
        expect(told).toEqual(
          upTo(60).map((turn) => (turn <= 40 ? [null, 40 - turn, 45 - turn] : ['minute', 0, 5])),
        );
        expect(pool.statements.filter((one) => one === 'admit-requests')).toHaveLength(2);
      }));

    it('the keys of several companies in one statement, and waits for nobody in a circle', () =>
      withinOneMinute(async () => {
        const companies = await Promise.all(upTo(3).map(() => bench.addCompany()));
        const keys = await Promise.all(upTo(12).map((turn) => gates.addKey(present(companies[turn % 3]))));
        const all = (node: number, order: readonly KnownKey[]) => order.map((key) => countOn(node, key));
        for (const _ of upTo(20)) await Promise.all([...all(0, keys), ...all(1, keys.toReversed())]);
        for (const { keyId } of keys)
          expect(await counts(keyId)).toEqual([{ minute_count: 40, hour_count: 40 }]);
        await new Promise((resolve) => setTimeout(resolve, 1100));
        const [row] = await bench.asSuperuser(
          'SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()',
        );
        expect(row).toEqual({ deadlocks: 0 });
      }));

    it('against the limits that the key has now', () =>
      withinOneMinute(async () => {
        const key = await gates.addKey(companyId, { perMinute: 2, perHour: 10 });
        for (const _ of upTo(2)) await countOn(0, key);
        await setLimits(key.keyId, { perMinute: 4, perHour: 10 });
        const { caller, standing } = present(await present(nodes[0]).admit(key, null));
        expect(caller.limits).toEqual({ perMinute: 4, perHour: 10 });
        expect(standing).toMatchObject({ exceeded: null, remainingMinute: 1 });
        await setLimits(key.keyId, { perMinute: 1, perHour: 10 });
        expect(await countOn(1, key)).toMatchObject({ exceeded: 'minute', remainingMinute: 0 });
        await setLimits(key.keyId, { perMinute: 9, perHour: 2 });
        gates.forgetFullWindows();
        expect(await countOn(1, key)).toMatchObject({ exceeded: 'hour', remainingHour: 0 });
      }));

    it('nothing for a key that lives no longer, wherever it comes in a statement', async () => {
      const [living, dead, unknown] = [
        await gates.addKey(companyId),
        await gates.addKey(companyId),
        { ...(await gates.addKey(companyId)), companyId: await bench.addCompany() },
      ];
      await countOn(0, dead);
      await revoke(dead.keyId);
      const gate = present(nodes[0]);
      const keys = [living, dead, unknown, dead, living, unknown];
      const admissions = await Promise.all(keys.map((key) => gate.admit(key, null)));
      expect(admissions.map((one) => one?.standing.exceeded)).toEqual([
        null,
        undefined,
        undefined,
        undefined,
        null,
        undefined,
      ]);
      expect(await counts(dead.keyId)).toEqual([{ minute_count: 1, hour_count: 1 }]);
      expect(await counts(unknown.keyId)).toEqual([]);
    });
  });

  describe('turns its windows', () => {
    it('and counts a request that began before the turn in the newer one', () =>
      withinOneMinute(async () => {
        const key = await gates.addKey(companyId, { perMinute: 4, perHour: 100 });
        for (const _ of upTo(2)) await countOn(0, key);
        await gates.shift(key.keyId, 'minute', '1 minute');
        const late = await countOn(1, key);
        expect(late).toMatchObject({ exceeded: null, remainingMinute: 1, remainingHour: 97 });
        expect(late.resetMinute).toBeGreaterThan(60);
        await countOn(1, key);
        expect((await countOn(1, key)).exceeded).toBe('minute');
      }));

    it.each([
      ['minute', '2 minutes'],
      ['hour', '2 hours'],
      ['hour', '1 year'],
    ] as const)('and takes a %s window %s ahead for a clock that was wrong', (window, ahead) =>
      withinOneMinute(async () => {
        const key = await gates.addKey(companyId, { perMinute: 1, perHour: 1 });
        await countOn(0, key);
        await gates.shift(key.keyId, window, ahead);
        await gates.shift(key.keyId, window === 'minute' ? 'hour' : 'minute', '-1 hour');
        expect((await countOn(0, key)).exceeded).toBeNull();
      }),
    );

    it('and forgets nothing of an hour whose minute has turned', () =>
      withinOneMinute(async () => {
        const key = await gates.addKey(companyId);
        await countOn(0, key);
        await gates.shift(key.keyId, 'minute', '-1 minute');
        expect((await countOn(0, key)).remainingHour).toBe(PLENTY.perHour - 2);
      }));
  });

  describe('remembers a window that is used up', () => {
    let key: KnownKey;
    let nowMs = 0;
    beforeEach(async () => {
      nowMs = 1_000_000;
      key = await gates.addKey(companyId, { perMinute: 1, perHour: 5 });
    });
    /** A gate with the statements that it has asked so far. */
    const openGate = (meet: (client: Client) => void = () => undefined) => {
      const pool = watchedPool(withClients(bench.anotherPool(1), meet));
      const gate = gates.gateOn(pool, () => nowMs);
      const standing = async () =>
        present((await gate.refusal(key)) ?? (await gate.admit(key, null))).standing;
      return {
        gate,
        standing,
        asked: () => pool.statements.filter((one) => one === 'admit-requests').length,
      };
    };

    it('and asks nobody about it for a second', () =>
      withinOneMinute(async () => {
        const { gate, standing, asked } = openGate();
        await standing();
        expect(await gate.refusal(key)).toBeNull();
        const refused = await standing();
        expect([refused.exceeded, asked()]).toEqual(['minute', 2]);
        for (const _ of upTo(20)) expect((await standing()).exceeded).toBe('minute');
        expect(asked()).toBe(2);
        nowMs += 999;
        expect(await standing()).toMatchObject({ exceeded: 'minute', remainingMinute: 0, remainingHour: 4 });
        expect(asked()).toBe(2);
        nowMs += 1;
        expect((await standing()).exceeded).toBe('minute');
        expect(asked()).toBe(3);
      }));

    it('and counts down to its end meanwhile', () =>
      withinOneMinute(async () => {
        const { standing, asked } = openGate(endIn(30_400));
        await standing();
        expect(await standing()).toMatchObject({ resetMinute: 31, retryAfter: 31 });
        nowMs += 500;
        expect(await standing()).toMatchObject({ resetMinute: 30, retryAfter: 30 });
        expect(asked()).toBe(2);
      }));

    it('but not beyond its end', () =>
      withinOneMinute(async () => {
        const { standing, asked } = openGate(endIn(400));
        await standing();
        await standing();
        nowMs += 399;
        expect([(await standing()).exceeded, asked()]).toEqual(['minute', 2]);
        nowMs += 1;
        expect([(await standing()).exceeded, asked()]).toEqual(['minute', 3]);
      }));

    it('of that key alone, and never one with room', () =>
      withinOneMinute(async () => {
        const { gate, standing, asked } = openGate();
        const other = await gates.addKey(companyId, { perMinute: 3, perHour: 5 });
        await standing();
        await standing();
        for (const turn of upTo(3)) {
          expect(present(await gate.admit(other, null)).standing.remainingMinute).toBe(3 - turn);
          expect(asked()).toBe(2 + turn);
        }
      }));

    it('and looks again after a second at a key that has ended, or may more', () =>
      withinOneMinute(async () => {
        const { gate, standing } = openGate();
        await standing();
        expect((await standing()).exceeded).toBe('minute');
        await setLimits(key.keyId, { perMinute: 2, perHour: 5 });
        nowMs += 1_000;
        expect((await standing()).exceeded).toBeNull();
        expect((await standing()).exceeded).toBe('minute');
        await revoke(key.keyId);
        nowMs += 1_000;
        expect(await gate.admit(key, null)).toBeNull();
      }));
  });
});
