import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DOCUMENT_TYPES, forEachType, isTipoDte, TIPOS_DTE, typeNamed, typeOf, versionOf } from './kinds.ts';

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
    const migrations = new URL('../../storage/migrations/', import.meta.url);
    const sql = readdirSync(migrations)
      .sort()
      .map((name) => readFileSync(new URL(name, migrations), 'utf8'))
      .join('');
    // The last migration that checks them replaces what those before it said.
    const admitted =
      [...sql.matchAll(/(?:CHECK \(doc_type|NEW\.doc_type NOT) IN \(([^)]*)\)/g)].at(-1)?.[1] ?? '';
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
