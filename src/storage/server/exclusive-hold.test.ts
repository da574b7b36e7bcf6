import { describe, expect, it } from 'vitest';
import { sharedBench } from '../../../test/support/storage-bench.ts';
import { takeExclusiveHold } from './exclusive-hold.ts';

const bench = sharedBench('PostgreSQL 18');
const HOLDERS = `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

describe('an exclusive hold', () => {
  it('is one process’s at a time, until that gives it up', async () => {
    const first = await takeExclusiveHold(bench.url, 'test');
    expect(first).not.toBeNull();
    const other = await takeExclusiveHold(bench.url, 'other');
    expect(other).not.toBeNull();
    expect(await takeExclusiveHold(bench.url, 'test')).toBeNull();
    await Promise.all([first?.release(), other?.release()]);
    const next = await takeExclusiveHold(bench.url, 'test');
    expect(next).not.toBeNull();
    await next?.release();
  });

  it('is taken again where the server has broken the connection off', async () => {
    const hold = await takeExclusiveHold(bench.url, 'test');
    const [before] = await bench.asSuperuser(HOLDERS);
    await bench.asSuperuser('SELECT pg_terminate_backend($1)', [before?.['pid']]);
    const isAnother = async () => {
      const [now] = await bench.asSuperuser(HOLDERS);
      return now !== undefined && now['pid'] !== before?.['pid'];
    };
    await expect.poll(isAnother).toBe(true);
    await hold?.release();
    await expect.poll(() => bench.asSuperuser(HOLDERS)).toEqual([]);
  });
});
