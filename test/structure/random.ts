/** A stream of numbers that is the same for the same seed. */
export interface Random {
  /** A whole number from 0 to below the bound. */
  below(bound: number): number;
  /** One of the choices, of which there is at least one. */
  pick<T>(choices: readonly T[]): T;
}

/** The generator "mulberry32": 32 bits of state, good enough to choose mutations. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const below = (bound: number): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * bound);
  };
  const pick = <T>(choices: readonly T[]): T => {
    const choice = choices[below(choices.length)];
    if (choice === undefined) throw new RangeError('nothing to choose from');
    return choice;
  };
  return { below, pick };
}
