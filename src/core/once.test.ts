import { expect, it } from 'vitest';
import { once } from './once.ts';

it('makes nothing before it is called, and one thing for all calls', () => {
  const made: object[] = [];
  const thing = once(() => {
    const one = {};
    made.push(one);
    return one;
  });
  expect(made).toEqual([]);
  expect(thing()).toBe(thing());
  expect(made).toHaveLength(1);
});
