import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { departments } from '../../catalogs/data/departments.ts';
import { districts } from '../../catalogs/data/districts.ts';
import { districtById } from '../../catalogs/districts.ts';
import type { Territory } from '../company/company.ts';
import { resolveIssuerTerritory, resolveTerritory, type TerritoryInput } from './resolve-territory.ts';

const sanSalvador: Territory = { departamento: '06', municipio: '23', distrito: '14' };

function idOf({ departamento, municipio, distrito }: Territory): string {
  return departamento + municipio + distrito;
}

/** The identifier of the district that the input resolves to, or what is wrong with it. */
function outcome(input: TerritoryInput, issuer = sanSalvador): string {
  const resolution = resolveTerritory(input, issuer);
  return resolution.kind === 'territory'
    ? idOf(resolution.territory)
    : `${resolution.field}: ${resolution.message}`;
}

describe('without anything about the place', () => {
  it('it is the issuer’s own', () => {
    expect(resolveTerritory({}, sanSalvador)).toEqual({ kind: 'territory', territory: sanSalvador });
    expect(outcome({ department: undefined, district: undefined })).toBe('062314');
  });
});

describe('rule B: the identifier of a district', () => {
  it('resolves every district', () => {
    for (const { id } of districts.rows) expect(outcome({ district: id })).toBe(id);
  });

  it('wins over whatever else is sent', () => {
    const rest = { department: '01', municipality: 'nonsense', districtCode: '99' };
    expect(outcome({ district: '091103', ...rest })).toBe('091103');
  });

  it.each(['', '000000', '061414', '62314', '0623', '3f2c9a50-0000-4000-8000-000000000000'])(
    'refuses %j without falling back',
    (district) => {
      const resolution = resolveTerritory({ district, department: '06', municipality: '23' }, sanSalvador);
      expect(resolution).toMatchObject({ kind: 'problem', field: 'district' });
    },
  );

  it('repeats no more than the start of a long text', () => {
    expect(outcome({ district: '9'.repeat(5000) })).toBe(
      'district: No existe el distrito «999999999999…»; vea /catalogs/districts/search.',
    );
  });
});

describe('rule A: district code, department and municipality', () => {
  it('resolves every district by the short and by the long municipality code', () => {
    for (const { id, code, departmentCode, municipalityShortCode } of districts.rows) {
      const short = { department: departmentCode, municipality: municipalityShortCode, districtCode: code };
      expect(outcome(short)).toBe(id);
      expect(outcome({ ...short, municipality: departmentCode + municipalityShortCode })).toBe(id);
    }
  });

  it('refuses every trio that does not exist', () => {
    const codes = Array.from({ length: 40 }, (_, index) => String(index).padStart(2, '0'));
    for (const { code: department, municipalities } of departments.rows) {
      for (const { shortCode } of municipalities) {
        const found = codes.filter((districtCode) => {
          return (
            resolveTerritory({ department, municipality: shortCode, districtCode }, sanSalvador).kind ===
            'territory'
          );
        });
        const real = districts.rows.filter(
          (row) => row.departmentCode === department && row.municipalityShortCode === shortCode,
        );
        expect(found).toEqual(real.map((row) => row.code).toSorted());
      }
    }
  });

  it.each<readonly [TerritoryInput, string]>([
    [
      { department: '06', municipality: '22', districtCode: '14' },
      'district_code: El distrito «14» (San Salvador) pertenece al municipio «23» (San Salvador Centro), no al «22».',
    ],
    [
      { department: '06', municipality: '23', districtCode: '20' },
      'district_code: No existe el distrito «20» en el municipio «23» del departamento «06»; vea /catalogs/districts/search.',
    ],
    [
      { department: '06', municipality: '99', districtCode: '14' },
      'municipality: No existe el municipio «99» en el departamento «06»; vea /catalogs/departments.',
    ],
    [
      { department: '06', municipality: '14', districtCode: '14' },
      'municipality: El código «14» es anterior a 2024; el distrito San Salvador pertenece al municipio «23».',
    ],
    [
      { department: '15', municipality: '23', districtCode: '14' },
      'department: No existe el departamento «15»; vea /catalogs/departments.',
    ],
    [
      { department: '05', municipality: '0623', districtCode: '14' },
      'municipality: El municipio «0623» no pertenece al departamento «05».',
    ],
    [{ municipality: '23', districtCode: '14' }, 'department: Es obligatorio junto con district_code.'],
    [{ districtCode: '14' }, 'department: Es obligatorio junto con district_code.'],
    [{ department: '06', districtCode: '14' }, 'municipality: Es obligatorio junto con department.'],
  ])('refuses %j and names the field', (input, message) => {
    expect(outcome(input)).toBe(message);
  });

  it('takes the codes of Cabañas for what they mean since 2026-07-01 and says so to who has them the other way', () => {
    expect(outcome({ department: '09', municipality: '11', districtCode: '01' })).toBe('091101');
    expect(outcome({ department: '09', municipality: '10', districtCode: '06' })).toBe('091006');
    expect(outcome({ department: '09', municipality: '10', districtCode: '01' })).toBe(
      'district_code: El distrito «01» (Cinquera) pertenece al municipio «11» (Cabañas Oeste), no al «10»; ' +
        'desde el 2026-07-01 el código 10 es Cabañas Este y el 11 es Cabañas Oeste.',
    );
  });
});

