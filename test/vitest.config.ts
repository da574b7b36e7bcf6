import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { SLOW_SUITES } from './slow-suites.ts';
import { skipReporter } from './support/skipped-tests.ts';

const PURE = ['src/{core,catalogs,requests}/**/*.test.ts', 'test/tidy/**/*.test.ts'];
/** Each opens a house of its own on a database of its own, and leaves nothing behind in its process. */
const ROUTES = ['src/http/routes/**/*.test.ts'];
const SLOW = Object.keys(SLOW_SUITES);

export default defineConfig({
  root: resolve(import.meta.dirname, '..'),
  test: {
    projects: [
      // What touches nothing outside itself shares its workers: starting one for each file took longer than the tests.
      { extends: true, test: { name: 'pure', include: PURE, isolate: false } },
      {
        extends: true,
        test: {
          name: 'routes',
          include: ROUTES,
          isolate: false,
          globalSetup: ['test/support/clusters.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'whole',
          include: ['{src,simulator,sdk,test,tools,bench}/**/*.test.ts'],
          exclude: [...PURE, ...ROUTES, ...SLOW],
          globalSetup: ['test/support/clusters.ts'],
        },
      },
      {
        extends: true,
        test: { name: 'slow', include: SLOW, globalSetup: ['test/support/clusters.ts'] },
      },
    ],
    reporters: ['default', skipReporter()],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    teardownTimeout: 30_000,
  },
});
