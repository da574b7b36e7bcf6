import { expect, it } from 'vitest';
import { bannedLanguage, barrel } from './language.ts';
import { describeRule, planted } from './planted.ts';

describeRule('the language', {
  rule: bannedLanguage,
  path: 'src/core/a.ts',
  wrong: [
    ['let a!: string;', '1 definite assignment "!"'],
    ['class C { a!: string }', '1 definite assignment "!"'],
    ["export type A = import('./b.ts').B;", '1 import in place'],
    ['@f class C {}', '1 decorator'],
    ['class C { @f a = 1 }', '1 decorator'],
    ["console.log('a');", '1 console'],
    ['const { log } = console;', '1 console'],
    ['const a = { b, ...{ c, d } };', '1 literal spread in place'],
    ['const a = { ...({ b: 1 } as const) };', '1 literal spread in place'],
    ['const a = [b, ...[c, d]];', '1 literal spread in place'],
    ["const a = [...(['b', 'c'] as const), 'd'];", '1 literal spread in place'],
    ['const a = { b: [...[c] satisfies D] };', '1 literal spread in place'],
    ['reply.hijack();', '1 hijack'],
    ["reply['hijack']();", '1 hijack'],
    ['const { hijack } = reply;', '1 hijack'],
    [`// ${'@ts-'}ignore\na;`, '1 @ts-ignore'],
    [`// ${'@ts-'}expect-error\na;`, '1 @ts-expect-error'],
    [`/* ${'@ts-'}nocheck */ a;`, '1 @ts-nocheck'],
    [`// ${'biome-'}ignore lint: because\na;`, '1 biome-ignore'],
    [`/* v8 ${'ignore'} next */ a;`, '1 v8 ignore'],
  ],
  right: [
    "const a = await b<typeof import('./c.ts')>();",
    'interface A { console: string }',
    'a.console.log();',
    'export const a = 1;',
    'const a = { ...b, ...(c ? { d } : {}) };',
    'const a = [...b, ...[c, d].map(e)];',
    'f(...[a, b]);',
    'const a = { ...[b] };',
    'const { a, ...b } = c;',
  ],
});

it('takes an answer out of the care of the framework where live streams are', () => {
  expect(bannedLanguage(planted('src/console/live-streams.ts', 'reply.hijack();'))).toEqual([]);
});

it('prints in src/cli', () => {
  expect(bannedLanguage(planted('src/cli/a.ts', "console.log('a');"))).toEqual([]);
});

describeRule('a barrel file', {
  rule: barrel,
  path: 'src/index.ts',
  wrong: [
    ["export * from './a.ts';", '1 barrel file'],
    ["export { a } from './a.ts';\nexport type { B } from './b.ts';", '1 barrel file'],
    ["import { a } from './a.ts';\nexport { a };", '1 barrel file'],
  ],
  right: [
    "export { a } from './a.ts';\nexport const b = 1;",
    "import './a.ts';",
    '',
    'export type A = string;',
  ],
});
