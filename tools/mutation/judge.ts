import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createVitest, type Vitest } from 'vitest/node';
import { type Mutant, mutated } from './mutants.ts';
import { stagesFor } from './suites.ts';

/** How a mistake ended: the stage of tests that found it, counted from 1, or none. */
export type Verdict = { readonly killedIn: number } | { readonly survived: true };

/**
 * Judges the mistakes that its parent sends, one after the other, in the copy of the repository named as the argument.
 * One vitest and its databases serve them all.
 */
async function openJudge(root: string): Promise<(mutant: Mutant) => Promise<Verdict>> {
  const vitest = await createVitest('test', {
    root,
    config: 'test/vitest.config.ts',
    watch: true,
    bail: 1,
    reporters: [{}],
  });
  await vitest.standalone();
  return async (mutant) => {
    const path = join(root, mutant.path);
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, mutated(text, mutant));
    try {
      vitest.invalidateFile(path);
      return await verdictOn(vitest, mutant);
    } finally {
      writeFileSync(path, text);
      vitest.invalidateFile(path);
    }
  };
}

async function verdictOn(vitest: Vitest, { path }: Mutant): Promise<Verdict> {
  const done = new Set<string>();
  for (const [index, filters] of stagesFor(path).entries()) {
    const found = await vitest.globTestSpecifications([...filters]);
    const fresh = found.filter(({ moduleId }) => !done.has(moduleId));
    for (const { moduleId } of fresh) done.add(moduleId);
    if (fresh.length > 0 && !(await passInTwo(vitest, fresh))) return { killedIn: index + 1 };
  }
  return { survived: true };
}

/** What fails once may have failed of the machine's load: a mistake is found by tests that fail twice. */
async function passInTwo(
  vitest: Vitest,
  specifications: Parameters<Vitest['runTestSpecifications']>[0],
): Promise<boolean> {
  return (await allPass(vitest, specifications)) || (await allPass(vitest, specifications));
}

async function allPass(
  vitest: Vitest,
  specifications: Parameters<Vitest['runTestSpecifications']>[0],
): Promise<boolean> {
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  return unhandledErrors.length === 0 && testModules.every((module) => module.ok());
}

const root = process.argv[2] ?? '';
const judge = await openJudge(root);
process.on('message', async (mutant: Mutant) => {
  process.send?.(await judge(mutant));
});
process.send?.('ready');
