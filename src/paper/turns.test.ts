import { setImmediate as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createTurns, type Turn } from './turns.ts';

/** Work that says its name when it begins, and ends when it is told to. The company's name is its first letter. */
function workshop() {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  return {
    begun,
    turn: (name: string, size = 1): Turn<string> => ({
      companyId: name.slice(0, 1),
      size,
      work: () => {
        begun.push(name);
        return new Promise<string>((resolve) => {
          ends.push(() => resolve(name));
        });
      },
    }),
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
    const { begun, turn, endAll } = workshop();
    const turns = createTurns(100);
    const done = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map((name) => turns.take(turn(name)));
    await pause();
    expect(begun).toEqual(['a1']);
    await endAll();
    expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
    expect(await Promise.all(done)).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'b2']);
  });

  it('are refused to the company that fills its queue, and to no other', async () => {
    const { turn, endAll } = workshop();
    const turns = createTurns(8);
    const wanted = (name: string, size?: number) => turns.take(turn(name, size)) !== null;
    expect(['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => wanted(name))).toEqual([
      true,
      true,
      true,
      true,
      false,
    ]);
    expect(['b1', 'b2', 'b3'].map((name) => wanted(name))).toEqual([true, true, false]);
    expect(wanted('c1', 3)).toBe(false);
    expect(wanted('c1')).toBe(true);
    expect(wanted('d1')).toBe(true);
    // Nothing is free.
    expect(wanted('e1')).toBe(false);
    await pause();
    await endAll();
    expect(wanted('e2', 8)).toBe(true);
    await endAll();
    expect(wanted('a6', 4)).toBe(true);
    expect(wanted('a7', 1)).toBe(false);
  });

  it('go on after a work that fails', async () => {
    const { turn, endAll } = workshop();
    const turns = createTurns(4);
    const failing = turns.take({ ...turn('a1'), work: () => Promise.reject(new Error('torn')) });
    const next = turns.take({ ...turn('a2'), work: async () => 'next' });
    await expect(failing).rejects.toThrow('torn');
    expect(await next).toBe('next');
    const last = turns.take(turn('b1', 4));
    await pause();
    await endAll();
    expect(await last).toBe('b1');
  });
});
