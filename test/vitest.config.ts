import { defineConfig } from 'vitest/config';
import { skipReporter } from './test/support/skipped-tests.ts';

export default defineConfig({
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
