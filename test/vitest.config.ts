import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { skipReporter } from './support/skipped-tests.ts';

export default defineConfig({
  root: resolve(import.meta.dirname, '..'),
  test: {
    include: ['{src,simulator,test,tools,bench}/**/*.test.ts'],
    globalSetup: ['test/support/clusters.ts'],
    reporters: ['default', skipReporter()],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    teardownTimeout: 30_000,
  },
});
