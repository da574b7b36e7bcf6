import { describe, expect, it } from 'vitest';
import { sampleCompanies } from '../../../../test/oracle/companies.ts';
import { DOCUMENT_KINDS } from '../../../../test/structure/document-kinds.ts';
import { draftedDocuments } from '../../../../test/structure/drafts.ts';
import { filledDocuments } from '../../../../test/structure/filled-documents.ts';
import { foundBy } from '../../../../test/structure/found-by.ts';
import {
  changedAt,
  GONE,
  isObject,
  overlaid,
  pathsIn,
  valueAt,
} from '../../../../test/structure/json-tree.ts';
import type { JsonObject } from '../../json/read-json.ts';
import { structureProblems } from './check.ts';
import type { Condition } from './table.ts';

const person = { keys: { nombre: 'text 1..', edad: 'whole or null' } };

describe('an object', () => {
  it('has its keys in any order', () => {
    expect(foundBy(person, { edad: null, nombre: 'Ana' })).toEqual([]);
  });

  it.each<[unknown, readonly string[]]>([
    [{ nombre: 'Ana' }, ['#/edad is missing']],
    [{ nombre: 'Ana', edad: 1, apodo: null }, ['#/apodo is not a key of this object']],
    [{ Nombre: '', edad: 1 }, ['#/nombre is missing', '#/Nombre is not a key of this object']],
    [
      { nombre: '', edad: 'x' },
      ['#/nombre must have at least 1 characters', '#/edad must be a whole number'],
    ],
    [[], ['# must be an object']],
    [null, ['# must be an object']],
    ['Ana', ['# must be an object']],
  ])('%j is not', (value, expected) => {
    expect(foundBy(person, value)).toEqual(expected);
  });

  it('counts no key that JavaScript lends it', () => {
    const odd = { keys: { toString: 'text' } };
    expect(foundBy(odd, {})).toEqual(['#/toString is missing']);
    expect(foundBy(person, JSON.parse('{"nombre":"Ana","edad":1,"__proto__":{}}'))).toEqual([
      '#/__proto__ is not a key of this object',
    ]);
  });
});

describe('some members', () => {
  const named = { keys: { nombre: 'text' }, open: true } as const;

  it('are looked at where they are there', () => {
    expect(foundBy(named, { otro: 1 })).toEqual([]);
    expect(foundBy(named, { nombre: 1 })).toEqual(['#/nombre must be text']);
    expect(foundBy(named, null)).toEqual(['# must be an object']);
  });
});

describe('listed values', () => {
  const choice = ['00', 1] as const;

  it.each(['00', 1, 1.0])('take %j', (value) => {
    expect(foundBy(choice, value)).toEqual([]);
  });

  it.each(['0', '1', 0, null, true, ['00'], undefined])('refuse %j', (value) => {
    expect(foundBy(choice, value)).toEqual(['# must be one of the listed values']);
  });

  it('may be one', () => {
    expect(foundBy(['USD'], 'usd')).toEqual(['# must be the one value it may have']);
  });
});

describe('null', () => {
  it('is nothing, and nothing else is', () => {
    expect(foundBy([null], null)).toEqual([]);
    for (const value of [0, '', false, [], {}, undefined]) {
      expect(foundBy([null], value)).toEqual(['# must be null']);
    }
  });

  it('stands in for what is nullable', () => {
    expect(foundBy('text or null', null)).toEqual([]);
    expect(foundBy('text or null', 1)).toEqual(['# must be text']);
  });
});

describe('a list', () => {
  const short = { each: 'text', min: 1, max: 2 };

  it.each([[['a']], [['a', 'a']]])('may be %j', (value) => {
    expect(foundBy(short, value)).toEqual([]);
  });

  it.each<[unknown, readonly string[]]>([
    [[], ['# must have at least 1 entries']],
    [['a', 'b', 'c'], ['# must have at most 2 entries']],
    [['a', 1], ['#/1 must be text']],
    [{ 0: 'a', length: 1 }, ['# must be a list']],
    ['a', ['# must be a list']],
    [null, ['# must be a list']],
  ])('may not be %j', (value, expected) => {
    expect(foundBy(short, value)).toEqual(expected);
  });

  it('has no limits unless told', () => {
    expect(foundBy({ each: 'whole' }, [])).toEqual([]);
    expect(foundBy({ each: 'whole' }, Array(5000).fill(1))).toEqual([]);
  });
});

