import { describe, expect, it } from 'vitest';
import { circularImports } from './circles.ts';
import { planted } from './planted.ts';

/** Files by path with what each says. */
const check = (files: Readonly<Record<string, string>>) =>
  circularImports(Object.entries(files).map(([path, text]) => planted(path, text))).map(
    ({ path, line, message }) => `${path}:${line} ${message.split(';')[0]}`,
  );

describe('a circle of imports', () => {
  it.each([
    ["import { b } from './b.ts';", 'a value'],
    ["import type { B } from './b.ts';", 'a type'],
    ["import { type B } from './b.ts';", 'a type among values'],
    ["export type A = import('./b.ts').B;", 'a type in place'],
    ["export { b } from './b.ts';", 'a re-export'],
    ["export const load = () => import('./b.ts');", 'an import on demand'],
  ])('is seen: %s', (text) => {
    expect(check({ 'src/a.ts': `\n${text}`, 'src/b.ts': "import { a } from './a.ts';" })).toEqual([
      'src/a.ts:2 imports in a circle: src/b.ts -> src/a.ts',
    ]);
  });

  it('is seen however long it is, and without those who only lead to it or away from it', () => {
    expect(
      check({
        'src/main.ts': "import './a.ts';",
        'src/a.ts': "import './leaf.ts';\nimport './b/b.ts';",
        'src/b/b.ts': "import '../c.ts';",
        'src/c.ts': "import './a.ts';\nimport './leaf.ts';",
        'src/leaf.ts': "import 'node:fs';",
      }),
    ).toEqual(['src/a.ts:2 imports in a circle: src/b/b.ts -> src/c.ts -> src/a.ts']);
  });

  it('is seen beside another one', () => {
    const found = check({
      'src/a.ts': "import './b.ts';",
      'src/b.ts': "import './a.ts';",
      'test/c.ts': "import './d.ts';\nimport '../src/a.ts';",
      'test/d.ts': "import './c.ts';",
      'test/e.ts': "import './e.ts';",
    });
    expect(found).toEqual([
      'src/a.ts:1 imports in a circle: src/b.ts -> src/a.ts',
      'test/c.ts:1 imports in a circle: test/d.ts -> test/c.ts',
      'test/e.ts:1 imports in a circle: test/e.ts',
    ]);
  });

  it('is none where another process or thread is named, or two ways lead to one file', () => {
    expect(
      check({
        'src/a.ts': "new Worker(new URL('./b.ts', import.meta.url));",
        'src/b.ts': "import './a.ts';",
        'src/c.ts': "import './a.ts';\nimport './b.ts';\nimport './gone.ts';",
      }),
    ).toEqual([]);
  });
});
