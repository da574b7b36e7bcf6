import { setImmediate as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createTurns } from './turns.ts';

/** Work that says its name when it begins, and ends when it is told to. */
function workshop() {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  return {
    begun,
    work: (name: string) => () => {
      begun.push(name);
      return new Promise<string>((resolve) => {
        ends.push(() => resolve(name));
      });
    },
    async endAll() {
      for (let end = ends.shift(); end !== undefined; end = ends.shift()) {
        end();
        await pause();
      }
    },
  };
}

describe('turns', () => {
  it('are of one company after the other, and of one work at a time', async () => {
    const { begun, work, endAll } = workshop();
    const turns = createTurns({ mostWaiting: 10, mostPerCompany: 10 });
    const done = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map((name) => turns.take(name.slice(0, 1), work(name)));
    await pause();
    expect(begun).toEqual(['a1']);
    await endAll();
    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
    expect(await Promise.all(done)).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'b2']);
  });

  it('are refused beyond what may wait of a company, and of all', async () => {
    const { work, endAll } = workshop();
    const turns = createTurns({ mostWaiting: 4, mostPerCompany: 2 });
    expect(turns.take('a', work('a1'))).not.toBeNull();
    expect(turns.take('a', work('a2'))).not.toBeNull();
    expect(turns.take('a', work('a3'))).toBeNull();
    expect(turns.take('b', work('b1'))).not.toBeNull();
    expect(turns.take('c', work('c1'))).not.toBeNull();
    expect(turns.take('d', work('d1'))).toBeNull();
    await pause();
    await endAll();
    const later = turns.take('d', work('d2'));
    await pause();
    await endAll();
    expect(await later).toBe('d2');
  });

  it('go on after a work that fails', async () => {
    const turns = createTurns({ mostWaiting: 4, mostPerCompany: 4 });
    const failing = turns.take('a', () => Promise.reject(new Error('torn')));
    const next = turns.take('a', async () => 'next');
    await expect(failing).rejects.toThrow('torn');
    expect(await next).toBe('next');
  });
});
