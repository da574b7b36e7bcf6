import { describe, expect, it } from 'vitest';
import { atLeast, atMost, inside, is, notBoth, when } from './conditions.ts';
import { type Members, nothing, ROOT, type Rule, type StructureProblem } from './shape.ts';
import { text } from './text.ts';

function problemsOf(rule: Rule, members: Members): readonly string[] {
  const found: StructureProblem[] = [];
  rule(members, ROOT, found);
  return found.map(({ path, message }) => `${path} ${message}`);
}

describe('conditions', () => {
  it.each([
    [is('a', 1), [{ a: 1 }], [{ a: 2 }, { a: '1' }, {}]],
    [is('a', '36', null), [{ a: '36' }, { a: null }], [{ a: '13' }, { a: 36 }, {}]],
    [atMost('a', 0), [{ a: 0 }, { a: -1 }], [{ a: 0.01 }, { a: null }, {}]],
    [atLeast('a', 1095), [{ a: 1095 }, { a: 2000 }], [{ a: 1094.99 }, { a: '2000' }, {}]],
    [inside('b', is('a', 1)), [{ b: { a: 1 } }], [{ b: { a: 2 } }, { b: null }, { b: [1] }, {}]],
  ])('hold or not (%#)', (condition, held, notHeld) => {
    expect(held.map(condition)).toEqual(held.map(() => true));
    expect(notHeld.map(condition)).toEqual(notHeld.map(() => false));
  });
});

describe('when', () => {
  const rule = when(is('kind', 1), { name: text() }, { name: nothing });

  it('asks for one thing where the condition holds and for another where not', () => {
    expect(problemsOf(rule, { kind: 1, name: 'Ana' })).toEqual([]);
    expect(problemsOf(rule, { kind: 1, name: null })).toEqual(['#/name must be text']);
    expect(problemsOf(rule, { kind: 2, name: null })).toEqual([]);
    expect(problemsOf(rule, { kind: 2, name: 'Ana' })).toEqual(['#/name must be null']);
  });

  it('leaves what is missing to the object', () => {
    expect(problemsOf(rule, { kind: 1 })).toEqual([]);
  });

  it('may ask for nothing otherwise', () => {
    expect(problemsOf(when(is('kind', 1), { name: text() }), { kind: 2, name: 7 })).toEqual([]);
  });
});

describe('two members that exclude each other', () => {
  const rule = notBoth('sale', 'purchase');

  it.each([
    { sale: null, purchase: null },
    { sale: {}, purchase: null },
    { sale: null, purchase: {} },
  ])('may be %j', (members) => {
    expect(problemsOf(rule, members)).toEqual([]);
  });

  it('are not both there', () => {
    expect(problemsOf(rule, { sale: {}, purchase: {} })).toEqual([
      '# has both sale and purchase, which exclude each other',
    ]);
  });
});
