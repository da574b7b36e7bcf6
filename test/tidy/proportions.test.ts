import { describe, expect, it } from 'vitest';
import { planted, told } from './planted.ts';
import {
  castProportions,
  castsOf,
  fileProportions,
  functionProportions,
  interfaceProportions,
  isSource,
  isTest,
  longFiles,
  percentile,
  proportionProblems,
  testShare,
} from './proportions.ts';

const lines = (count: number) => 'a();\n'.repeat(count);
const functions = (sizes: readonly number[]) =>
  planted('src/f.ts', sizes.map((size) => `function f() {\n${lines(size - 2)}}\n`).join(''));

describe('the percentile', () => {
  it.each([
    [[], 0],
    [[7], 7],
    [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 9],
    [[10, 9, 8, 7, 6, 5, 4, 3, 2, 1], 9],
    [[1, 1, 1, 100], 100],
  ])('of %j is %d', (values, expected) => {
    expect(percentile(values, 0.9)).toBe(expected);
  });
});

describe('what counts', () => {
  it.each([
    ['src/a.ts', true, false],
    ['simulator/a.ts', true, false],
    ['tools/a.ts', true, false],
    ['src/a.test.ts', false, true],
    ['test/a.ts', false, true],
    ['src/catalogs/data/a.ts', false, false],
  ])('%s is source: %s, test: %s', (path, source, test) => {
    expect([isSource({ path }), isTest({ path })]).toEqual([source, test]);
  });
});

describe('long files', () => {
  it('have more than 400 lines', () => {
    expect(longFiles([planted('src/a.ts', lines(400))])).toEqual([]);
    expect(told(longFiles([planted('src/a.ts', lines(401))]))).toEqual(['0 401 lines']);
    expect(told(longFiles([planted('src/a.test.ts', lines(401))]))).toEqual(['0 401 lines']);
    expect(longFiles([planted('src/catalogs/data/a.ts', lines(999))])).toEqual([]);
  });

  it('are one in ten at most', () => {
    const files = Array.from({ length: 11 }, (_, index) =>
      planted(`src/a${index}.ts`, lines(index < 2 ? 221 : 9)),
    );
    expect(fileProportions(files)).toHaveLength(2);
    expect(fileProportions(files.slice(1))).toEqual([]);
  });
});

describe('functions', () => {
  it('of more than 25 lines are one in ten at most', () => {
    const small = Array.from({ length: 97 }, () => 3);
    expect(functionProportions([functions([...small, 26, 26, 26])])).toEqual([]);
    const many = functionProportions([functions([3, 3, 3, 3, 26, 26])]);
    expect(many).toHaveLength(2);
    expect(many[0]?.message).toMatch(/90th percentile of all functions is 26/);
  });

  it('of more than 40 lines are fewer than three in a hundred', () => {
    const small = Array.from({ length: 97 }, () => 3);
    expect(functionProportions([functions([...small, 3, 41, 41])])).toEqual([]);
    const many = functionProportions([functions([...small, 41, 41, 41])]);
    expect(many).toHaveLength(3);
    expect(many[0]?.message).toMatch(/3\.0 % of all functions exceed 40/);
  });
});

describe('casts', () => {
  it.each(['const a = b as C;', 'const a = b as unknown as C;', 'const a = <C>b;', 'const a = b as any;'])(
    '%s is one or more',
    (text) => {
      expect(castsOf(planted('src/a.ts', text)).length).toBeGreaterThan(0);
    },
  );

  it.each(['const a = [1] as const;', 'const a = b satisfies C;', "import { a as b } from './c.ts';"])(
    '%s is none',
    (text) => {
      expect(castsOf(planted('src/a.ts', text))).toEqual([]);
    },
  );

  it('are fewer than two in a thousand lines', () => {
    const cast = 'const a = b as C;\n';
    expect(castProportions([planted('src/a.ts', cast + lines(199))])).toHaveLength(1);
    const files = Array.from({ length: 5 }, (_, index) => planted(`src/a${index}.ts`, lines(200)));
    expect(castProportions([...files, planted('src/b.ts', cast)])).toEqual([]);
    expect(castProportions([...files, planted('src/b.ts', cast.repeat(3))])).toHaveLength(3);
  });
});

describe('private interfaces', () => {
  const kept = 'interface A { a: string }\nfunction f(a: A): A { return a; }\n';
  const files = (idle: string, others: number) => [
    planted('src/a.ts', `\n${idle}`),
    ...Array.from({ length: others }, (_, index) => planted(`src/b${index}.ts`, kept)),
  ];

  it.each([
    'interface I { a: string }\nfunction f(i: I) {}',
    'interface I { a: string }\nconst f = ({ a }: I = { a: 1 }) => a;',
    'interface I { a: string }\nexport interface J { f(i: I): void }',
    'interface I { a: string }\nfunction f(...i: I) {}',
  ])('that only type a parameter are fewer than 15 in a hundred: %s', (idle) => {
    expect(interfaceProportions(files(idle, 6))).toEqual([]);
    expect(
      interfaceProportions(files(idle, 5)).map(({ path, line, message }) => [path, line, message]),
    ).toEqual([
      [
        'src/a.ts',
        2,
        'I only types a parameter, as do 16.7 % of all private interfaces (15 %): say its shape there',
      ],
    ]);
  });

  it.each([
    'export interface I { a: string }\nfunction f(i: I) {}',
    'interface I { a: string }\nfunction f(i: I) {}\nfunction g(i: I) {}',
    'interface I { a: string }\nfunction f(i: readonly I[]) {}',
    'interface I { a: string }\nfunction f(): I { return { a }; }',
    'interface I { next: I }\nfunction f(i: I) {}',
  ])('may stand: %s', (text) => {
    expect(interfaceProportions(files(text, 0))).toEqual([]);
  });
});

describe('tests', () => {
  it('have as many lines as source', () => {
    const files = [planted('src/a.ts', lines(100)), planted('src/a.test.ts', lines(60))];
    expect(told(testShare(files))).toEqual(['0 60 lines of tests for 100 lines of source']);
    expect(testShare([...files, planted('test/b.ts', lines(40))])).toEqual([]);
  });
});

describe('all proportions', () => {
  it('are judged together, without the tests themselves', () => {
    const files = [functions([3, 3, 41]), planted('src/b.ts', `const a = b as C;\n${lines(230)}`)];
    expect(proportionProblems(files).map(({ path }) => path)).toEqual([
      'src/b.ts',
      'src/f.ts',
      'src/f.ts',
      'src/b.ts',
      'test',
    ]);
    expect(proportionProblems(files.map(({ text }, index) => planted(`src/${index}.test.ts`, text)))).toEqual(
      [],
    );
  });
});
