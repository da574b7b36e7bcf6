import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { activities } from '../../catalogs/data/activities.ts';
import { districts } from '../../catalogs/data/districts.ts';
import { decimal, fromInteger } from '../money/decimal.ts';
import { activityText, complementoOf, firstCodePoints, totalEnLetras } from './field-texts.ts';

/** Every word below a hundred, written out by hand: the oracle composes from whole rows, not from tens and units. */
const ROWS = [
  'cero|un|dos|tres|cuatro|cinco|seis|siete|ocho|nueve',
  'diez|once|doce|trece|catorce|quince|dieciséis|diecisiete|dieciocho|diecinueve',
  'veinte|veintiún|veintidós|veintitrés|veinticuatro|veinticinco|veintiséis|veintisiete|veintiocho|veintinueve',
  'treinta|treinta y un|treinta y dos|treinta y tres|treinta y cuatro|treinta y cinco|treinta y seis|treinta y siete|treinta y ocho|treinta y nueve',
  'cuarenta|cuarenta y un|cuarenta y dos|cuarenta y tres|cuarenta y cuatro|cuarenta y cinco|cuarenta y seis|cuarenta y siete|cuarenta y ocho|cuarenta y nueve',
  'cincuenta|cincuenta y un|cincuenta y dos|cincuenta y tres|cincuenta y cuatro|cincuenta y cinco|cincuenta y seis|cincuenta y siete|cincuenta y ocho|cincuenta y nueve',
  'sesenta|sesenta y un|sesenta y dos|sesenta y tres|sesenta y cuatro|sesenta y cinco|sesenta y seis|sesenta y siete|sesenta y ocho|sesenta y nueve',
  'setenta|setenta y un|setenta y dos|setenta y tres|setenta y cuatro|setenta y cinco|setenta y seis|setenta y siete|setenta y ocho|setenta y nueve',
  'ochenta|ochenta y un|ochenta y dos|ochenta y tres|ochenta y cuatro|ochenta y cinco|ochenta y seis|ochenta y siete|ochenta y ocho|ochenta y nueve',
  'noventa|noventa y un|noventa y dos|noventa y tres|noventa y cuatro|noventa y cinco|noventa y seis|noventa y siete|noventa y ocho|noventa y nueve',
];
const BELOW_HUNDRED = ROWS.flatMap((row) => row.split('|'));
const HUNDREDS =
  '|ciento|doscientos|trescientos|cuatrocientos|quinientos|seiscientos|setecientos|ochocientos|novecientos';
const THOUSANDS = '|mil|dos mil|tres mil|cuatro mil|cinco mil|seis mil|siete mil|ocho mil|nueve mil';

function oracle(dollars: number): string {
  const [thousands, hundreds, rest] = [
    Math.trunc(dollars / 1000),
    Math.trunc(dollars / 100) % 10,
    dollars % 100,
  ];
  const parts = [THOUSANDS.split('|')[thousands], HUNDREDS.split('|')[hundreds]];
  if (rest !== 0 || dollars === 0) parts.push(BELOW_HUNDRED[rest]);
  const words = parts.filter((part) => part !== '').join(' ');
  const exactHundred = words.endsWith('ciento') ? words.replace(/ciento$/, 'cien') : words;
  return `${exactHundred} ${dollars === 1 ? 'dólar' : 'dólares'} con 00/100`.toUpperCase();
}

it('agrees with words written out by hand from 0 to 9,999', () => {
  expect(BELOW_HUNDRED).toHaveLength(100);
  for (let dollars = 0; dollars <= 9999; dollars += 1) {
    expect(totalEnLetras(fromInteger(dollars))).toBe(oracle(dollars));
  }
});

describe('chosen amounts', () => {
  it.each([
    ['0', 'CERO DÓLARES CON 00/100'],
    ['0.01', 'CERO DÓLARES CON 01/100'],
    ['0.50', 'CERO DÓLARES CON 50/100'],
    ['1.99', 'UN DÓLAR CON 99/100'],
    ['42.17', 'CUARENTA Y DOS DÓLARES CON 17/100'],
    ['21000', 'VEINTIÚN MIL DÓLARES CON 00/100'],
    ['31001', 'TREINTA Y UN MIL UN DÓLARES CON 00/100'],
    ['100000', 'CIEN MIL DÓLARES CON 00/100'],
    ['101000', 'CIENTO UN MIL DÓLARES CON 00/100'],
    ['122016.23', 'CIENTO VEINTIDÓS MIL DIECISÉIS DÓLARES CON 23/100'],
    ['1000000', 'UN MILLÓN DE DÓLARES CON 00/100'],
    ['1000001', 'UN MILLÓN UN DÓLARES CON 00/100'],
    ['2000000.05', 'DOS MILLONES DE DÓLARES CON 05/100'],
    ['21023023', 'VEINTIÚN MILLONES VEINTITRÉS MIL VEINTITRÉS DÓLARES CON 00/100'],
    ['101000000', 'CIENTO UN MILLONES DE DÓLARES CON 00/100'],
    ['1000000000', 'MIL MILLONES DE DÓLARES CON 00/100'],
    ['1001001001', 'MIL UN MILLONES MIL UN DÓLARES CON 00/100'],
    ['31000000000', 'TREINTA Y UN MIL MILLONES DE DÓLARES CON 00/100'],
    [
      '99999999999.99',
      'NOVENTA Y NUEVE MIL NOVECIENTOS NOVENTA Y NUEVE MILLONES NOVECIENTOS NOVENTA Y NUEVE MIL NOVECIENTOS NOVENTA Y NUEVE DÓLARES CON 99/100',
    ],
  ])('%s is %s', (amount, words) => {
    expect(totalEnLetras(decimal(amount))).toBe(words);
  });

  it('rounds to cents, half away from zero, carrying into the dollars', () => {
    expect(totalEnLetras(decimal('0.995'))).toBe('UN DÓLAR CON 00/100');
    expect(totalEnLetras(decimal('1.00499999'))).toBe('UN DÓLAR CON 00/100');
  });

  it('throws outside the amounts of a document', () => {
    expect(() => totalEnLetras(-1n)).toThrow(RangeError);
    expect(() => totalEnLetras(decimal('99999999999.995'))).toThrow(RangeError);
  });
});

describe('length', () => {
  const longestBelowThousand = longest(1000, (value) => oracle(value).length);

  it('never exceeds 200 characters, the longest groups together included', () => {
    const group = longestBelowThousand;
    const worst = BigInt(99) * 1_000_000_000n + BigInt(group) * 1_000_000n + BigInt(group * 1000 + group);
    expect(totalEnLetras(fromInteger(worst)).length).toBeLessThanOrEqual(200);
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 9_999_999_999_999n }), (cents) => {
        const words = totalEnLetras(cents * 1_000_000n);
        expect(words.length).toBeLessThanOrEqual(200);
        expect(words).toMatch(/^[A-ZÁÉÍÓÚ]+( [A-ZÁÉÍÓÚ]+)* CON [0-9]{2}\/100$/);
      }),
    );
  });
});

function longest(limit: number, lengthOf: (value: number) => number): number {
  const values = Array.from({ length: limit }, (_, value) => value);
  return values.reduce((best, value) => (lengthOf(value) > lengthOf(best) ? value : best), 0);
}

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
