import { type Period, parsePeriod } from '../core/declaring/period.ts';
import { UsageFailure } from './failure.ts';

/** The month that was typed. Throws UsageFailure where it is none. */
export function periodOfText(text: string): Period {
  const period = parsePeriod(text);
  if (period === null) throw new UsageFailure(`${text} is no month: write it like 2026-11.`);
  return period;
}
