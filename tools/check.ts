import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chooseNode } from './check/pinned-node.ts';
import { formatFailed, lastLine, type StepResult, stepLine } from './check/summary.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function run(file: string, args: readonly string[]): Promise<number> {
  const child = spawn(file, args, { cwd: ROOT, stdio: 'inherit', shell: file.endsWith('.cmd') });
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('exit', (code) => resolve(code ?? 1));
  });
}

async function runStep(name: string, script: string, args: readonly string[]): Promise<StepResult> {
  const started = performance.now();
  const code = await run(process.execPath, [join(ROOT, 'node_modules', script), ...args]);
  const step = { name, succeeded: code === 0, durationMs: performance.now() - started };
  say(stepLine(step));
  return step;
}

/** What `npm test` runs of the tests; with the argument `all`, every one. */
const QUICK = ['pure', 'shared', 'alone'];
const isWhole = process.argv[2] === 'all';

/** Types, style, tests. Later ones run although an earlier one failed. */
async function check(): Promise<number> {
  // Loaded here because an older Node, which only looks for the pinned one, need not be able to load them.
  const { runTests } = await import('./check/run-tests.ts');
  const { formatLeft, formatSkipped } = await import('../test/support/skipped-tests.ts');
  const steps = [
    await runStep('tsc --noEmit', 'typescript/bin/tsc', ['--noEmit']),
    await runStep('biome check', '@biomejs/biome/bin/biome', ['check', '.']),
  ];
  const tests = await runTests(ROOT, isWhole ? [] : QUICK);
  const succeeded = tests.counts.failed + tests.counts.errors === 0 && tests.counts.passed > 0;
  const testStep = { name: 'vitest run', succeeded, durationMs: tests.durationMs };
  say(`\n${[...steps, testStep].map(stepLine).join('\n')}\n`);
  if (tests.skipped.length > 0) say(formatSkipped(tests.skipped));
  if (!isWhole) say(formatLeft());
  if (tests.failed.length > 0) say(formatFailed(tests.failed));
  say(lastLine(tests.counts, steps));
  return succeeded && steps.every((step) => step.succeeded) ? 0 : 1;
}

const choice = chooseNode(process.versions.node, ROOT);
if (choice.kind === 'this') process.exit(await check());
if (choice.kind === 'pinned') process.exit(await run(choice.node, process.argv.slice(1)));
process.stderr.write(`${choice.sentence}\n`);
process.exit(1);
