/** A repeatable source of numbers from 0 up to, but not including, 1. */
export type Chance = () => number;

const RANGE = 2 ** 32;
const WARM_UP = 12;

/** The same seed gives the same numbers, on every machine: a 32-bit xorshift register, warmed up. */
export function seededChance(seed: number): Chance {
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0 || 1;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state = (state ^ (state << 5)) >>> 0;
    return state / RANGE;
  };
  for (let turn = 0; turn < WARM_UP; turn += 1) next();
  return next;
}