describe('rule C: department and municipality alone', () => {
  it('takes the issuer’s district when it lies in that municipality', () => {
    expect(outcome({ department: '06', municipality: '23' })).toBe('062314');
    expect(outcome({ department: '06', municipality: '0623' })).toBe('062314');
  });

  it('takes the lowest district code of any other municipality of 2024', () => {
    expect(outcome({ department: '06', municipality: '22' })).toBe('062207');
    expect(outcome({ department: '09', municipality: '10' })).toBe('091002');
    expect(outcome({ department: '09', municipality: '11' })).toBe('091101');
    for (const { code: department, municipalities } of departments.rows) {
      for (const { shortCode } of municipalities.filter((row) => row.code !== '0623')) {
        const inside = districts.rows.filter((row) => row.id.startsWith(department + shortCode));
        expect(outcome({ department, municipality: shortCode })).toBe(
          inside.map((row) => row.id).toSorted()[0],
        );
      }
    }
  });

  it('does not take the issuer’s district for the same code of another department', () => {
    expect(outcome({ department: '12', municipality: '23' })).toMatch(/^1223/);
  });

  it('takes every code from before 2024, short and long, for the district it became', () => {
    for (const { departmentCode: department, code, id } of districts.rows) {
      expect(outcome({ department, municipality: code })).toBe(id);
      expect(outcome({ department, municipality: department + code })).toBe(id);
    }
    expect(outcome({ department: '06', municipality: '14' })).toBe('062314');
    expect(outcome({ department: '05', municipality: '0511' })).toBe('052811');
  });

  it.each<readonly [TerritoryInput, string]>([
    [{ department: '06' }, 'municipality: Es obligatorio junto con department.'],
    [{ municipality: '0623' }, 'department: Es obligatorio junto con municipality.'],
    [
      { department: '06', municipality: '99' },
      'municipality: No existe el municipio «99» en el departamento «06»; vea /catalogs/departments.',
    ],
    [
      { department: '6', municipality: '23' },
      'department: No existe el departamento «6»; vea /catalogs/departments.',
    ],
    [
      { department: '', municipality: '' },
      'department: No existe el departamento «»; vea /catalogs/departments.',
    ],
    [
      { department: '06', municipality: '' },
      'municipality: No existe el municipio «» en el departamento «06»; vea /catalogs/departments.',
    ],
    [
      { department: '06', municipality: '623' },
      'municipality: No existe el municipio «623» en el departamento «06»; vea /catalogs/departments.',
    ],
  ])('refuses %j and names the field', (input, message) => {
    expect(outcome(input)).toBe(message);
  });
});

