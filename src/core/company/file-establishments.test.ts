import { describe, expect, it } from 'vitest';
import { TEST_CONTEXT } from '../../../test/support/company-file-context.ts';
import type { Problem } from '../refusals/problem.ts';
import { readEstablishments } from './file-establishments.ts';
import { openObject } from './file-site.ts';

const TERRITORY = { departamento: '06', municipio: '23', distrito: '14' };

function read(establishments: unknown, v2 = true) {
  const problems: Problem[] = [];
  const site = openObject({ establishments }, ['establishments'], { path: '', problems });
  const surroundings = { context: TEST_CONTEXT, territory: TERRITORY, v2 };
  const list = site === null ? null : readEstablishments(site, surroundings);
  return { list, paths: problems.map(({ path }) => path), problems };
}

const PLAIN = { code: 'M001', points_of_sale: ['P001'] };

describe('an establishment', () => {
  it.each([
    ['M001', '02'],
    ['S001', '01'],
    ['B001', '04'],
    ['P001', '07'],
  ])('%s is of kind %s unless it says otherwise', (code, kind) => {
    expect(read([{ ...PLAIN, code }]).list?.[0]?.kind).toBe(kind);
    expect(read([{ ...PLAIN, code, kind: '20' }]).list?.[0]?.kind).toBe('20');
  });

  it('is a branch where the letter says nothing, which only v1 allows', () => {
    expect(read([{ ...PLAIN, code: '0001' }], false).list?.[0]?.kind).toBe('01');
  });

  it('has no address of its own unless it says so', () => {
    expect(read([PLAIN]).list).toEqual([
      { code: 'M001', kind: '02', pointsOfSale: ['P001'], address: null, phone: null, email: null },
    ]);
  });

  it('lies in the territory of the company, or in its own', () => {
    const own = { department: '03', municipality: '18', district_code: '02' };
    const { list } = read([
      { ...PLAIN, address: 'Calle 2' },
      { ...PLAIN, code: 'S002', address: 'Calle 3', ...own },
      { ...PLAIN, code: 'S003', address: 'Calle 4', district: '062314' },
    ]);
    expect(list?.map(({ address }) => address)).toEqual([
      { ...TERRITORY, complemento: 'Calle 2' },
      { departamento: '03', municipio: '18', distrito: '02', complemento: 'Calle 3' },
      { ...TERRITORY, complemento: 'Calle 4' },
    ]);
  });
});

describe('mistakes', () => {
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
  ])('%j', (establishments, expected) => {
    const { list, paths } = read(establishments);
    expect(list).toBeNull();
    expect(paths).toEqual(expected);
  });

  it('v2 control numbers restrict both codes, v1 does not', () => {
    const free = [{ code: 'A001', points_of_sale: ['CAJ1'] }];
    expect(read(free, false).paths).toEqual([]);
    const { problems } = read(free);
    expect(problems).toEqual([
      { path: 'establishments[0].code', message: 'en v2 debe ser M, B, S o P y tres dígitos, como M001.' },
      { path: 'establishments[0].points_of_sale[0]', message: 'en v2 debe ser P y tres dígitos, como P001.' },
    ]);
  });
});
