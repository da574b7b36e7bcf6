import { startVitest, type TestModule } from 'vitest/node';
import { type SkippedTest, skippedTests } from '../../test/support/skipped-tests.ts';
import type { FailedTest, TestCounts } from './summary.ts';

export interface TestRun {
  readonly counts: TestCounts;
  readonly failed: readonly FailedTest[];
  readonly skipped: readonly SkippedTest[];
  readonly durationMs: number;
}

function count(modules: readonly TestModule[], state: 'passed' | 'failed' | 'skipped'): number {
  return modules.reduce((sum, module) => sum + [...module.children.allTests(state)].length, 0);
}

function errorsOutsideTests(modules: readonly TestModule[], unhandled: number): number {
  // Without any file, the databases of the run did not start, which vitest has printed.
  if (modules.length === 0) return 1 + unhandled;
  return unhandled + modules.reduce((sum, module) => sum + outsideTests(module).length, 0);
}

/** What went wrong in a file or its suites, and in none of its tests. */
function outsideTests(module: TestModule) {
  return [module, ...module.children.allSuites()].flatMap((suite) => suite.errors());
}

function failures(modules: readonly TestModule[]): readonly FailedTest[] {
  return modules.flatMap((module) => {
    const name = module.relativeModuleId;
    const unloaded = outsideTests(module).map(({ message }) => ({ name, error: message }));
    const tests = [...module.children.allTests('failed')].map((test) => ({
      name: `${name} > ${test.fullName}`,
      error: test.result().errors?.[0]?.message ?? '',
    }));
    return [...unloaded, ...tests];
  });
}

/**
 * Runs the tests of these projects of vitest's, of all where none is named, and returns how they ended; the lists of those
 * that failed and were skipped are left to the caller to print.
 */
export async function runTests(root: string, projects: string[]): Promise<TestRun> {
  const started = performance.now();
  const vitest = await startVitest('test', [], {
    root,
    config: 'test/vitest.config.ts',
    watch: false,
    run: true,
    project: projects,
    reporters: ['default'],
  });
  const modules = vitest.state.getTestModules();
  const counts = {
    passed: count(modules, 'passed'),
    failed: count(modules, 'failed'),
    skipped: count(modules, 'skipped'),
    errors: errorsOutsideTests(modules, vitest.state.getUnhandledErrors().length),
  };
  const failed = failures(modules);
  const skipped = skippedTests(modules);
  await vitest.close();
  return { counts, failed, skipped, durationMs: performance.now() - started };
}
