/** A period that the law sets; milliseconds since the epoch. */
export interface LegalPeriod {
  readonly startMs: number;
  readonly untilMs: number;
}

/** Shares of a period, in per cent, at which the operator is warned. */
const WARNINGS = [50, 80, 95, 100] as const;

/** The highest share that has been reached and not been warned about yet; null where there is none. */
export function warningDue({ startMs, untilMs }: LegalPeriod, nowMs: number, warned: number): number | null {
  const reached = ((nowMs - startMs) / (untilMs - startMs)) * 100;
  return WARNINGS.findLast((share) => reached >= share && share > warned) ?? null;
}
