import { describe, expect, it } from 'vitest';
import { departments } from './data/departments.ts';
import { districts } from './data/districts.ts';
import { municipality } from './departments.ts';
import { districtByCode, districtById, districtOfLegacyMunicipality, districtsOf } from './districts.ts';

const sanSalvador = {
  id: '062314',
  code: '14',
  name: 'San Salvador',
  departmentCode: '06',
  municipalityShortCode: '23',
};

describe('the districts', () => {
  it('are 262, each in a municipality that exists', () => {
    expect(districts.rows).toHaveLength(262);
    for (const district of districts.rows) {
      expect(municipality(district.departmentCode, district.municipalityShortCode)).not.toBeNull();
      expect(districtById(district.id)).toBe(district);
      expect(districtByCode(district.departmentCode, district.code)).toBe(district);
    }
  });

  it('are found by identifier and by department and code', () => {
    expect(districtById('062314')).toEqual(sanSalvador);
    expect(districtByCode('06', '14')).toEqual(sanSalvador);
  });

  it.each(['', '62314', '061414', '000000', '0623140'])('are not found by %j', (id) => {
    expect(districtById(id)).toBeNull();
  });

  it.each([
    ['06', '20'],
    ['00', '00'],
    ['0', '614'],
    ['15', '01'],
  ])('are not found by %j and %j', (department, code) => {
    expect(districtByCode(department, code)).toBeNull();
  });
});

describe('districtsOf', () => {
  it('lists the districts of a municipality in order of their codes', () => {
    expect(districtsOf('06', '23').map((district) => district.code)).toEqual(['03', '04', '08', '14', '19']);
    expect(districtsOf('09', '11').map((district) => district.name)).toEqual([
      'Cinquera',
      'Ilobasco',
      'Jutiapa',
      'Tejutepeque',
    ]);
  });

  it('leaves no municipality without and no district out', () => {
    const lists = departments.rows.flatMap((department) =>
      department.municipalities.map((row) => districtsOf(department.code, row.shortCode)),
    );
    expect(lists.every((list) => list.length > 0)).toBe(true);
    expect(lists.flat()).toHaveLength(262);
  });

  it('is empty for an unknown municipality', () => {
    expect(districtsOf('06', '14')).toEqual([]);
  });
});

describe('districtOfLegacyMunicipality', () => {
  it('gives the district that took the municipality’s territory', () => {
    expect(districtOfLegacyMunicipality('06', '14')).toEqual(sanSalvador);
    expect(districtOfLegacyMunicipality('05', '11')?.name).toBe('Santa Tecla');
    expect(districtOfLegacyMunicipality('06', '23')).toBeNull();
  });

  it('knows 262 codes, each equal to its district’s code', () => {
    expect(districts.rows).toHaveLength(262);
    for (const row of districts.rows)
      expect(districtOfLegacyMunicipality(row.departmentCode, row.code)).toBe(row);
  });

  it('never shares a code with a municipality of 2024 of the same department', () => {
    const shared = districts.rows.filter((row) => municipality(row.departmentCode, row.code) !== null);
    expect(shared).toEqual([]);
  });
});
