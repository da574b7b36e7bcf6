import { resolve } from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { SLOW_SUITES } from './slow-suites.ts';
import { LongestFirst } from './support/longest-first.ts';
import { skipReporter } from './support/skipped-tests.ts';

const ALL = ['{src,simulator,sdk,test,tools,bench}/**/*.test.ts'];
/** These touch nothing outside themselves, and need no database. */
const PURE = ['src/{core,catalogs,requests}/**/*.test.ts', 'test/tidy/**/*.test.ts'];
/** These replace modules, listen for signals of their process or count what it has made, and so need one of their own. */
const ALONE = ['src/cli/stop-*.test.ts', 'test/malformed-doc*.test.ts', 'test/openapi/ex*.test.ts'];
const SLOW = Object.keys(SLOW_SUITES);

/** Files of a project share the processes of its workers unless `isolate` is said: starting one for each took longer than the tests. */
function project(
  name: string,
  include: readonly string[],
  rest: TestProjectInlineConfiguration['test'],
): TestProjectInlineConfiguration {
  return { extends: true, test: { name, include: [...include], isolate: false, ...rest } };
}

const withDatabases = { globalSetup: ['test/support/clusters.ts'] };

export default defineConfig({
  root: resolve(import.meta.dirname, '..'),
  test: {
    projects: [
      project('pure', PURE, {}),
      project('shared', ALL, { exclude: [...PURE, ...ALONE, ...SLOW], ...withDatabases }),
      project('alone', ALONE, { exclude: SLOW, isolate: true, ...withDatabases }),
      project('slow', SLOW, withDatabases),
    ],
    reporters: ['default', skipReporter()],
    pool: 'forks',
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // Ends what hangs; what has to be quick is measured by its own test.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    teardownTimeout: 30_000,
  },
});
