import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { anew } from '../../../test/support/shared.ts';
import { timelineServer } from '../../../test/support/timeline-server.ts';
import { NoPrimary, type PrimaryWatch, watchPrimary } from './primary.ts';

const MOVED = { timeout: 5_000 };

describe('the watch of two servers', () => {
  const watches: PrimaryWatch[] = [];
  const one = anew(() => timelineServer('00000002'));
  const other = anew(() => timelineServer(null));
  afterEach(async () => {
    for (const watch of watches.splice(0)) await watch.close();
    await Promise.all([one.close(), other.close()]);
  });

  const urlOf = (parameters = '') => `postgres://u:p@${one.host},${other.host}/sello${parameters}`;

  function watching(moved: () => void = () => undefined, parameters = ''): PrimaryWatch {
    const watch = watchPrimary(urlOf(parameters), moved);
    watches.push(watch);
    return watch;
  }

  it('tells of another primary, and of the same one that was promoted anew', async () => {
    const moved = vi.fn();
    const watch = watching(moved);
    expect(await watch.current()).toContain(one.host);
    expect(moved).not.toHaveBeenCalled();
    one.become({ timeline: '00000003' });
    await vi.waitFor(() => expect(moved).toHaveBeenCalledTimes(1), MOVED);
    expect(await watch.current()).toContain(one.host);
    other.become({ timeline: '00000004' });
    await vi.waitFor(() => expect(moved).toHaveBeenCalledTimes(2), MOVED);
    expect(await watch.current()).toContain(other.host);
  });

  it('says why each of them is none', async () => {
    const watch = watching();
    await watch.current();
    one.become({ timeline: null });
    other.become({ timeline: '00000001' });
    watch.doubt();
    const error = await watch.current().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(NoPrimary);
    expect(String(error)).toContain(
      `(${one.host}: a standby, or read-only; ${other.host}: on an older timeline)`,
    );
  });

  it('asks once for all who write the same address in another way, and answers each in its own', async () => {
    const [a, b] = [
      watching(undefined, '?application_name=la%20una&sslmode=disable'),
      watching(undefined, '?sslmode=disable&application_name=otra'),
    ];
    expect(await a.current()).toBe(
      `postgres://u:p@${one.host}/sello?application_name=la%20una&sslmode=disable`,
    );
    expect(await b.current()).toBe(`postgres://u:p@${one.host}/sello?sslmode=disable&application_name=otra`);
    expect(one.sessions()).toBe(1);
  });

  it('waits for a silent one at the first look alone', async () => {
    const watch = watching();
    other.become({ afterMs: null });
    expect(await watch.current()).toContain(one.host);
    one.become({ timeline: null });
    watch.doubt();
    const started = performance.now();
    await expect(watch.current()).rejects.toThrow(`${one.host}: a standby, or read-only`);
    expect(performance.now() - started).toBeLessThan(1_500);
    const again = performance.now();
    await expect(watch.current()).rejects.toThrow(NoPrimary);
    expect(performance.now() - again).toBeLessThan(250);
  });

  it('counts at the next look what comes late, and leaves no primary that is only slow', async () => {
    const watch = watching();
    expect(await watch.current()).toContain(one.host);
    one.become({ afterMs: 800 });
    const untilMs = performance.now() + 2_500;
    while (performance.now() < untilMs) {
      expect(await watch.current()).toContain(one.host);
      await sleep(50);
    }
    one.become({ timeline: null });
    other.become({ timeline: '00000003', afterMs: 800 });
    await vi.waitFor(async () => expect(await watch.current()).toContain(other.host), MOVED);
  });

  it('is over when it is closed', async () => {
    const watch = watching();
    await watch.current();
    await watch.close();
    await expect(watch.current()).rejects.toThrow('after calling close');
    await vi.waitFor(() => expect([one.sessions(), other.sessions()]).toEqual([0, 0]), MOVED);
  });
});
