import { describe, expect, it } from 'vitest';
import { TIPOS_DTE } from '../dte/kinds.ts';
import type { Problem } from '../refusals/problem.ts';
import { generationsOf, readGenerations } from './file-generations.ts';
import { openObject } from './file-site.ts';

const CHANGE = '2026-12-01T00:00:00-06:00';
const CHANGE_MS = Date.parse(CHANGE);
const ALWAYS_V1 = { generation: 'v1', fromMs: null };
const ALWAYS_V2 = { generation: 'v2', fromMs: null };
const V2_FROM_CHANGE = { generation: 'v2', fromMs: CHANGE_MS };
const ALL_V2 = { '01': 'v2', '03': 'v2', '05': 'v2', '11': 'v2', '14': 'v2' };

function read(schema_generation: unknown) {
  const problems: Problem[] = [];
  const warnings: Problem[] = [];
  const site = openObject({ schema_generation }, ['schema_generation'], { path: '', problems });
  const generations = site === null ? null : readGenerations(site, warnings);
  return { generations, warnings, problems };
}

describe('one generation for every type', () => {
  it('holds since always', () => {
    const { generations, problems, warnings } = read('v2');
    for (const tipoDte of TIPOS_DTE) expect(generations?.[tipoDte]).toEqual([ALWAYS_V2]);
    expect([problems, warnings]).toEqual([[], []]);
  });

  it.each(['v3', 'V2', 2, true, ['v2']])('%j is refused', (value) => {
    const { generations, problems } = read(value);
    expect(generations).toBeNull();
    expect(problems.map(({ path }) => path)).toEqual(['schema_generation']);
  });
});

describe('an object by document type', () => {
  it('takes a generation, an entry, or a list of entries', () => {
    const { generations, problems } = read({
      ...ALL_V2,
      '03': { generation: 'v2', from: CHANGE },
      '05': [{ generation: 'v1' }, { generation: 'v2', from: '2026-12-01' }],
    });
    expect(problems).toEqual([]);
    expect(generations).toMatchObject({
      '01': [ALWAYS_V2],
      '03': [ALWAYS_V1, V2_FROM_CHANGE],
      '05': [ALWAYS_V1, V2_FROM_CHANGE],
    });
  });

  it('takes v1 for unnamed types and warns', () => {
    const { generations, warnings } = read({ '01': 'v2' });
    expect(generations).toMatchObject({ '01': [ALWAYS_V2], '03': [ALWAYS_V1], '14': [ALWAYS_V1] });
    expect(warnings).toEqual([
      { path: 'schema_generation', message: 'no nombra los tipos 03, 05, 11, 14: se emiten en v1.' },
    ]);
  });

  it.each([
    [{ '04': 'v2' }, 'schema_generation.04'],
    [{ '01': 'v9' }, 'schema_generation.01'],
    [{ '01': [] }, 'schema_generation.01'],
    [{ '01': ['v1', 7] }, 'schema_generation.01[0]'],
    [{ '01': { from: CHANGE } }, 'schema_generation.01.generation'],
    [{ '01': { generation: 'v2', since: CHANGE } }, 'schema_generation.01.since'],
    [{ '01': { generation: 'v2', from: '2026-12-01T00:00:00' } }, 'schema_generation.01.from'],
    [{ '01': [{ generation: 'v1' }, { generation: 'v2', from: 'mañana' }] }, 'schema_generation.01[1].from'],
    [{ '01': [{ generation: 'v1' }, { generation: 'v2' }] }, 'schema_generation.01'],
    [
      {
        '01': [
          { generation: 'v2', from: CHANGE },
          { generation: 'v1', from: CHANGE },
        ],
      },
      'schema_generation.01',
    ],
  ])('%j is refused at %s', (value, path) => {
    const { generations, problems } = read(value);
    expect(generations).toBeNull();
    expect(problems[0]?.path).toBe(path);
  });
});

describe('generationsOf', () => {
  it.each(['v1', 'v2'])('writes the single %s as a text', (generation) => {
    const { generations } = read(generation);
    expect(generations && generationsOf(generations)).toBe(generation);
  });

  it('writes the rest by type, with instants that read back', () => {
    const value = { ...ALL_V2, '03': [{ generation: 'v1' }, { generation: 'v2', from: CHANGE }] };
    const { generations } = read(value);
    expect(generations && generationsOf(generations)).toEqual(value);
  });
});
