import { describe, expect, it } from 'vitest';
import { departments } from './data/departments.ts';
import { departmentByCode, municipality } from './departments.ts';

describe('departmentByCode', () => {
  it('knows San Salvador', () => {
    expect(departmentByCode('06')?.name).toBe('San Salvador');
    expect(departmentByCode('06')?.municipalities.map((row) => row.code)).toEqual([
      '0620',
      '0621',
      '0622',
      '0623',
      '0624',
    ]);
  });

  it('knows 14 departments with 44 municipalities', () => {
    expect(departments.rows).toHaveLength(14);
    expect(departments.rows.flatMap((row) => row.municipalities)).toHaveLength(44);
    for (const row of departments.rows) expect(departmentByCode(row.code)).toBe(row);
  });

  it.each(['', '0', '6', '00', '15', '006'])('does not know %j', (code) => {
    expect(departmentByCode(code)).toBeNull();
  });
});

describe('municipality', () => {
  it('takes the long and the short code for the same', () => {
    const centro = { code: '0623', shortCode: '23', name: 'San Salvador Centro' };
    expect(municipality('06', '23')).toEqual(centro);
    expect(municipality('06', '0623')).toEqual(centro);
  });

  it('takes every long and short code', () => {
    for (const department of departments.rows) {
      for (const row of department.municipalities) {
        expect(municipality(department.code, row.code)).toBe(row);
        expect(municipality(department.code, row.shortCode)).toBe(row);
      }
    }
  });

  it('knows the Cabañas of after the swap', () => {
    expect(municipality('09', '10')?.name).toBe('Cabañas Este');
    expect(municipality('09', '11')?.name).toBe('Cabañas Oeste');
  });

  it.each([
    ['06', '14'],
    ['05', '0623'],
    ['0', '623'],
    ['062', '3'],
    ['', '0623'],
    ['06', ''],
    ['00', '00'],
  ])('does not know %j with %j', (department, code) => {
    expect(municipality(department, code)).toBeNull();
  });
});
