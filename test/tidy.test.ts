import { describe, expect, it } from 'vitest';
import { factsOutsideTheirHome } from './tidy/facts.ts';
import { type Finding, formatFinding } from './tidy/finding.ts';
import { deepNesting, longFunctions } from './tidy/functions.ts';
import { bannedLanguage, barrel } from './tidy/language.ts';
import { brokenLayers, undocumentedLayers } from './tidy/layers.ts';
import { lockProblems, unstatedWeights } from './tidy/lock.ts';
import { manifestProblems, strayPackages, undocumentedPackages } from './tidy/packages.ts';
import { longFiles, proportionProblems } from './tidy/proportions.ts';
import { impurities } from './tidy/purity.ts';
import { readRepository } from './tidy/repository.ts';
import { untidyFunctions, untidySchema } from './tidy/sql.ts';
import { strayStarts } from './tidy/starting.ts';
import { statesInStatements } from './tidy/states.ts';
import { timesInChanges } from './tidy/times.ts';
import {
  crowdedRoot,
  deadFiles,
  missingTargets,
  testersInPrograms,
  unknownKind,
  untestedModules,
} from './tidy/tree.ts';
import { machineWords, oddNames, subjectlessComments, unfinishedComments, vagueNames } from './tidy/words.ts';

const { paths, texts, sources, manifest, lockfile, dependencyPage } = readRepository(
  `${import.meta.dirname}/..`,
);
const known = new Set(paths);
const npmrc = texts.find(({ path }) => path === '.npmrc')?.text ?? '';
const architecture = texts.find(({ path }) => path === 'docs/architecture.md')?.text ?? '';

/** Fails with one line a place: `path:line what to write instead`. */
function expectTidy(findings: readonly Finding[]): void {
  expect(findings.map(formatFinding).join('\n')).toBe('');
}

describe('imports', () => {
  it('cross layers only as the design allows', () => expectTidy(sources.flatMap(brokenLayers)));
  it('cross them as docs/architecture.md says', () => expectTidy(undocumentedLayers(architecture)));
  it('name files that a fresh clone has', () =>
    expectTidy(sources.flatMap((file) => missingTargets(file, known))));
  it('take each package in its one folder', () =>
    expectTidy(sources.flatMap((file) => strayPackages(file, manifest))));
});

describe('the rules of the field', () => {
  it('ask neither clock, chance, environment nor network', () => expectTidy(sources.flatMap(impurities)));
});

describe('facts', () => {
  it('are written in their one home', () => expectTidy(sources.flatMap(factsOutsideTheirHome)));
});

describe('statements', () => {
  it('take the states from their one table', () => expectTidy(sources.flatMap(statesInStatements)));
  it('take one time for all that a statement changes', () => expectTidy(sources.flatMap(timesInChanges)));
  it('stand in files that can be read', () => expectTidy(texts.flatMap(untidySchema)));
  it('make one short function a file', () => expectTidy(texts.flatMap(untidyFunctions)));
});

describe('processes and threads', () => {
  it('are started where their end is noticed', () => expectTidy(sources.flatMap(strayStarts)));
});

describe('packages', () => {
  it('are few, exact and in use', () => expectTidy(manifestProblems(manifest, sources)));
  it.skipIf(dependencyPage === null)('are those of docs/dependencies.md', () =>
    expectTidy(undocumentedPackages(dependencyPage ?? '', manifest)),
  );
  it.skipIf(dependencyPage === null)('bring what docs/dependencies.md says', () =>
    expectTidy(unstatedWeights(dependencyPage ?? '', lockfile)),
  );
  it('come to production under known licences, with their hashes and no script', () =>
    expectTidy(lockProblems(lockfile, npmrc)));
});

describe('shape', () => {
  it('keeps functions short', () => expectTidy(sources.flatMap(longFunctions)));
  it('keeps statements flat', () => expectTidy(sources.flatMap(deepNesting)));
  it('keeps files short', () => expectTidy(longFiles(sources)));
  it('keeps the proportions of the whole', () => expectTidy(proportionProblems(sources)));
});

describe('language', () => {
  it('has no word that style rules out', () => expectTidy(sources.flatMap(bannedLanguage)));
  it('has no barrel file', () => expectTidy(sources.flatMap(barrel)));
  it('has no comment about unfinished work', () => expectTidy(sources.flatMap(unfinishedComments)));
  it('says in each comment what it is about', () => expectTidy(sources.flatMap(subjectlessComments)));
});

describe('files', () => {
  it('name neither a machine nor a registry', () => expectTidy(texts.flatMap(machineWords)));
  it('have names that say something', () => expectTidy(paths.flatMap(vagueNames)));
  it('have names in kebab-case', () => expectTidy(paths.flatMap(oddNames)));
  it('are of known kinds', () => expectTidy(paths.flatMap(unknownKind)));
  it('leave the root clear', () => expectTidy(crowdedRoot(paths)));
  it('are all reached by a program', () => expectTidy(deadFiles(sources)));
  it('run without the test runner where a program needs them', () => expectTidy(testersInPrograms(sources)));
  it('are tested', () => expectTidy(untestedModules(sources, paths)));
});
