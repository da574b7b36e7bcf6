import { describe, expect, it } from 'vitest';
import { TEST_CONTEXT } from '../../../test/support/company-file-context.ts';
import type { Problem } from '../refusals/problem.ts';
import { readAddress, readTerritory, TERRITORY_FIELDS } from './file-place.ts';
import { openObject } from './file-site.ts';

const SAN_SALVADOR = { departamento: '06', municipio: '23', distrito: '14' };

function read(file: unknown) {
  const problems: Problem[] = [];
  const site = openObject(file, ['address', ...TERRITORY_FIELDS], { path: '', problems });
  if (site === null) throw new Error('not an object');
  const territory = readTerritory(site, TEST_CONTEXT);
  return { territory, address: readAddress(site, territory), problems };
}

describe('the territory of the issuer', () => {
  it('is a trio, or the district of the search', () => {
    const trio = { department: '06', municipality: '23', district_code: '14' };
    expect(read(trio).territory).toEqual(SAN_SALVADOR);
    expect(read({ district: '062314' }).territory).toEqual(SAN_SALVADOR);
    expect(read({ ...trio, address: 'Calle 1' }).address).toEqual({
      ...SAN_SALVADOR,
      complemento: 'Calle 1',
    });
  });

  it('is never guessed', () => {
    expect(read({ department: '06', municipality: '23' }).problems).toEqual([
      { path: 'district_code', message: 'falta este campo.' },
    ]);
    expect(read({}).problems.map(({ path }) => path)).toEqual([
      'department',
      'municipality',
      'district_code',
    ]);
  });

  it('must exist', () => {
    const { territory, address, problems } = read({
      department: '06',
      municipality: '23',
      district_code: '99',
      address: 'Calle 1',
    });
    expect([territory, address]).toEqual([null, null]);
    expect(problems).toEqual([
      { path: 'district_code', message: 'no existe el distrito 99 en el municipio 23 del departamento 06.' },
    ]);
    expect(read({ district: '1' }).problems).toEqual([
      { path: 'district', message: 'no existe el distrito 1.' },
    ]);
  });

  it('is not looked up while a word of it is wrong', () => {
    const { problems } = read({ department: 6, municipality: '23', district_code: '99' });
    expect(problems.map(({ path }) => path)).toEqual(['department']);
  });
});
