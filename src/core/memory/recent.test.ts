import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRecent } from './recent.ts';

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
