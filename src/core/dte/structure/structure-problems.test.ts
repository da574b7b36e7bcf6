import { describe, expect, it } from 'vitest';
import { sampleCompanies } from '../../../../test/oracle/companies.ts';
import { DOCUMENT_KINDS } from '../../../../test/structure/document-kinds.ts';
import { draftedDocuments } from '../../../../test/structure/drafts.ts';
import { filledDocuments } from '../../../../test/structure/filled-documents.ts';
import {
  changedAt,
  GONE,
  isObject,
  overlaid,
  pathsIn,
  valueAt,
} from '../../../../test/structure/json-tree.ts';
import { structureProblems } from './structure-problems.ts';

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
