import { describe, expect, it } from 'vitest';
import { TIPOS_DTE } from '../dte/kinds.ts';
import {
  type FileGenerations,
  generationsIn,
  generationsOf,
  misordered,
  unnamedTypes,
} from './file-generations.ts';

const CHANGE = '2026-12-01T00:00:00-06:00';
const CHANGE_MS = Date.parse(CHANGE);
const ALWAYS_V1 = { generation: 'v1', fromMs: null };
const ALWAYS_V2 = { generation: 'v2', fromMs: null };
const V2_FROM_CHANGE = { generation: 'v2', fromMs: CHANGE_MS };
const ALL_V2 = { '01': 'v2', '03': 'v2', '05': 'v2', '11': 'v2', '14': 'v2' } as const;

it('one generation for every type holds since always', () => {
  for (const tipoDte of TIPOS_DTE) expect(generationsIn('v2')[tipoDte]).toEqual([ALWAYS_V2]);
  expect([unnamedTypes('v2'), misordered('v2')]).toEqual([[], []]);
});

describe('an object by document type', () => {
  it('takes a generation, an entry, or a list of entries', () => {
    const file: FileGenerations = {
      ...ALL_V2,
      '03': { generation: 'v2', from: CHANGE },
      '05': [{ generation: 'v1' }, { generation: 'v2', from: '2026-12-01' }],
    };
    expect(generationsIn(file)).toMatchObject({
      '01': [ALWAYS_V2],
      '03': [ALWAYS_V1, V2_FROM_CHANGE],
      '05': [ALWAYS_V1, V2_FROM_CHANGE],
    });
    expect([unnamedTypes(file), misordered(file)]).toEqual([[], []]);
  });

  it('means v1 for the types that it does not name', () => {
    expect(generationsIn({ '01': 'v2' })).toMatchObject({
      '01': [ALWAYS_V2],
      '03': [ALWAYS_V1],
      '14': [ALWAYS_V1],
    });
    expect(unnamedTypes({ '01': 'v2' })).toEqual(['03', '05', '11', '14']);
  });

  it('wants its entries in the order of time', () => {
    const twice = [{ generation: 'v1' }, { generation: 'v2' }] as const;
    const atOnce = [
      { generation: 'v2', from: CHANGE },
      { generation: 'v1', from: CHANGE },
    ] as const;
    expect(misordered({ ...ALL_V2, '01': twice, '11': atOnce, events: twice })).toEqual([
      '01',
      '11',
      'events',
    ]);
  });
});

describe('the events', () => {
  it.each<FileGenerations>(['v1', 'v2', ALL_V2, { '01': 'v1' }])(
    'are of v2 where %j does not name them',
    (file) => {
      expect(generationsIn(file).events).toEqual([ALWAYS_V2]);
    },
  );

  it('are dated as the types are, v1 before the first instant', () => {
    const dated = { ...ALL_V2, events: { generation: 'v2', from: CHANGE } } as const;
    expect(generationsIn(dated).events).toEqual([ALWAYS_V1, V2_FROM_CHANGE]);
    expect(unnamedTypes({ ...ALL_V2, events: 'v1' })).toEqual([]);
    expect(unnamedTypes({ events: 'v1' })).toEqual(TIPOS_DTE);
  });

  it.each<FileGenerations>([
    { ...ALL_V2, events: 'v1' },
    { ...ALL_V2, events: [{ generation: 'v1' }, { generation: 'v2', from: CHANGE }] },
    { ...ALL_V2, events: [{ generation: 'v2' }, { generation: 'v1', from: CHANGE }] },
  ])('are written where they are not of v2 since always, and read back: %j', (file) => {
    expect(generationsOf(generationsIn(file))).toEqual(file);
  });

  it('are left out where the file says what holds anyway', () => {
    expect(generationsOf(generationsIn({ ...ALL_V2, events: 'v2' }))).toBe('v2');
    expect(generationsOf(generationsIn({ ...ALL_V2, '01': 'v1', events: 'v2' }))).toEqual({
      ...ALL_V2,
      '01': 'v1',
    });
  });
});

describe('generationsOf', () => {
  it.each(['v1', 'v2'] as const)('writes the single %s as a text', (generation) => {
    expect(generationsOf(generationsIn(generation))).toBe(generation);
  });

  it('writes the rest by type, with instants that read back', () => {
    const file: FileGenerations = {
      ...ALL_V2,
      '03': [{ generation: 'v1' }, { generation: 'v2', from: CHANGE }],
    };
    expect(generationsOf(generationsIn(file))).toEqual(file);
  });
});
