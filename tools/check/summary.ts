/** One thing that was checked, as it ended. */
export interface StepResult {
  readonly name: string;
  readonly succeeded: boolean;
  readonly durationMs: number;
}

/** How many tests ended in which way. */
export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** What went wrong outside of any test: a file that does not load, an error nobody caught. */
  readonly errors: number;
}

/** A test, or a file that does not load. */
export interface FailedTest {
  /** File and full name. */
  readonly name: string;
  readonly error: string;
}

/** A line for a finished step, such as `ok      tsc --noEmit (1.2 s)`. */
export function stepLine(step: StepResult): string {
  const verdict = step.succeeded ? 'ok    ' : 'FAILED';
  return `${verdict}  ${step.name} (${(step.durationMs / 1000).toFixed(1)} s)`;
}

/**
 * The last line. Passed and skipped are tests; failed also counts each step before the tests that failed and each
 * error outside of a test, so that it is zero exactly when everything is well.
 */
export function lastLine(counts: TestCounts, steps: readonly StepResult[]): string {
  const failed = counts.failed + counts.errors + steps.filter((step) => !step.succeeded).length;
  return `${counts.passed} passed, ${failed} failed, ${counts.skipped} skipped`;
}

/** What failed, each with its first line: the end of a long run is what is read of it. Empty when nothing did. */
export function formatFailed(failed: readonly FailedTest[]): string {
  if (failed.length === 0) return '';
  const lines = failed.map(({ name, error }) => `  ${name}\n    ${error.split('\n', 1)[0]}`);
  return `Failed\n${lines.join('\n')}\n`;
}
