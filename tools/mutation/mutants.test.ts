import { describe, expect, it } from 'vitest';
import { mutantsOf, mutated } from './mutants.ts';
import { stagesFor } from './suites.ts';

function wrongFormsOf(text: string): readonly string[] {
  return mutantsOf('src/a.ts', text).map((mutant) => mutated(text, mutant));
}

describe('the mistakes in a file', () => {
  it.each([
    ['const a = b < c;', ['const a = b <= c;', 'const a = b >= c;']],
    ['const a = b && c;', ['const a = b || c;']],
    ['const a = b ?? c;', ['const a = (b);']],
    ['if (a) b();', ['if (true) b();', 'if (false) b();', 'if (a) ;']],
    ['const a = !b;', ['const a = (b);']],
    ['const a = 7;', ['const a = (7 + 1);']],
    ['const a = 60_000;', ['const a = (60000 * 2);']],
    ['const a = b.filter(isGood);', ['const a = (b);']],
    ['const a = b.some(isGood);', ['const a = b.every(isGood);']],
    ['const a = `SELECT 1 WHERE b < $1`;', ['const a = `SELECT 1 WHERE b <= $1`;']],
  ])('%s', (text, wrong) => {
    expect(wrongFormsOf(text)).toEqual(wrong);
  });

  it('are none in types, imports and words', () => {
    const text =
      "import { a } from './7.ts'; type B = 7 | true; const c: 8 = d; const e = `AND`; const f = 'x';";
    expect(wrongFormsOf(text)).toEqual([]);
  });

  it('know their line, and what was there', () => {
    expect(mutantsOf('src/a.ts', 'f();\ng(h ||\n  i);')).toContainEqual(
      expect.objectContaining({ path: 'src/a.ts', line: 2, was: 'g(h || i);', text: ';' }),
    );
  });
});

describe('the tests that judge a mistake', () => {
  it('begin beside it', () => {
    expect(stagesFor('src/storage/documents/claim.ts')[0]).toEqual(['src/storage/documents/']);
  });
});
