import { describe, expect, it } from 'vitest';
import { planted } from './planted.ts';
import {
  crowdedRoot,
  deadFiles,
  missingTargets,
  testersInPrograms,
  unknownKind,
  untestedModules,
} from './tree.ts';

const names = (findings: readonly { readonly path: string }[]) => findings.map(({ path }) => path);

describe('the kinds of files', () => {
  it.each([
    'src/a.js',
    'src/a.mjs',
    'src/a.tsx',
    'a.ts',
    'src/http/a.sql',
    'src/core/a.ttf',
    'src/a.crt',
    'keys/a.pem',
    'src/a.bak',
    'src/Makefile',
    'src/.DS_Store',
    'src/run',
  ])('do not include %s', (path) => {
    expect(names(unknownKind(path))).toEqual([path]);
  });

  it.each([
    'src/a.ts',
    'test/vitest.config.ts',
    'docs/a.md',
    'src/storage/migrations/001.sql',
    'bin/sello',
    '.npmrc',
    'LICENSE',
  ])('include %s', (path) => {
    expect(unknownKind(path)).toEqual([]);
  });
});

describe('the root', () => {
  it('has fewer than 20 entries', () => {
    const entries = Array.from({ length: 19 }, (_, index) => `entry-${index}/a.ts`);
    expect(crowdedRoot([...entries, 'entry-1/b.ts'])).toEqual([]);
    expect(crowdedRoot([...entries, 'one-more.md'])).toHaveLength(1);
  });
});

describe('an import', () => {
  it('may not name a file that git does not know', () => {
    const file = planted('src/a.ts', "import { b } from './b.ts';\nimport { c } from './data/c.ts';");
    const findings = missingTargets(file, new Set(['src/a.ts', 'src/b.ts']));
    expect(findings).toEqual([
      { path: 'src/a.ts', line: 2, message: './data/c.ts does not exist, or git ignores it' },
    ]);
  });
});

describe('a dead file', () => {
  const main = planted('src/main.ts', "import { a } from './a.ts';");
  const a = planted('src/a.ts', "export { b } from './b.ts';");
  const b = planted('src/b.ts', "new URL('./worker.ts', import.meta.url);");
  const worker = planted('src/worker.ts', 'export const w = 1;');
  const orphan = planted('src/orphan.ts', 'export const o = 1;');
  const friend = planted('src/friend.ts', "import { o } from './orphan.ts';");
  const test = planted('src/orphan.test.ts', "import { o } from './orphan.ts';");

  it('is one that no program reaches, also when a test or another dead file imports it', () => {
    expect(names(deadFiles([main, a, b, worker, orphan, friend, test]))).toEqual([
      'src/orphan.ts',
      'src/friend.ts',
    ]);
  });

  it('is no migration, and none is while its program is not begun', () => {
    const migration = planted('src/storage/migrations/001.ts', '');
    expect(deadFiles([main, a, b, worker, migration])).toEqual([]);
    expect(deadFiles([orphan, planted('simulator/a.ts', '')])).toEqual([]);
  });

  it('is looked for in the simulator, the tools and what tests stand on', () => {
    const files = [
      planted('simulator/main.ts', ''),
      planted('simulator/a.ts', ''),
      planted('tools/check.ts', ''),
      planted('tools/check/a.ts', ''),
      planted('test/a.test.ts', "start('test/loopback/b.ts');"),
      planted('test/loopback/b.ts', ''),
      planted('test/loopback/c.ts', ''),
    ];
    expect(names(deadFiles(files))).toEqual(['simulator/a.ts', 'tools/check/a.ts', 'test/loopback/c.ts']);
  });
});

describe('a program', () => {
  const drill = planted('tools/drill.ts', "import { a } from '../test/a.ts';");
  const inject = planted('test/b.ts', "import { inject } from 'vitest';");

  it('does not run what imports vitest', () => {
    const a = planted('test/a.ts', "import { b } from './b.ts';");
    expect(names(testersInPrograms([drill, a, inject]))).toEqual(['test/b.ts']);
  });

  it('may use its types, and a test may do both', () => {
    const a = planted('test/a.ts', "import type { B } from './b.ts'; import type { X } from 'vitest';");
    const test = planted('test/a.test.ts', "import { b } from './b.ts';");
    expect(testersInPrograms([drill, a, inject, test])).toEqual([]);
  });
});

describe('an untested module', () => {
  const long = (path: string) => planted(path, `export function f() {\n${'g();\n'.repeat(40)}}\n`);
  const check = (path: string, others: readonly { path: string; text: string }[] = []) => {
    const files = [long(path), ...others.map((other) => planted(other.path, other.text))];
    return names(
      untestedModules(
        files,
        files.map((file) => file.path),
      ),
    );
  };

  it('has more than 40 lines that run', () => {
    expect(check('src/a.ts')).toEqual(['src/a.ts']);
    expect(check('simulator/a.ts')).toEqual(['simulator/a.ts']);
    expect(check('tools/a.ts')).toEqual([]);
    const types = planted('src/t.ts', `export interface T {\n${'a(): void;\n'.repeat(60)}}\n`);
    const table = planted('src/t.ts', `export const T = [\n${'1,\n'.repeat(60)}];\n`);
    expect(untestedModules([types, table], ['src/t.ts'])).toEqual([]);
  });

  it.each([
    ['beside it', 'src/x/a.test.ts', ''],
    ['elsewhere that imports it', 'test/b.test.ts', "import { f } from '../src/x/a.ts';"],
    ['elsewhere that starts it', 'test/b.test.ts', "run('src/x/a.ts');"],
    ['for a status of its folder', 'src/x/404.test.ts', ''],
    ['of the contract of its folder', 'src/x/storage.contract.test.ts', ''],
  ])('has no test %s', (_, path, text) => {
    expect(check('src/x/a.ts', [{ path, text }])).toEqual([]);
  });

  it('is one behind a tested module of another folder, not of its own', () => {
    const test = { path: 'test/b.test.ts', text: "import { m } from '../src/x/m.ts';" };
    expect(check('src/x/a.ts', [test, { path: 'src/x/m.ts', text: "import { f } from './a.ts';" }])).toEqual(
      [],
    );
    const far = check('src/x/y/a.ts', [test, { path: 'src/x/m.ts', text: "import { f } from './y/a.ts';" }]);
    expect(far).toEqual(['src/x/y/a.ts']);
  });

  it('is not covered by any other test of its folder', () => {
    expect(check('src/x/a.ts', [{ path: 'src/x/b.test.ts', text: '' }])).toEqual(['src/x/a.ts']);
    expect(check('src/x/a.ts', [{ path: 'src/y/200.test.ts', text: '' }])).toEqual(['src/x/a.ts']);
  });
});
