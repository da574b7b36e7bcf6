import fc from 'fast-check';
import { expect, it } from 'vitest';
import { districts } from '../../catalogs/data/districts.ts';
import { complementoOf } from '../dte/field-texts.ts';
import { districtOfAddress } from './district-of-address.ts';

it('finds the district of every address that a v1 document of ours carries', () => {
  const check = (row: (typeof districts.rows)[number], address: string) => {
    const { departmentCode: departamento, municipalityShortCode: municipio, code: distrito } = row;
    const territory = { departamento, municipio, distrito };
    const complemento = complementoOf({ address, territory }, 'v1');
    expect(districtOfAddress({ departamento, municipio, complemento })).toEqual(territory);
  };
  const address = fc.string({ unit: 'binary', maxLength: 230 });
  fc.assert(fc.property(fc.constantFrom(...districts.rows), address, check), { numRuns: 1000 });
});

it('finds none where the address names none of that municipality', () => {
  const place = { departamento: '06', municipio: '23' };
  expect(districtOfAddress({ ...place, complemento: 'Calle 9' })).toBeNull();
  expect(districtOfAddress({ ...place, complemento: 'Calle 9, Ilobasco' })).toBeNull();
});
