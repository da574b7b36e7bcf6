import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { SLOW_SUITES } from '../slow-suites.ts';

/** A test that did not run, and why. */
export interface SkippedTest {
  /** File and full name. */
  readonly name: string;
  readonly reason: string;
}

const NOT_ROOT = 'the tests do not run as root here';
const ORDINARY_USER =
  process.getuid?.() === 0 ? 'the tests run as root, and no ordinary user can read this folder' : NOT_ROOT;

/** The titles of tests say what they need; this says what it means that they did not run. */
const REASONS: readonly { readonly pattern: RegExp; readonly reason: string }[] = [
  {
    pattern: /under Patroni/,
    reason: 'Patroni, etcd or HAProxy is not installed here, or the tests do not run as root',
  },
  {
    pattern: /on Citus/,
    reason: 'no PostgreSQL with Citus is here: neither in SELLO_TEST_CITUS_BIN nor in .ci/citus',
  },
  { pattern: /PostgreSQL 15/, reason: 'PostgreSQL 15 is not installed here' },
  { pattern: /\.\.\/shared/, reason: 'the folder ../shared is not here' },
  { pattern: /Chromium/i, reason: 'Chromium is not installed here' },
  { pattern: /openssl/i, reason: 'openssl is not installed here' },
  { pattern: /run by PHP/, reason: 'PHP with curl is not installed here' },
  { pattern: /run by Python/, reason: 'Python 3 is not installed here' },
  { pattern: /run by \.NET/, reason: 'no .NET is on the PATH, and SELLO_TEST_DOTNET names none' },
  { pattern: /older Node/i, reason: 'no older Node is on the PATH' },
  { pattern: /ordinary user/i, reason: ORDINARY_USER },
  { pattern: /as root/i, reason: NOT_ROOT },
  { pattern: /without (the )?\S/i, reason: 'what it does without is here' },
];

/** Why a test with this full name was skipped: its own note, or what its name says it needs. */
export function skipReason(fullName: string, note: string | undefined): string {
  if (note !== undefined && note !== '') return note;
  const known = REASONS.find(({ pattern }) => pattern.test(fullName));
  return known?.reason ?? 'what its name asks for is not here';
}

function describeSkipped(test: TestCase, note: string | undefined): SkippedTest {
  return {
    name: `${test.module.relativeModuleId} > ${test.fullName}`,
    reason: skipReason(test.fullName, note),
  };
}

/** Every test of these files that was skipped. */
export function skippedTests(modules: readonly TestModule[]): readonly SkippedTest[] {
  return modules
    .flatMap((module) => [...module.children.allTests('skipped')])
    .map((test) => {
      const result = test.result();
      return describeSkipped(test, result.state === 'skipped' ? result.note : undefined);
    });
}

/** The list that ends a test run; empty when nothing was skipped. */
export function formatSkipped(skipped: readonly SkippedTest[]): string {
  if (skipped.length === 0) return '';
  const lines = skipped.map(({ name, reason }) => `  ${name}\n    ${reason}`);
  return `Skipped\n${lines.join('\n')}\n`;
}

/** The list of the suites that `npm test` leaves, for its end. */
export function formatLeft(): string {
  const lines = Object.entries(SLOW_SUITES).map(([pattern, why]) => `  ${pattern}\n    ${why}`);
  return `Left to npm run test:all\n${lines.join('\n')}\n`;
}

/** A vitest reporter that says at the end which tests did not run and why. */
export function skipReporter(): Reporter {
  let narrowed = false;
  return {
    onInit(vitest) {
      narrowed = vitest.config.testNamePattern !== undefined;
    },
    onTestRunEnd(modules) {
      // Whoever asks for some tests by name knows that the others are left out.
      const text = narrowed ? '' : formatSkipped(skippedTests(modules));
      if (text !== '') process.stdout.write(`\n${text}`);
    },
  };
}