describe('a list without repetitions', () => {
  const codes = { each: 'text', unique: true } as const;
  const taxes = { each: { keys: { codigo: 'text', valor: 'whole' } }, unique: true } as const;

  it('finds every repetition', () => {
    expect(foundBy(codes, ['20', 'C3', '20', '20'])).toEqual([
      '#/2 repeats an earlier entry',
      '#/3 repeats an earlier entry',
    ]);
    expect(foundBy(codes, ['20', 'C3', '2', '0'])).toEqual([]);
  });

  it('compares objects by content, whatever the order of their keys', () => {
    const tax = { codigo: '20', valor: 1 };
    expect(foundBy(taxes, [tax, { valor: 1, codigo: '20' }])).toEqual(['#/1 repeats an earlier entry']);
    expect(foundBy(taxes, [tax, { ...tax, valor: 2 }])).toEqual([]);
    expect(
      foundBy(taxes, [
        { ...tax, valor: 0 },
        { ...tax, valor: -0 },
      ]),
    ).toEqual(['#/1 repeats an earlier entry']);
  });

  it('does not compare what is wrong in itself', () => {
    const deep = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`);
    expect(foundBy(codes, [deep, deep])).toEqual(['#/0 must be text', '#/1 must be text']);
  });

  it('takes time in proportion to its length', () => {
    const many = Array.from({ length: 200_000 }, (_, index) => ({ codigo: String(index), valor: index }));
    const started = performance.now();
    expect(foundBy(taxes, many)).toEqual([]);
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});

describe('a rule', () => {
  const named = { name: 'text' };
  const unnamed = { name: [null] };

  it.each<[Omit<Condition, 'must'>, readonly JsonObject[], readonly JsonObject[]]>([
    [{ when: 'a', is: [1] }, [{ a: 1 }], [{ a: 2 }, { a: '1' }, {}]],
    [{ when: 'a', is: ['36', null] }, [{ a: '36' }, { a: null }], [{ a: '13' }, { a: 36 }, {}]],
    [{ when: 'a', upTo: 0 }, [{ a: 0 }, { a: -1 }], [{ a: 0.01 }, { a: null }, {}]],
    [{ when: 'a', from: 1095 }, [{ a: 1095 }, { a: 2000 }], [{ a: 1094.99 }, { a: '2000' }, {}]],
    [{ when: 'b.a', is: [1] }, [{ b: { a: 1 } }], [{ b: { a: 2 } }, { b: null }, { b: [1] }, {}]],
  ])('holds where %j', (condition, held, notHeld) => {
    const rules = [{ ...condition, must: named, otherwise: unnamed }];
    const problemsOf = (members: JsonObject) => foundBy({ keys: {}, open: true, rules }, members);
    for (const members of held) {
      expect(problemsOf({ ...members, name: 'Ana' })).toEqual([]);
      expect(problemsOf({ ...members, name: null })).toEqual(['#/name must be text']);
    }
    for (const members of notHeld) {
      expect(problemsOf({ ...members, name: null })).toEqual([]);
      expect(problemsOf({ ...members, name: 'Ana' })).toEqual(['#/name must be null']);
    }
  });

  it('leaves what is missing to the block, and may ask for nothing otherwise', () => {
    const rules = [{ when: 'kind', is: [1], must: named }];
    const block = { keys: { kind: 'whole', name: 'text or null' }, rules };
    expect(foundBy(block, { kind: 1 })).toEqual(['#/name is missing']);
    expect(foundBy(block, { kind: 2, name: null })).toEqual([]);
  });

  it.each([
    [null, null, []],
    [{}, null, []],
    [null, {}, []],
    [{}, {}, ['# has both sale and purchase, which exclude each other']],
  ])('lets one of two members be there: %j, %j', (sale, purchase, problems) => {
    const one = { keys: {}, open: true, orNull: true } as const;
    const block = { keys: { sale: one, purchase: one }, rules: [{ notBoth: ['sale', 'purchase'] }] } as const;
    expect(foundBy(block, { sale, purchase })).toEqual(problems);
  });
});

const COMPANIES = {
  v1: sampleCompanies('v1', { seed: 4711, count: 3 }),
  v2: sampleCompanies('v2', { seed: 4711, count: 3 }),
};

describe.each(DOCUMENT_KINDS)('the structure of $schema', (kind) => {
  const { tipoDte, generation } = kind;
  const problemsOf = (document: unknown) => structureProblems(tipoDte, generation, document);
  const drafted = draftedDocuments(kind, COMPANIES[generation], { seed: 4711, count: 20 });
  const valid = drafted.filter((document) => problemsOf(document).length === 0);
  const filled = filledDocuments(kind, valid.slice(0, 1));

  it('takes drafted documents, and the same with their optional blocks', () => {
    expect(valid.length).toBeGreaterThan(5);
    expect(filled.flatMap(problemsOf)).toEqual([]);
  });

  it('misses every key, wherever it is dropped', () => {
    for (const document of filled) {
      for (const path of pathsIn(document).filter((steps) => typeof steps.at(-1) === 'string')) {
        const paths = problemsOf(changedAt(document, path, () => GONE)).map((problem) => problem.path);
        expect(paths).toContain(`#/${path.join('/')}`);
      }
    }
  });

  it('knows no other key, wherever it is added', () => {
    const document = filled.at(-1);
    for (const path of pathsIn(document).filter((steps) => isObject(valueAt(document, steps)))) {
      const more = changedAt(document, path, (old) => (isObject(old) ? { ...old, extra: null } : old));
      expect(problemsOf(more)).toEqual([
        { path: ['#', ...path, 'extra'].join('/'), message: 'is not a key of this object' },
      ]);
    }
  });

  it('takes no value of another type, wherever it stands', () => {
    const document = filled.at(-1);
    for (const path of pathsIn(document)) {
      const paths = problemsOf(changedAt(document, path, () => true)).map((problem) => problem.path);
      expect(paths).toContain(['#', ...path].join('/'));
    }
  });

  it('is of no other kind', () => {
    for (const other of DOCUMENT_KINDS.filter((candidate) => candidate !== kind)) {
      expect(structureProblems(other.tipoDte, other.generation, valid[0])).not.toEqual([]);
    }
  });

  it.each([null, undefined, '', 0, [], [{}]])('is not %j', (value) => {
    expect(problemsOf(value)).toEqual([{ path: '#', message: 'must be an object' }]);
  });

  it('is looked through once, however many lines there are', () => {
    const lines = valueAt(valid[0], ['cuerpoDocumento', 0]);
    const many = overlaid(valid[0], { '#/cuerpoDocumento': Array(2000).fill(lines) });
    const started = performance.now();
    expect(problemsOf(many)).toEqual([]);
    expect(performance.now() - started).toBeLessThan(2_000);
    expect(problemsOf(overlaid(valid[0], { '#/cuerpoDocumento': Array(2001).fill(lines) }))).toEqual([
      { path: '#/cuerpoDocumento', message: 'must have at most 2000 entries' },
    ]);
  });
});
