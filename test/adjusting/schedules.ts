import fc from 'fast-check';
import type { NoteMode } from '../../src/core/adjusting/standing.ts';
import { FATES, type Fate } from './authority.ts';
import { CLASSES, type SoldClass } from './rows.ts';

/** Something that somebody asks of one of the two nodes. References are few, so that requests meet. */
export type Action =
  | {
      readonly does: 'note';
      readonly node: number;
      readonly ref: string;
      readonly ccf: string;
      readonly mode: Exclude<NoteMode, 'automatic'>;
      /** How many of the ten breads of a CCF, in mode `lines`, and in which class. */
      readonly quantity: number;
      readonly soldClass: SoldClass;
    }
  | {
      readonly does: 'invalidate';
      readonly node: number;
      /** `automatic` is the note that we made for the first CCF. */
      readonly ref: string;
      readonly reason: string | null;
    }
  | { readonly does: 'work'; readonly node: number };

/** What happens at the same moment, and before it. */
export interface Round {
  /** `window`: the direct window of all that is stamped ends; `quarantine`: what was not heard of will never arrive. */
  readonly passes: 'nothing' | 'window' | 'quarantine';
  readonly fates: readonly Fate[];
  readonly actions: readonly Action[];
}

export type Schedule = readonly Round[];

export const CCFS = ['ccf-0', 'ccf-1'] as const;
const NOTES = ['nota-0', 'nota-1', 'nota-2'] as const;

const node = fc.nat({ max: 1 });
const ccf = fc.constantFrom('ccf-0', 'ccf-0', 'ccf-0', 'ccf-1');
const note: fc.Arbitrary<Action> = fc.record({
  does: fc.constant('note'),
  node,
  ref: fc.constantFrom(...NOTES),
  ccf,
  mode: fc.constantFrom('full', 'lines', 'lines', 'lines', 'clone'),
  quantity: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 11 })),
  soldClass: fc.constantFrom(...CLASSES),
});
const invalidation: fc.Arbitrary<Action> = fc.record({
  does: fc.constant('invalidate'),
  node,
  ref: fc.oneof(ccf, fc.constantFrom(...NOTES, 'automatic')),
  reason: fc.constantFrom(null, null, 'La primera razón', 'La segunda razón'),
});
const work: fc.Arbitrary<Action> = fc.record({ does: fc.constant('work'), node });

const action = fc.oneof(
  { weight: 5, arbitrary: note },
  { weight: 4, arbitrary: invalidation },
  { weight: 1, arbitrary: work },
);
const fate = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Fate>('stamp') },
  { weight: 2, arbitrary: fc.constantFrom(...FATES) },
);
const round: fc.Arbitrary<Round> = fc.record({
  passes: fc.constantFrom('nothing', 'nothing', 'nothing', 'quarantine', 'window'),
  fates: fc.array(fate, { minLength: 1, maxLength: 5 }),
  actions: fc.oneof(
    { weight: 2, arbitrary: fc.tuple(action) },
    { weight: 3, arbitrary: fc.array(action, { minLength: 2, maxLength: 4 }) },
  ),
});

/** The schedules of a seed, always the same ones. */
export function schedulesOf(seed: number, count: number): readonly Schedule[] {
  return fc.sample(fc.array(round, { minLength: 2, maxLength: 6, size: 'max' }), { seed, numRuns: count });
}
