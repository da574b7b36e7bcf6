import { describe, expect, it } from 'vitest';
import { bannedLanguage, barrel } from './language.ts';
import { planted, told } from './planted.ts';

const check = (text: string, path = 'src/core/a.ts') => told(bannedLanguage(planted(path, text)));

describe('the language', () => {
  it.each([
    ['let a!: string;', 'definite assignment "!"'],
    ['class C { a!: string }', 'definite assignment "!"'],
    ["export type A = import('./b.ts').B;", 'import in place'],
    ['@f class C {}', 'decorator'],
    ['class C { @f a = 1 }', 'decorator'],
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
    "const a = await b<typeof import('./c.ts')>();",
    'interface A { console: string }',
    'a.console.log();',
    'export const a = 1;',
    'const a = { ...b, ...(c ? { d } : {}) };',
    'const a = [...b, ...[c, d].map(e)];',
    'f(...[a, b]);',
    'const a = { ...[b] };',
    'const { a, ...b } = c;',
  ])('has %s', (text) => {
    expect(check(text)).toEqual([]);
  });

  it('prints in src/cli', () => {
    expect(check("console.log('a');", 'src/cli/a.ts')).toEqual([]);
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
