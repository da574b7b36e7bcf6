import type { Progress } from '../../src/core/submitting/next-step.ts';

/** A run in which nothing has been done yet. */
export const FRESH: Progress = {
  sends: 0,
  absentMs: {},
  controlledMs: null,
  gaveUp: false,
  outOfTime: false,
  offline: false,
};
