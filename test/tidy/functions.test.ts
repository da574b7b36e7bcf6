import { describe, expect, it } from 'vitest';
import { deepNesting, functionsOf, longFunctions } from './functions.ts';
import { describeRule, planted, told } from './planted.ts';

const ofLines = (lines: number) => `function f() {\n${'a();\n'.repeat(lines - 2)}}`;

describe('the length of a function', () => {
  it('may be 60 lines and not 61', () => {
    expect(longFunctions(planted('src/a.ts', ofLines(60)))).toEqual([]);
    expect(told(longFunctions(planted('src/a.ts', `\n${ofLines(61)}`)))).toEqual([
      '2 61 lines in a function',
    ]);
  });

  it.each([
    ['an arrow', `const f = () => {\n${'a();\n'.repeat(60)}};`],
    ['a method', `const o = { f() {\n${'a();\n'.repeat(60)}} };`],
    ['a method of a class', `class C { f() {\n${'a();\n'.repeat(60)}} }`],
    ['a function in a function', `function g() { ${ofLines(61)} }`],
  ])('counts for %s', (_, text) => {
    expect(longFunctions(planted('src/a.ts', text)).length).toBeGreaterThan(0);
  });

  it('is no matter in a test', () => {
    expect(longFunctions(planted('src/a.test.ts', ofLines(90)))).toEqual([]);
  });

  it('is counted for bodies of statements alone', () => {
    const file = planted('src/a.ts', 'const f = () => 1;\nfunction g() {\n  return 1;\n}\n');
    expect(functionsOf(file)).toEqual([{ path: 'src/a.ts', line: 2, lines: 3 }]);
  });
});

const DEEP = '1 statements nested 4 deep';

describeRule('nesting', {
  rule: deepNesting,
  path: 'src/a.ts',
  wrong: [
    ['if (a) { for (const b of c) { while (d) { if (e) f(); } } }', DEEP],
    ['function f() { try { if (a) { switch (b) { case 1: do { g(); } while (c); } } } catch {} }', DEEP],
    ['for (;;) for (const a in b) if (c) if (d) e();', DEEP],
    ['if (a) {} else { if (b) { if (c) { if (d) {} } } }', DEEP],
  ],
  right: [
    'if (a) { for (const b of c) { if (d) e(); } }',
    'if (a) {} else if (b) {} else if (c) {} else if (d) {} else if (e) {}',
    'if (a) { if (b) { if (c) { f(() => { if (d) e(); }); } } }',
    'const a = b ? c ? d ? e ? 1 : 2 : 3 : 4 : 5;',
  ],
});
