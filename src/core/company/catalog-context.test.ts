import { describe, expect, it } from 'vitest';
import { MINIMAL_COMPANY_FILE } from '../../../test/support/example-company.ts';
import { CATALOG_CONTEXT } from './catalog-context.ts';
import { parseCompanyFile } from './company-file.ts';

const SAN_SALVADOR = { departamento: '06', municipio: '23', distrito: '14' };
const { department, municipality, district_code, ...WITHOUT_PLACE } = MINIMAL_COMPANY_FILE;

function addressOf(place: Readonly<Record<string, unknown>>) {
  const result = parseCompanyFile({ ...WITHOUT_PLACE, ...place }, CATALOG_CONTEXT);
  return result.kind === 'company' ? result.company.address : result.problems;
}

describe('a company file against the official catalogs', () => {
  it.each([
    { department, municipality, district_code },
    { department: '06', municipality: '0623', district_code: '14' },
    { district: '062314' },
  ])('%j is San Salvador', (place) => {
    expect(addressOf(place)).toEqual({ ...SAN_SALVADOR, complemento: MINIMAL_COMPANY_FILE.address });
  });

  it.each([
    [{ department: '06', municipality: '23', district_code: '01' }, 'district_code'],
    [{ department: '99', municipality: '23', district_code: '14' }, 'district_code'],
    [{ department: '00', municipality: '00', district_code: '00' }, 'district_code'],
    [{ district: '999999' }, 'district'],
  ])('%j does not exist', (place, path) => {
    expect(addressOf(place)).toMatchObject([{ path }]);
  });

  it('knows the activities of CAT-019', () => {
    expect(CATALOG_CONTEXT.activityExists('47111')).toBe(true);
    expect(CATALOG_CONTEXT.activityExists('00000')).toBe(false);
  });
});
