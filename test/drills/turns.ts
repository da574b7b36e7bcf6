import { setTimeout as sleep } from 'node:timers/promises';
import { type Measured, showStatuses } from '../../bench/rig/load.ts';
import { type DrillResult, quantile, unless } from './options.ts';

/** What was measured in each turn. */
export interface Turns<Told> {
  readonly alone: readonly Measured[];
  readonly beside: readonly Measured[];
  /** What those were answered who made the noise. */
  readonly told: readonly Told[];
}

export interface TurnOptions<Told> {
  readonly turns: number;
  /** The noise is under way for so long before it is measured beside it. */
  readonly leadMs: number;
  readonly measure: () => Promise<Measured>;
  readonly noise: () => Promise<Told>;
  readonly say: (line: string) => void;
}

const PROMISED_RATIO = 1.5;

/** Warms up, and measures by turns alone and beside the noise. */
export async function takeTurns<Told>(options: TurnOptions<Told>): Promise<Turns<Told>> {
  const { turns, leadMs, noise, say } = options;
  const [alone, beside, told]: [Measured[], Measured[], Told[]] = [[], [], []];
  const measure = async (name: string): Promise<Measured> => {
    const one = await options.measure();
    say(`${name}: p50 ${percentile(one, 0.5)} ms, p99 ${percentile(one, 0.99)} ms, ${showStatuses(one)}`);
    return one;
  };
  await measure('warming up');
  while (beside.length < turns) {
    alone.push(await measure('alone'));
    const making = noise();
    await sleep(leadMs);
    beside.push(await measure('beside the noise'));
    told.push(await making);
  }
  return { alone, beside, told };
}

/** Each turn beside the noise is compared with the one before it, because the machine has other work, too. */
export function judgeTurns({ alone, beside }: Turns<unknown>): DrillResult {
  const ratios = beside.map((one, turn) => percentile(one, 0.99) / percentile(alone[turn] ?? one, 0.99));
  const ratio = quantile(ratios, 0.5);
  const shown = (turns: readonly Measured[], share: number) => {
    const all = turns.map((turn) => percentile(turn, share));
    return `${quantile(all, 0.5)} (${all.join(' ')})`;
  };
  return {
    figures: {
      alone_p50_ms: shown(alone, 0.5),
      beside_p50_ms: shown(beside, 0.5),
      alone_p99_ms: shown(alone, 0.99),
      beside_p99_ms: shown(beside, 0.99),
      times_alone: `${ratio.toFixed(2)} (${showNumbers(ratios, 2)})`,
    },
    violations: [
      ...unless(ratio <= PROMISED_RATIO, 'slow beside the noise', `p99 ${ratio} times alone`),
      ...refusals([...alone, ...beside]),
    ],
  };
}

/** One violation for all turns in which somebody was answered otherwise than with 200. */
export function refusals(turns: readonly Measured[]) {
  const refused = turns.map(showStatuses).filter((statuses) => /(?:[1345]\d\d|broken):/.test(statuses));
  return unless(refused.length === 0, 'sales refused', refused.join('; '));
}

export function percentile({ latencies }: Measured, share: number): number {
  return Number(quantile([...latencies], share).toFixed(1));
}

export function showNumbers(numbers: readonly number[], digits: number): string {
  return numbers.map((one) => one.toFixed(digits)).join(' ');
}
