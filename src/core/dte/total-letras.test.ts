import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal, fromInteger } from '../money/decimal.ts';
import { totalEnLetras } from './total-letras.ts';

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
