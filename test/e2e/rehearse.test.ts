// The operator rehearses a company, has its customers completed, and changes its generation.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { ownHouse } from '../support/house.ts';
import { invoiceBody, lineBody } from '../support/request-bodies.ts';
import { runSello } from '../support/sello-process.ts';
import { sharedPlace } from '../support/shared-place.ts';

const house = ownHouse({
  company: { file: { schema_generation: 'v1', slug: 'panaderia' } },
});
/** Each command is a process of its own. */
const PATIENCE_MS = 120_000;
const folder = sharedPlace();
beforeAll(() => writeFileSync(join(folder, 'clave'), `${house.masterKey}\n`, { mode: 0o600 }));

const sello = (...args: readonly string[]) =>
  runSello([...args, '--json'], {
    cwd: folder,
    env: { DATABASE_URL: house.databaseUrl, SELLO_MASTER_KEY_FILE: join(folder, 'clave') },
  });
const ANA = { name: 'Ana Ficticia', document_number: 'A-1', department: '02', municipality: '16' };
const sell = (more: Readonly<Record<string, unknown>> = {}) =>
  house.company.post('/invoice', invoiceBody({ customer: ANA, lines: [lineBody({ unit: '59' })], ...more }));
/** Goods and services at once, which v2 does not know. */
const EXPORT = {
  doc_type: '11',
  customer: { name: 'Foreign Buyer', document_type: '03', document_number: 'P-123', country: 'US' },
  export: {
    item_type: 3,
    incoterm: '09',
    fiscal_precinct: '01',
    regime_type: 'EX-1',
    regime: '1000.000',
  },
};
const check = async () => {
  const { out } = await sello('doctor', 'panaderia');
  const { checks } = JSON.parse(out);
  return checks.find(({ name }: { readonly name: string }) => name === 'panaderia: v2');
};

it(
  'says before the change what would not survive it, and helps to repair it',
  async () => {
    expect((await sell()).body['dte_success']).toBe(true);
    expect((await sell(EXPORT)).body['dte_success']).toBe(true);
    expect(await check()).toMatchObject({
      status: 'warning',
      message: expect.stringMatching(/^types 01, 03, 05, 11, 14 stay in v1; .* 2026-12-01; not rehearsed$/),
      advice: 'Run "sello rehearse panaderia".',
    });

    const csv = join(folder, 'clientes.csv');
    const first = await sello('rehearse', 'panaderia', '--csv', csv);
    expect(first.code).toBe(1);
    const found = JSON.parse(first.out.trim().split('\n').at(-1) ?? '');
    expect(found).toMatchObject({ generation: 'v2', fit: 0, repaired: 1, impossible: 1, incomplete: 1 });
    expect(found.causes).toMatchObject([
      { kind: 'impossible', code: 'not_in_schema', field: 'export.item_type', documents: 1 },
      { kind: 'repaired', code: 'district_of_municipality', documents: 1 },
      { kind: 'remark', code: 'other_document', documents: 1 },
    ]);
    expect(await check()).toMatchObject({
      message: expect.stringMatching(/: 0 fit, 1 by a default, 1 impossible$/),
    });

    const sheet = readFileSync(csv, 'utf8');
    expect(sheet).toContain("panaderia,documento,'A1,Ana Ficticia,1,distrito tipo_documento,,,,");
    writeFileSync(csv, sheet.replace('tipo_documento,,,,\r\n', 'tipo_documento,21604,3,,\r\n'));
    const told = await sello('customers', 'complete', csv);
    // A passport has three characters at the least.
    expect(JSON.parse(told.err || told.out)).toMatchObject({ error: { code: 'invalid_sheet' } });
    writeFileSync(csv, sheet.replace('tipo_documento,,,,\r\n', 'tipo_documento,21604,2,,\r\n'));
    const retold = await sello('customers', 'complete', csv);
    expect(JSON.parse(retold.out)).toEqual({
      companies: [{ company: 'panaderia', customers: 1, products: 0 }],
    });
    const second = await sello('rehearse', 'panaderia');
    expect(JSON.parse(second.out.trim().split('\n').at(-1) ?? '')).toMatchObject({
      fit: 1,
      repaired: 0,
      impossible: 1,
      incomplete: 0,
    });
  },
  PATIENCE_MS,
);

it(
  'changes the generation of types with impossible documents only by force',
  async () => {
    const file = JSON.parse((await sello('company', 'show', 'panaderia')).out);
    const path = join(folder, 'empresa.json');
    const apply = async (types: Readonly<Record<string, string>>, ...more: readonly string[]) => {
      writeFileSync(path, JSON.stringify({ ...file, schema_generation: types }));
      return sello('company', 'apply', path, ...more);
    };
    const all = { '01': 'v2', '03': 'v2', '05': 'v2', '11': 'v2', '14': 'v2' };
    const refused = await apply(all);
    expect([refused.code, refused.err + refused.out]).toMatchObject([
      1,
      expect.stringMatching(/rehearsal_impossible/),
    ]);
    expect(refused.err + refused.out).toContain('1 document could not have been issued in v2');
    expect((await sello('company', 'show', 'panaderia')).out).toContain('"v1"');
    expect(JSON.parse((await apply({ ...all, '11': 'v1' })).out)).toMatchObject({
      change: 'changed',
      impossible_documents: 0,
    });
    expect((await apply(all)).code).toBe(1);
    expect(JSON.parse((await apply(all, '--force')).out)).toMatchObject({
      change: 'changed',
      impossible_documents: 1,
    });
    expect(await check()).toEqual({
      name: 'panaderia: v2',
      status: 'ok',
      message: 'all types are issued in v2',
      advice: null,
    });
    expect(JSON.parse((await apply(all)).out)).toMatchObject({ change: 'unchanged' });
  },
  PATIENCE_MS,
);
