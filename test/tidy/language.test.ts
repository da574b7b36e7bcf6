import { describe, expect, it } from 'vitest';
import { bannedLanguage, barrel } from './language.ts';
import { planted, told } from './planted.ts';

const check = (text: string, path = 'src/core/a.ts') => told(bannedLanguage(planted(path, text)));

describe('the language', () => {
  it.each([
    ['const a: any = 1;', 'any'],
    ['function f(a: Record<string, any>) {}', 'any'],
    ['const a = b as any;', 'any'],
    ['const a = b!.c;', 'non-null "!"'],
    ['let a!: string;', 'definite assignment "!"'],
    ['class C { a!: string }', 'definite assignment "!"'],
    ['enum E { A }', 'enum'],
    ['declare const enum E { A }', 'enum'],
    ['namespace N { export const a = 1; }', 'namespace'],
    ['@f class C {}', 'decorator'],
    ['class C { @f a = 1 }', 'decorator'],
    ['class C { constructor(private a: string) {} }', 'parameter property'],
    ['class C { constructor(readonly a: string) {} }', 'parameter property'],
    ['export default 1;', 'default export'],
    ['export default function f() {}', 'default export'],
    ['const a = 1; export { a as default };', 'default export'],
    ['export = a;', 'export ='],
    ["import a = require('a');", 'import ='],
    ['debugger;', 'debugger'],
    ["console.log('a');", 'console'],
    ['const { log } = console;', 'console'],
    ['const a = { b, ...{ c, d } };', 'literal spread in place'],
    ['const a = { ...({ b: 1 } as const) };', 'literal spread in place'],
    ['const a = [b, ...[c, d]];', 'literal spread in place'],
    ["const a = [...(['b', 'c'] as const), 'd'];", 'literal spread in place'],
    ['const a = { b: [...[c] satisfies D] };', 'literal spread in place'],
    [`// ${'@ts-'}ignore\na;`, '@ts-ignore'],
    [`// ${'@ts-'}expect-error\na;`, '@ts-expect-error'],
    [`/* ${'@ts-'}nocheck */ a;`, '@ts-nocheck'],
    [`// ${'biome-'}ignore lint: because\na;`, 'biome-ignore'],
    [`/* v8 ${'ignore'} next */ a;`, 'v8 ignore'],
  ])('has no %s', (text, name) => {
    expect(check(text)).toEqual([`1 ${name}`]);
  });

  it.each([
    "const a = 'any!';",
    'const a = !b;',
    'const a = b !== c;',
    'interface A { console: string }',
    'a.console.log();',
    "declare module 'fastify' { interface A { b: string } }",
    'export const a = 1;',
    'const a = { ...b, ...(c ? { d } : {}) };',
    'const a = [...b, ...[c, d].map(e)];',
    'f(...[a, b]);',
    'const a = { ...[b] };',
    'const { a, ...b } = c;',
    '// An enum or a namespace would need a build step.',
    'const isAny = (a: unknown): a is string => true;',
  ])('has %s', (text) => {
    expect(check(text)).toEqual([]);
  });

  it('prints in src/cli, and exports a default in the configuration of a tool', () => {
    expect(check("console.log('a');", 'src/cli/a.ts')).toEqual([]);
    expect(check('export default 1;', 'test/vitest.config.ts')).toEqual([]);
    expect(check('export default 1;', 'src/a.config.ts')).toEqual(['1 default export']);
  });
});

describe('a barrel file', () => {
  it.each([
    "export * from './a.ts';",
    "export { a } from './a.ts';\nexport type { B } from './b.ts';",
    "import { a } from './a.ts';\nexport { a };",
  ])('is %j', (text) => {
    expect(told(barrel(planted('src/index.ts', text)))).toEqual(['1 barrel file']);
  });

  it.each([
    "export { a } from './a.ts';\nexport const b = 1;",
    "import './a.ts';",
    '',
    'export type A = string;',
  ])('is not %j', (text) => {
    expect(barrel(planted('src/a.ts', text))).toEqual([]);
  });
});
