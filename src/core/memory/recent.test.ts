import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createKept, createRecent, remembered } from './recent.ts';

describe('recent values', () => {
  it('are known by their names, the last one of each', () => {
    const recent = createRecent<number>(3);
    expect(recent.get('a')).toBeNull();
    recent.set('a', 1);
    recent.set('b', 2);
    recent.set('a', 3);
    expect([recent.get('a'), recent.get('b'), recent.get('c')]).toEqual([3, 2, null]);
  });

  it('are forgotten beyond the limit, those first that were used longest ago', () => {
    const recent = createRecent<string>(3);
    for (const name of ['a', 'b', 'c']) recent.set(name, name);
    recent.get('a');
    recent.set('b', 'b again');
    recent.set('d', 'd');
    expect(['a', 'b', 'c', 'd'].map(recent.get)).toEqual(['a', 'b again', null, 'd']);
  });

  it('are forgotten where they are the ones that are meant', () => {
    const recent = createRecent<number>(3);
    recent.set('a', 1);
    recent.forget('a', (value) => value === 2);
    expect(recent.get('a')).toBe(1);
    recent.forget('a', (value) => value === 1);
    recent.forget('b', () => true);
    expect(recent.get('a')).toBeNull();
  });

  it('are those of a list in the order of use, whatever is done', () => {
    const step = fc.record({ does: fc.constantFrom('get', 'set', 'forget'), name: fc.nat({ max: 7 }) });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6 }), fc.array(step, { maxLength: 80 }), (limit, steps) => {
        const recent = createRecent<number>(limit);
        let listed: (readonly [string, number])[] = [];
        for (const [turn, { does, name: number }] of steps.entries()) {
          const name = `${number}`;
          const known = listed.find(([one]) => one === name);
          const others = listed.filter(([one]) => one !== name);
          if (does === 'get') {
            expect(recent.get(name)).toBe(known?.[1] ?? null);
            listed = known === undefined ? others : [...others, known];
          } else if (does === 'set') {
            recent.set(name, turn);
            listed = [...others, [name, turn] as const].slice(-limit);
          } else {
            recent.forget(name, (value) => value % 2 === 0);
            listed = known !== undefined && known[1] % 2 === 0 ? others : listed;
          }
        }
        const kept = new Map(listed);
        for (const number of Array(8).keys())
          expect(recent.get(`${number}`)).toBe(kept.get(`${number}`) ?? null);
      }),
    );
  });
});

/** Values that are read when the test says so, with a clock in its hands. */
function open(most = 10) {
  const reads: string[] = [];
  const waiting: { resolve: (value: string | null) => void; reject: (error: Error) => void }[] = [];
  const clock = { nowMs: 1_000_000 };
  const read = (name: string) => {
    reads.push(name);
    return new Promise<string | null>((resolve, reject) => waiting.push({ resolve, reject }));
  };
  const spoiled = new Set<string>();
  const isUsable = (value: string) => !spoiled.has(value);
  const kept = createKept(read, { forMs: 100, most, monotonic: () => clock.nowMs, isUsable });
  const answer = (value: string | null) => waiting.shift()?.resolve(value);
  const fail = (why: string) => waiting.shift()?.reject(new Error(why));
  /** Reads a value and keeps it. */
  const readAs = async (name: string, value: string | null) => {
    const asked = kept(name);
    answer(value);
    return asked;
  };
  return { kept, reads, clock, answer, fail, readAs, spoil: (value: string) => spoiled.add(value) };
}

describe('a kept value', () => {
  it('is used until its time is over, and read again then', async () => {
    const { kept, readAs, reads, clock } = open();
    expect(await readAs('a', 'first')).toBe('first');
    clock.nowMs += 99;
    expect(await kept('a')).toBe('first');
    clock.nowMs += 1;
    expect(await readAs('a', 'second')).toBe('second');
    expect(reads).toEqual(['a', 'a']);
  });

  it('is read once for all who ask while it is being read', async () => {
    const { kept, answer, reads } = open();
    const asked = [kept('a'), kept('a'), kept('b'), kept('a')];
    answer('of a');
    answer('of b');
    expect(await Promise.all(asked)).toEqual(['of a', 'of a', 'of b', 'of a']);
    expect(reads).toEqual(['a', 'b']);
  });

  it('that is not there is read again the next time', async () => {
    const { readAs, reads } = open();
    expect(await readAs('a', null)).toBeNull();
    expect(await readAs('a', 'now')).toBe('now');
    expect(reads).toEqual(['a', 'a']);
  });

  it('that could not be read fails those who asked, and is read again the next time', async () => {
    const { kept, fail, readAs, reads } = open();
    const asked = [kept('a'), kept('a')];
    fail('no database');
    const results = await Promise.allSettled(asked);
    expect(results.map((result) => result.status)).toEqual(['rejected', 'rejected']);
    expect(await readAs('a', 'now')).toBe('now');
    expect(reads).toEqual(['a', 'a']);
  });

  it('is not forgotten because an older reading of it failed', async () => {
    const { kept, fail, answer, reads, clock } = open();
    const older = kept('a');
    clock.nowMs += 100;
    const newer = kept('a');
    fail('too late');
    answer('newer');
    await expect(older).rejects.toThrow('too late');
    expect([await newer, await kept('a')]).toEqual(['newer', 'newer']);
    expect(reads).toEqual(['a', 'a']);
  });

  it('that must not be used any more is read again, once for all who ask meanwhile', async () => {
    const { kept, readAs, answer, reads, spoil } = open();
    await readAs('a', 'first');
    spoil('first');
    const asked = [kept('a'), kept('a')];
    answer('second');
    expect(await Promise.all(asked)).toEqual(['second', 'second']);
    expect(await kept('a')).toBe('second');
    expect(reads).toEqual(['a', 'a']);
  });

  it('that must not be used even when it is read is told to those who asked, and is not kept', async () => {
    const { kept, readAs, answer, reads, spoil } = open();
    spoil('bad');
    const asked = [kept('a'), kept('a')];
    answer('bad');
    expect(await Promise.all(asked)).toEqual(['bad', 'bad']);
    expect(await readAs('a', 'good')).toBe('good');
    expect(await kept('a')).toBe('good');
    expect(reads).toEqual(['a', 'a']);
  });

  it('makes room for others beyond the limit', async () => {
    const { kept, readAs, reads } = open(2);
    for (const name of ['a', 'b', 'c']) await readAs(name, name);
    expect(await kept('c')).toBe('c');
    await readAs('a', 'a');
    expect(reads).toEqual(['a', 'b', 'c', 'a']);
  });
});

it('a value that is remembered is made once for each question', () => {
  const asked: string[] = [];
  const answer = remembered((question: string) => {
    asked.push(question);
    return { to: question };
  });
  expect(answer('a')).toBe(answer('a'));
  expect([answer('b'), asked]).toEqual([{ to: 'b' }, ['a', 'b']]);
});
