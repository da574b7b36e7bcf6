import fc from 'fast-check';
import { type OrderLine, SALE_TYPES, type SaleType } from '../../src/core/drafting/order.ts';
import type { SchemaGeneration } from '../../src/core/dte/kinds.ts';
import { exampleLine } from '../support/example-order.ts';

/** What one line of a note asks for. */
export interface Wish {
  /** `part`: of a line of the CCF; `rest`: of what is left of a class; `little`: less than a cent; `any`: whatever. */
  readonly of: 'part' | 'rest' | 'little' | 'any';
  /** Which line of the CCF. */
  readonly index: number;
  /** The part of its quantity, in fortieths. */
  readonly fortieths: number;
  /** Null says nothing. */
  readonly saleType: SaleType | null;
  /** Cents beside what is left. */
  readonly beside: number;
  readonly line: OrderLine;
}

/** A note and what becomes of it; an invalidation cancels an earlier one as well. */
export interface Step {
  readonly wishes: readonly Wish[] | null;
  readonly fate: 'stamped' | 'rejected' | 'in_flight' | 'invalidates';
}

/** A CCF of any classes, and the notes that somebody wants on it. */
export interface Story {
  readonly generation: SchemaGeneration;
  readonly typeContributor: number;
  readonly perceptionAgent: boolean;
  readonly lines: readonly OrderLine[];
  readonly steps: readonly Step[];
}

const decimals = (most: number, places: number) =>
  fc.integer({ min: 1, max: most * 10 ** places }).map((units) => units / 10 ** places);
const saleType = fc.constantFrom(...SALE_TYPES);

const line: fc.Arbitrary<OrderLine> = fc
  .record({
    quantity: fc.oneof(decimals(9, 0), decimals(9, 3)),
    unitPrice: fc.oneof(decimals(200, 2), decimals(100, 2), decimals(3, 6)),
    discountPercentage: fc.constantFrom(0, 0, 5, 12.5, 33.33),
    saleType,
  })
  .map(exampleLine);

/** Enough for 1 % to be retained or perceived of it. */
const largeLine: fc.Arbitrary<OrderLine> = fc
  .record({
    quantity: fc.integer({ min: 1, max: 30 }),
    unitPrice: fc.integer({ min: 11_300, max: 90_000 }).map((units) => units / 100),
  })
  .map(exampleLine);

/** Large buyers retain; of the others, an agent perceives. */
const sides = fc.constantFrom(
  { typeContributor: 3, perceptionAgent: false },
  { typeContributor: 4, perceptionAgent: true },
  { typeContributor: 1, perceptionAgent: true },
  { typeContributor: 2, perceptionAgent: true },
  { typeContributor: 2, perceptionAgent: false },
);

const lines = fc.oneof(
  fc.array(line, { minLength: 1, maxLength: 5 }),
  fc
    .tuple(saleType, fc.array(line, { minLength: 1, maxLength: 3 }))
    .map(([only, each]) => each.map((one) => ({ ...one, saleType: only }))),
  {
    arbitrary: fc.tuple(fc.array(line, { maxLength: 4 }), largeLine).map(([some, one]) => [...some, one]),
    weight: 3,
  },
);

const wish: fc.Arbitrary<Wish> = fc.record({
  of: fc.constantFrom('part', 'part', 'part', 'part', 'part', 'rest', 'little', 'any'),
  index: fc.nat({ max: 5 }),
  fortieths: fc.oneof(fc.integer({ min: 1, max: 10 }), fc.integer({ min: 1, max: 44 })),
  saleType: fc.option(saleType, { freq: 1 }),
  beside: fc.constantFrom(0, -1, -100, -1_000, 1, 2, 500),
  line,
});

const step: fc.Arbitrary<Step> = fc.record({
  wishes: fc.option(fc.array(wish, { minLength: 1, maxLength: 3 }), { freq: 40 }),
  fate: fc.constantFrom('stamped', 'stamped', 'in_flight', 'rejected', 'invalidates', 'invalidates'),
});

/** As many notes on each CCF. */
export const NOTES_ON_EACH = 20;

export const storyIn = (generation: SchemaGeneration): fc.Arbitrary<Story> => {
  const steps = fc.array(step, { minLength: NOTES_ON_EACH, maxLength: NOTES_ON_EACH, size: 'max' });
  return fc
    .tuple(sides, fc.record({ lines, steps }))
    .map(([both, told]) => ({ generation, ...both, ...told }));
};
