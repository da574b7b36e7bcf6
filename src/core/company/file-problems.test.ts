import { describe, expect, it } from 'vitest';
import { exampleCompany, MINIMAL_COMPANY_FILE } from '../../../test/support/example-company.ts';
import { readCompanyFile } from '../../schema/read-company-file.ts';
import { fileProblems } from './file-problems.ts';

function problemsOf(value: unknown) {
  const result = readCompanyFile(value);
  return result.kind === 'problems' ? result.problems : [];
}

function pathsOf(changes: Readonly<Record<string, unknown>>): readonly string[] {
  return problemsOf({ ...MINIMAL_COMPANY_FILE, ...changes }).map(({ path }) => path);
}

it('of a right file there are none, and none of what was taken out but the place', () => {
  expect(fileProblems({ district: '062314' })).toEqual([]);
  expect(fileProblems({}).map(({ path }) => path)).toEqual(['department', 'municipality', 'district_code']);
});

describe('the default place of issue', () => {
  const establishments = [
    { code: 'M001', points_of_sale: ['P001'] },
    { code: 'S002', points_of_sale: ['P007', 'P008'] },
  ];

  it('is the first establishment and its first point of sale', () => {
    const { defaultEstablishment, defaultPointOfSale } = exampleCompany({
      establishments,
      default_establishment: 'S002',
    });
    expect([defaultEstablishment, defaultPointOfSale]).toEqual(['S002', 'P007']);
  });

  it('must be in the list', () => {
    expect(pathsOf({ establishments, default_establishment: 'S009' })).toEqual(['default_establishment']);
    expect(pathsOf({ establishments, default_point_of_sale: 'P008' })).toEqual(['default_point_of_sale']);
    const both = { establishments, default_establishment: 'S002', default_point_of_sale: 'P008' };
    expect(exampleCompany(both).defaultPointOfSale).toBe('P008');
  });
});

describe('the territory', () => {
  const SAN_SALVADOR = { departamento: '06', municipio: '23', distrito: '14' };
  const { department, municipality, district_code, ...WITHOUT_PLACE } = MINIMAL_COMPANY_FILE;

  it.each([
    { department, municipality, district_code },
    { department: '06', municipality: '0623', district_code: '14' },
    { district: '062314' },
  ])('%j is San Salvador', (place) => {
    expect(readCompanyFile({ ...WITHOUT_PLACE, ...place })).toMatchObject({
      company: { address: { ...SAN_SALVADOR, complemento: MINIMAL_COMPANY_FILE.address } },
    });
  });

  it.each([
    [{}, ['department', 'municipality', 'district_code']],
    [{ department: '06', municipality: '23' }, ['district_code']],
    [{ department: '06', municipality: '23', district_code: '99' }, ['district_code']],
    [{ department: '99', municipality: '23', district_code: '14' }, ['district_code']],
    [{ department: '00', municipality: '00', district_code: '00' }, ['district_code']],
    [{ department: 6, municipality: '23', district_code: '99' }, ['department']],
    [{ district: '999999' }, ['district']],
  ])('is never guessed and must exist: %j', (place, paths) => {
    expect(problemsOf({ ...WITHOUT_PLACE, ...place }).map(({ path }) => path)).toEqual(paths);
  });

  it('that does not exist is named', () => {
    expect(problemsOf({ ...MINIMAL_COMPANY_FILE, district_code: '99' })).toEqual([
      { path: 'district_code', message: 'no existe el distrito 99 en el municipio 23 del departamento 06.' },
    ]);
  });
});

describe('an establishment', () => {
  const PLAIN = { code: 'M001', points_of_sale: ['P001'] };
  const read = (...establishments: readonly object[]) =>
    exampleCompany({ schema_generation: 'v1', establishments }).establishments;

  it.each([
    ['M001', '02'],
    ['S001', '01'],
    ['B001', '04'],
    ['P001', '07'],
    ['0001', '01'],
  ])('%s is of kind %s unless it says otherwise', (code, kind) => {
    expect(read({ ...PLAIN, code })[0]?.kind).toBe(kind);
    expect(read({ ...PLAIN, code, kind: '20' })[0]?.kind).toBe('20');
  });

  it('lies in the territory of the company, or in its own', () => {
    const territory = { departamento: '06', municipio: '23', distrito: '14' };
    const own = { department: '05', municipality: '26', district_code: '01' };
    const list = read(
      { ...PLAIN, address: 'Calle 2' },
      { ...PLAIN, code: 'S002', address: 'Calle 3', ...own },
      { ...PLAIN, code: 'S003', address: 'Calle 4', district: '062314' },
    );
    expect(list.map(({ address }) => address)).toEqual([
      { ...territory, complemento: 'Calle 2' },
      { departamento: '05', municipio: '26', distrito: '01', complemento: 'Calle 3' },
      { ...territory, complemento: 'Calle 4' },
    ]);
  });

  it.each([
    [[], ['establishments']],
    [{}, ['establishments']],
    [['M001'], ['establishments[0]']],
    [[{}], ['establishments[0].code', 'establishments[0].points_of_sale']],
    [[PLAIN, { ...PLAIN }], ['establishments[1].code']],
    [[{ ...PLAIN, code: 'M01' }], ['establishments[0].code']],
    [[{ ...PLAIN, kind: '03' }], ['establishments[0].kind']],
    [[{ ...PLAIN, point_of_sale: 'P001' }], ['establishments[0].point_of_sale']],
    [[{ ...PLAIN, points_of_sale: [] }], ['establishments[0].points_of_sale']],
    [
      [PLAIN, { code: 'S001', points_of_sale: ['p1', 7] }],
      ['establishments[1].points_of_sale[0]', 'establishments[1].points_of_sale[1]'],
    ],
    [[{ ...PLAIN, points_of_sale: ['P001', 'P002', 'P001'] }], ['establishments[0].points_of_sale[2]']],
    [[{ ...PLAIN, phone: '1', email: 'x' }], ['establishments[0].phone', 'establishments[0].email']],
    [
      [{ ...PLAIN, department: '06', municipality: '23', district_code: '14' }],
      ['establishments[0].address'],
    ],
    [
      [{ ...PLAIN, address: 'Calle', department: '06' }],
      ['establishments[0].municipality', 'establishments[0].district_code'],
    ],
    [
      [{ ...PLAIN, address: 'Calle', department: '06', municipality: '23', district_code: '99' }],
      ['establishments[0].district_code'],
    ],
  ])('%j is refused', (establishments, paths) => {
    expect(pathsOf({ establishments })).toEqual(paths);
  });
});
