import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { exampleCompany } from '../../../test/support/example-company.ts';
import {
  DOCUMENT_TYPES,
  everIssuesV2,
  forEachType,
  type GenerationEntry,
  generationAt,
  isTipoDte,
  TIPOS_DTE,
  typeNamed,
  typeOf,
  versionOf,
} from './kinds.ts';

describe('the types', () => {
  it('are the five of specification 1, in order, with the versions of their official files', () => {
    expect(TIPOS_DTE.map((tipo) => `${tipo} ${versionOf(tipo, 'v1')} ${versionOf(tipo, 'v2')}`)).toEqual([
      '01 1 2',
      '03 3 4',
      '05 3 4',
      '11 1 3',
      '14 1 2',
    ]);
  });

  it('are those that the database admits', () => {
    const file = new URL('../../storage/schema/functions/selling/check_document.sql', import.meta.url);
    const admitted = /NEW\.doc_type NOT IN \(([^)]*)\)/.exec(readFileSync(file, 'utf8'))?.[1] ?? '';
    expect(admitted.split(', ').map((code) => code.slice(1, -1))).toEqual(TIPOS_DTE);
  });

  it('have a card each', () => {
    expect(TIPOS_DTE.every(isTipoDte)).toBe(true);
    expect(TIPOS_DTE.map(typeOf)).toEqual(DOCUMENT_TYPES);
    expect(forEachType((tipoDte) => `fe-${tipoDte}`)).toEqual({
      '01': 'fe-01',
      '03': 'fe-03',
      '05': 'fe-05',
      '11': 'fe-11',
      '14': 'fe-14',
    });
  });
});

it.each(['', '1', '02', '04', '06', '07', '08', '09', '15', '01 '])('has no type %j', (text) => {
  expect(isTipoDte(text)).toBe(false);
  expect(typeNamed(text)).toBeNull();
});

const CHANGE_MS = Date.parse('2026-12-01T00:00:00-06:00');
const BACK_MS = Date.parse('2026-12-03T00:00:00-06:00');

function companyWith(entries: readonly GenerationEntry[]) {
  const company = exampleCompany();
  return { ...company, generations: { ...company.generations, '03': entries } };
}

describe('generationAt', () => {
  it('is the one that holds since always', () => {
    const company = companyWith([{ generation: 'v1', fromMs: null }]);
    expect(generationAt(company, '03', 0)).toBe('v1');
    expect(generationAt(company, '01', 0)).toBe('v2');
  });

  it('changes at the instant itself, not a millisecond before', () => {
    const company = companyWith([
      { generation: 'v1', fromMs: null },
      { generation: 'v2', fromMs: CHANGE_MS },
      { generation: 'v1', fromMs: BACK_MS },
    ]);
    const at = [CHANGE_MS - 1, CHANGE_MS, BACK_MS - 1, BACK_MS].map((now) =>
      generationAt(company, '03', now),
    );
    expect(at).toEqual(['v1', 'v2', 'v2', 'v1']);
  });

  it('is one for all events, which change when they say', () => {
    const company = exampleCompany({
      schema_generation: {
        '01': 'v2',
        events: [{ generation: 'v1' }, { generation: 'v2', from: '2026-12-01' }],
      },
    });
    expect([CHANGE_MS - 1, CHANGE_MS].map((now) => generationAt(company, 'events', now))).toEqual([
      'v1',
      'v2',
    ]);
  });

  it('throws where nothing holds since always, which a parsed file cannot produce', () => {
    expect(() => generationAt(companyWith([{ generation: 'v2', fromMs: CHANGE_MS }]), '03', 0)).toThrow(
      RangeError,
    );
    expect(() => generationAt(companyWith([]), '03', 0)).toThrow(RangeError);
  });
});

describe('everIssuesV2', () => {
  it('sees one type and one future entry', () => {
    const v1: readonly GenerationEntry[] = [{ generation: 'v1', fromMs: null }];
    const allV1 = { '01': v1, '03': v1, '05': v1, '11': v1, '14': v1, events: v1 };
    expect(everIssuesV2(allV1)).toBe(false);
    expect(everIssuesV2({ ...allV1, '14': [...v1, { generation: 'v2', fromMs: CHANGE_MS }] })).toBe(true);
  });

  it('sees no document in the events, which say nothing of the codes of establishments', () => {
    expect(everIssuesV2(exampleCompany({ schema_generation: 'v1' }).generations)).toBe(false);
  });
});
