import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { activities } from '../../catalogs/data/activities.ts';
import { districts } from '../../catalogs/data/districts.ts';
import { activityText, complementoOf, firstCodePoints } from './fitted-text.ts';

describe('firstCodePoints', () => {
  it.each([
    ['', 3, ''],
    ['abc', 3, 'abc'],
    ['abcd', 3, 'abc'],
    ['áéí', 2, 'áé'],
    ['👍👍👍', 3, '👍👍👍'],
    ['👍👍👍', 2, '👍👍'],
    ['a👍b', 2, 'a👍'],
    ['abc', 0, ''],
  ])('of %j, %i: %j', (text, limit, expected) => {
    expect(firstCodePoints(text, limit)).toBe(expected);
  });
});

describe('activityText', () => {
  it('fits the schemas for every activity of CAT-019', () => {
    const lengths = activities.rows.map(({ description }) => [...activityText(description)].length);
    expect(Math.min(...lengths)).toBeGreaterThanOrEqual(5);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(150);
  });

  it('leaves what fits as it is and cuts the rest after 150 code points', () => {
    expect(activityText('Panadería')).toBe('Panadería');
    expect(activityText('ñ'.repeat(151))).toBe('ñ'.repeat(150));
  });
});

const sanSalvador = { departamento: '06', municipio: '23', distrito: '14' };
const cabanas = { departamento: '09', municipio: '11', distrito: '03' };
const abroad = { departamento: '00', municipio: '00', distrito: '00' };

const place = fc.constantFrom(...districts.rows).map((row) => ({
  name: row.name,
  territory: { departamento: row.departmentCode, municipio: row.municipalityShortCode, distrito: row.code },
}));

const address = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.string({ minLength: 180, maxLength: 230 }),
);

describe('complementoOf', () => {
  it.each([
    ['v2', 'Calle Arce 12', 'Calle Arce 12'],
    ['v2', undefined, 'San Salvador'],
    ['v2', null, 'San Salvador'],
    ['v2', ' \n ', 'San Salvador'],
    ['v2', ' x ', 'x'],
    ['v1', undefined, 'San Salvador'],
    ['v1', 'Calle Arce 12', 'Calle Arce 12, San Salvador'],
    ['v1', 'x', 'x, San Salvador'],
    ['v1', 'Calle Arce 12, San Salvador', 'Calle Arce 12, San Salvador'],
    ['v1', 'CALLE ARCE 12, SAN  SALVADOR.', 'CALLE ARCE 12, SAN  SALVADOR.'],
    ['v1', 'San Salvador', 'San Salvador'],
    ['v1', 'Avenida San Salvador 4', 'Avenida San Salvador 4, San Salvador'],
    ['v1', 'Residencial Nuevosan Salvador', 'Residencial Nuevosan Salvador, San Salvador'],
  ] as const)('in %s makes of %j %j', (generation, sent, expected) => {
    expect(complementoOf({ address: sent, territory: sanSalvador }, generation)).toBe(expected);
  });

  it('knows the district by its department', () => {
    expect(complementoOf({ territory: cabanas }, 'v2')).toBe('Ilobasco');
    expect(complementoOf({ address: 'Barrio El Calvario', territory: cabanas }, 'v1')).toBe(
      'Barrio El Calvario, Ilobasco',
    );
  });

  it('calls a place abroad what the catalogs call it', () => {
    expect(complementoOf({ territory: abroad }, 'v2')).toBe('Otro (Para extranjeros)');
    expect(complementoOf({ address: '5th Avenue', territory: abroad }, 'v2')).toBe('5th Avenue');
  });

  it('cuts the address, never the district', () => {
    const long = `${'á'.repeat(250)}`;
    expect(complementoOf({ address: long, territory: sanSalvador }, 'v2')).toBe('á'.repeat(200));
    expect(complementoOf({ address: long, territory: sanSalvador }, 'v1')).toBe(
      `${'á'.repeat(186)}, San Salvador`,
    );
    expect(complementoOf({ address: `${long}, San Salvador`, territory: sanSalvador }, 'v1')).toBe(
      `${'á'.repeat(186)}, San Salvador`,
    );
  });

  it('counts code points, not halves of them', () => {
    expect(complementoOf({ address: '🏠'.repeat(250), territory: sanSalvador }, 'v2')).toBe('🏠'.repeat(200));
  });

  it('keeps an address of exactly 200 that ends with the district', () => {
    const exact = `${'b'.repeat(186)}, San Salvador`;
    expect(complementoOf({ address: exact, territory: sanSalvador }, 'v1')).toBe(exact);
  });

  it('has 5 to 200 code points and the district in v1, 1 to 200 in v2', () => {
    fc.assert(
      fc.property(address, place, (sent, { name, territory }) => {
        const v1 = complementoOf({ address: sent, territory }, 'v1');
        const v2 = complementoOf({ address: sent, territory }, 'v2');
        expect([...v1].length).toBeGreaterThanOrEqual(5);
        expect([...v1].length).toBeLessThanOrEqual(200);
        expect(v1.endsWith(name)).toBe(true);
        expect([...v2].length).toBeGreaterThanOrEqual(1);
        expect([...v2].length).toBeLessThanOrEqual(200);
      }),
    );
  });

  it('rests on district names of at least five code points', () => {
    expect(Math.min(...districts.rows.map((row) => [...row.name].length))).toBe(5);
  });
});
