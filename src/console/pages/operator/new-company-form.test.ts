import { expect, it } from 'vitest';
import { fieldsOf } from '../../form.ts';
import { freshCompany, newCompanyIn, readNewCompany, slugOf } from './new-company-form.ts';

it.each([
  ['Ferretería El Clavo, S.A. de C.V.', 'ferreteria-el-clavo-s-a-de-c-v'],
  ['  Ñandú & Cía  ', 'nandu-cia'],
  ['???', ''],
  [`${'a'.repeat(62)} b`, 'a'.repeat(62)],
])('makes a short name of %s', (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});

it('begins with the generation that the day asks for', () => {
  expect(freshCompany('x', '2026-11-30')['schema_generation']).toBe('deadline');
  expect(freshCompany('x', '2026-12-01')['schema_generation']).toBe('v2');
});

it('passes every type to v2 on the day that is set', () => {
  const form = fieldsOf(
    new URLSearchParams({
      name: 'Casa Ficticia',
      nit: '06140101901016',
      nrc: '7654321',
      activity_code: '46900 · lo que sea',
      phone: '2222-3333',
      email: 'a@ejemplo.com',
      address: 'Calle 1',
      district: '052811',
      environment: '00',
      schema_generation: 'deadline',
      series_mode: 'establishment',
      code: 'M001',
      points_of_sale: 'P001',
    }).toString(),
  );
  const reading = readNewCompany(newCompanyIn(form));
  expect(reading).toMatchObject({
    kind: 'company',
    company: { slug: 'casa-ficticia', seriesMode: 'establishment' },
  });
  if (reading.kind !== 'company') return;
  const { events, ...types } = reading.company.generations;
  expect(events).toEqual([{ generation: 'v2', fromMs: null }]);
  for (const entries of Object.values(types))
    expect(entries).toEqual([
      { generation: 'v1', fromMs: null },
      { generation: 'v2', fromMs: Date.UTC(2026, 11, 1, 6) },
    ]);
});

it('names what is wrong with the establishment by the field of the form', () => {
  const fresh = freshCompany('x', '2026-12-02');
  const reading = readNewCompany({ ...fresh, code: '?', points_of_sale: 'x' });
  const paths = reading.kind === 'problems' ? reading.problems.map(({ path }) => path) : [];
  expect(paths).toEqual(expect.arrayContaining(['code', 'points_of_sale', 'slug', 'name', 'nit']));
});
