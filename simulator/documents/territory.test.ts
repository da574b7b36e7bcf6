import { describe, expect, it } from 'vitest';
import { territoryV1, territoryV2 } from './territory.ts';

type Codes = readonly [departamento: string, municipio: string, distrito: string];

function at(party: string, [departamento, municipio, distrito]: Codes) {
  return { [party]: { direccion: { departamento, municipio, distrito } } };
}

const refused = (party: string, codes: Codes) => territoryV2(at(party, codes))?.descripcionMsg ?? null;

describe('an address since 2026', () => {
  it.each<[Codes, string | null]>([
    [['06', '23', '14'], null],
    [['01', '14', '01'], null],
    [['06', '23', '01'], 'distrito'],
    [['06', '13', '14'], 'municipio'],
    [['01', '23', '14'], 'municipio'],
    [['15', '23', '14'], 'departamento'],
    [['00', '23', '14'], 'departamento'],
  ])('%j', (codes, wrong) => {
    const expected = wrong === null ? null : `[receptor.direccion.${wrong}] VALOR NO VALIDO`;
    expect(refused('receptor', codes)).toBe(expected);
  });

  it.each<Codes>([
    ['00', '00', '14'],
    ['00', '23', '00'],
    ['06', '00', '00'],
    ['06', '23', '00'],
    ['00', '00', ''],
    ['0', '0', '0'],
  ])('is not half abroad: %j', (...codes) => {
    expect(refused('receptor', codes)).toMatch(/^\[receptor\.direccion\.\w+\] VALOR NO VALIDO$/);
  });

  it('is abroad for the other party alone', () => {
    expect(refused('receptor', ['00', '00', '00'])).toBeNull();
    expect(refused('emisor', ['00', '00', '00'])).toContain('emisor.direccion.departamento');
  });

  it('may be absent', () => {
    expect(territoryV2({ receptor: { direccion: null }, emisor: {} })).toBeNull();
    expect(territoryV2({ receptor: null })).toBeNull();
  });
});

describe('an address before 2026', () => {
  it('may be absent, and is never abroad', () => {
    expect(territoryV1({ receptor: { direccion: null } })).toBeNull();
    expect(territoryV1(at('receptor', ['00', '00', '']))).toMatchObject({ codigoMsg: '003' });
  });

  it.each<[string, string, boolean]>([
    ['06', '23', true],
    ['06', '14', true],
    ['06', '77', false],
    ['01', '23', false],
    ['01', '12', true],
  ])('department %s, municipality %s: %s', (departamento, municipio, right) => {
    const refusal = territoryV1(at('sujetoExcluido', [departamento, municipio, '']));
    expect(refusal === null).toBe(right);
    if (!right) expect(refusal).toMatchObject({ clasificaMsg: '13', codigoMsg: '003' });
  });
});