describe('a place abroad', () => {
  it.each<readonly [TerritoryInput, string]>([
    [{ department: '00', municipality: '00', districtCode: '00' }, '000000'],
    [{ department: '00', municipality: '0000' }, '000000'],
    [
      { department: '00', municipality: '23' },
      'municipality: No existe el municipio «23» en el departamento «00»; vea /catalogs/departments.',
    ],
    [
      { department: '06', municipality: '00' },
      'municipality: No existe el municipio «00» en el departamento «06»; vea /catalogs/departments.',
    ],
    [
      { department: '00', municipality: '00', districtCode: '14' },
      'district_code: Con el departamento «00» (extranjero) el distrito es «00», no «14».',
    ],
  ])('%j gives %s', (input, expected) => {
    expect(outcome(input)).toBe(expected);
  });

  it('does not exist in v1', () => {
    const input = { department: '00', municipality: '00', districtCode: '00' };
    expect(resolveTerritory(input, sanSalvador, 'v1')).toMatchObject({
      kind: 'problem',
      field: 'department',
    });
    expect(resolveTerritory(input, sanSalvador, 'v2')).toMatchObject({ kind: 'territory' });
  });
});

describe('whatever is sent', () => {
  const twoDigits = fc.integer({ min: 0, max: 45 }).map((code) => String(code).padStart(2, '0'));
  const code = fc.option(
    fc.oneof(
      twoDigits,
      fc.tuple(twoDigits, twoDigits).map(([a, b]) => a + b),
      fc.string(),
    ),
    {
      nil: undefined,
    },
  );
  const district = fc.option(fc.oneof(fc.constantFrom(...districts.rows.map((row) => row.id)), fc.string()), {
    nil: undefined,
    freq: 1,
  });
  const input = fc.record({ department: code, municipality: code, districtCode: code, district });
  const issuer = fc.constantFrom(...districts.rows).map((row) => ({
    departamento: row.departmentCode,
    municipio: row.municipalityShortCode,
    distrito: row.code,
  }));

  it('never becomes a place that does not exist', () => {
    fc.assert(
      fc.property(input, issuer, (sent, own) => {
        const resolution = resolveTerritory(sent, own, 'v1');
        if (resolution.kind === 'territory') expect(districtById(idOf(resolution.territory))).not.toBeNull();
        else expect(resolution.message).toMatch(/^\p{Lu}[\s\S]*\.$/u);
      }),
      { numRuns: 3000 },
    );
  });

  it('never leaves the department and municipality of 2024 that were sent', () => {
    const place = fc.constantFrom(...districts.rows);
    fc.assert(
      fc.property(place, issuer, (row, own) => {
        const sent = { department: row.departmentCode, municipality: row.municipalityShortCode };
        expect(outcome(sent, own).slice(0, 4)).toBe(row.departmentCode + row.municipalityShortCode);
      }),
    );
  });
});

describe('resolveIssuerTerritory', () => {
  it('takes the three codes or the identifier', () => {
    expect(resolveIssuerTerritory({ department: '06', municipality: '23', districtCode: '14' })).toEqual(
      sanSalvador,
    );
    expect(resolveIssuerTerritory({ department: '06', municipality: '0623', districtCode: '14' })).toEqual(
      sanSalvador,
    );
    expect(resolveIssuerTerritory({ district: '062314' })).toEqual(sanSalvador);
  });

  it.each<TerritoryInput>([
    {},
    { department: '06', municipality: '23' },
    { department: '06', municipality: '14' },
    { department: '06', districtCode: '14' },
    { municipality: '0623', districtCode: '14' },
    { department: '06', municipality: '23', districtCode: '20' },
    { department: '00', municipality: '00', districtCode: '00' },
    { district: '062399' },
  ])('has nothing to fall back to for %j', (input) => {
    expect(resolveIssuerTerritory(input)).toBeNull();
  });
});
