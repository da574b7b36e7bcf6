import fc from 'fast-check';
import { isJson } from '../support/http-caller.ts';

type Json = Readonly<Record<string, unknown>>;

/** A small change at one place of a body, chosen by number among all its places. */
export interface Mutation {
  readonly place: number;
  readonly change: (value: unknown, at: Place) => unknown;
}

interface Place {
  /** Takes the field or item away. */
  readonly remove: typeof REMOVED;
}

const REMOVED = Symbol('removed');

const OTHER_VALUES: readonly unknown[] = [
  null,
  '',
  ' ',
  'x',
  'x'.repeat(101),
  'x'.repeat(3_001),
  '\u0000',
  '\ud800',
  '99',
  '00',
  'áé',
  0,
  -1,
  1.5,
  1e21,
  1e-9,
  123456789012,
  0.123456789,
  2 ** 53,
  true,
  false,
  [],
  {},
  [null],
  [[]],
  { x: 1 },
  ['x', 'y'],
];

const CHANGES: fc.Arbitrary<Mutation['change']> = fc.oneof(
  { weight: 3, arbitrary: fc.constant((_value: unknown, { remove }: Place) => remove) },
  { weight: 6, arbitrary: fc.constantFrom(...OTHER_VALUES).map((other) => () => other) },
  { weight: 1, arbitrary: fc.jsonValue().map((other) => () => other) },
  { weight: 2, arbitrary: fc.constant(longer) },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom('discount', 'unit_prize', '__proto__', 'constructor', 'Lines', '')
      .map((name) => {
        return (value: unknown) => (isJson(value) ? { ...value, [name]: 1 } : value);
      }),
  },
);

/** One step beyond: longer text, more items, a larger number, the other truth. */
function longer(value: unknown): unknown {
  if (typeof value === 'string') return `${value}${value}x`;
  if (typeof value === 'number') return value * 1_000_000 + 0.01;
  if (typeof value === 'boolean') return !value;
  if (Array.isArray(value))
    return Array.from({ length: value.length * 7 }, (_, at) => value[at % value.length]);
  return [value];
}

const MUTATION = fc.record({ place: fc.nat({ max: 10_000 }), change: CHANGES });

/** None, so that the body stays what it is, one, or a few. */
export const MUTATIONS: fc.Arbitrary<readonly Mutation[]> = fc.oneof(
  { weight: 6, arbitrary: fc.constant([]) },
  { weight: 4, arbitrary: fc.array(MUTATION, { minLength: 1, maxLength: 1 }) },
  { weight: 2, arbitrary: fc.array(MUTATION, { minLength: 2, maxLength: 3 }) },
);

/** The body with one thing changed after another. */
export function mutated(body: unknown, mutations: readonly Mutation[]): unknown {
  return mutations.reduce((value, { place, change }) => {
    const places = countPlaces(value);
    return replaceAt(value, place % places, (found) => change(found, { remove: REMOVED }));
  }, body);
}

function countPlaces(value: unknown): number {
  return 1 + members(value).reduce((total, [, member]) => total + countPlaces(member), 0);
}

function members(value: unknown): readonly (readonly [string, unknown])[] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

function replaceAt(value: unknown, place: number, change: (value: unknown) => unknown): unknown {
  if (place === 0) {
    const changed = change(value);
    return changed === REMOVED ? null : changed;
  }
  let left = place - 1;
  for (const [name, member] of members(value)) {
    const size = countPlaces(member);
    if (left < size)
      return withMember(value, name, left === 0 ? change(member) : replaceAt(member, left, change));
    left -= size;
  }
  return value;
}

function withMember(value: unknown, name: string, member: unknown): unknown {
  if (Array.isArray(value)) {
    const index = Number(name);
    return member === REMOVED ? value.toSpliced(index, 1) : value.with(index, member);
  }
  const entries = Object.entries(isJson(value) ? value : {});
  const kept: Json = Object.fromEntries(
    entries
      .filter(([one]) => one !== name || member !== REMOVED)
      .map(([one, old]) => [one, one === name ? member : old]),
  );
  return kept;
}
