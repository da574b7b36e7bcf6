import { expect, it } from 'vitest';
import { addedByName, byName, inNameOrder, ownOf } from './by-name.ts';

it('has something under each name, in their order', () => {
  const made = byName(['b', 'a'], (name) => name.toUpperCase());
  expect(Object.entries(made)).toEqual([
    ['b', 'B'],
    ['a', 'A'],
  ]);
});

it('adds up amounts name by name', () => {
  const both = [
    { sold: 1n, bought: 2n },
    { sold: 3n, bought: -5n },
  ];
  expect(addedByName(['sold', 'bought'], both)).toEqual({ sold: 4n, bought: -3n });
  expect(addedByName(['sold'], [])).toEqual({ sold: 0n });
});

it('brings what stands under names into their order', () => {
  const named = new Map([
    ['b', 2],
    ['a', 1],
    ['B', 3],
  ]);
  expect(inNameOrder(named)).toEqual([3, 1, 2]);
});

it('has under a name only what was put there', () => {
  expect(ownOf({ hecho: 1 }, 'hecho')).toBe(1);
  for (const name of ['__proto__', 'constructor', 'toString', ''])
    expect(ownOf({ hecho: 1 }, name)).toBe(undefined);
});
