import { type Random, seededRandom } from '../structure/random.ts';

/** Everything that chance decides in a simulated world comes from one of these. */
export interface Dice extends Random {
  /** True in that share of the cases; `0` never asks the generator. */
  chance(share: number): boolean;
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number;
  /** From 1 to `high`, small ones as likely as large ones on a logarithmic scale. */
  upTo(high: number): number;
}

const RESOLUTION = 1_000_000;

export function createDice(seed: number): Dice {
  const random = seededRandom(seed);
  const fraction = () => random.below(RESOLUTION) / RESOLUTION;
  return {
    ...random,
    chance: (share) => share > 0 && fraction() < share,
    between: (low, high) => low + random.below(high - low + 1),
    upTo: (high) => Math.max(1, Math.round(high ** fraction())),
  };
}

/** An identifier that nobody else has, in lower case. */
export function drawUuid(dice: Dice): string {
  const hex = (digits: number) =>
    dice
      .below(16 ** digits)
      .toString(16)
      .padStart(digits, '0');
  return `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(6)}${hex(6)}`;
}
