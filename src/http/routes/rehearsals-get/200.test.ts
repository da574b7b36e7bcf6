import { afterAll, expect, it } from 'vitest';
import { generationsFile } from '../../../../test/support/example-company.ts';
import type { HouseCompany } from '../../../../test/support/house.ts';
import { ownHouse } from '../../../../test/support/house.ts';
import { slugOf } from '../../../../test/support/identifiers.ts';
import {
  ccfBody,
  contribuyenteBody,
  invoiceBody,
  lineBody,
  noteBody,
  suexBody,
} from '../../../../test/support/request-bodies.ts';
import { shared } from '../../../../test/support/shared.ts';
import { completionSheet, readCompletionSheet } from '../../../core/rehearsing/completion-sheet.ts';
import { createCompletionRegistry } from '../../../storage/companies/completion-registry.ts';
import { createPool } from '../../../storage/connection/pool.ts';

const house = ownHouse({
  company: { file: { schema_generation: 'v1' } },
  rehearsals: { pollMs: 20, rest: 0 },
});
const operator = shared(() =>
  createPool('sello_operator', {
    databaseUrl: house.databaseUrl,
    connections: 1,
    onIdleError: () => undefined,
  }),
);
afterAll(() => operator.end());

type Body = Readonly<Record<string, unknown>>;

async function rehearsed(company: HouseCompany, request: Body = {}): Promise<Body> {
  const { body } = await company.post('/rehearsals', request);
  for (;;) {
    const answer = await company.get(`/rehearsals/${body['rehearsal_id']}`);
    expect(answer.status).toBe(200);
    if (answer.body['state'] !== 'running') return answer.body;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const ANA = { name: 'Ana Ficticia', document_type: '13', document_number: '00000001-8' };
const FLOUR = lineBody({ description: 'Harina', code: 'HAR-25', quantity: 2 });

async function sell(company: HouseCompany): Promise<void> {
  const elsewhere = { ...ANA, department: '02', municipality: '16' };
  for (const body of [
    invoiceBody(),
    invoiceBody({ customer: elsewhere, lines: [FLOUR, lineBody({ unit: '59' })] }),
    invoiceBody({ customer: { ...elsewhere, district: '021604' }, lines: [lineBody({ unit: '59' })] }),
  ])
    expect((await company.post('/invoice', body)).body['dte_success']).toBe(true);
  const { body: ccf } = await company.post('/invoice', ccfBody());
  expect((await company.post('/credit-memo', noteBody(ccf['document_id']))).body['dte_success']).toBe(true);
  expect((await company.post('/suex', suexBody())).body['dte_success']).toBe(true);
}

it('tells of every document whether it would survive, and of each default what it stands for', async () => {
  await sell(house.company);
  const found = await rehearsed(house.company);
  expect(found).toMatchObject({
    state: 'done',
    generation: 'v2',
    since: null,
    progress: 1,
    documents: { fit: 3, repaired: 3, impossible: 0 },
  });
  expect(found['by_type']).toContainEqual({ doc_type: '05', fit: 1, repaired: 0, impossible: 0 });
  expect(found['causes']).toMatchObject([
    { kind: 'repaired', code: 'district_of_issuer', documents: 2, doc_types: ['03', '14'] },
    { kind: 'repaired', code: 'district_of_municipality', documents: 1, doc_types: ['01'] },
    { kind: 'remark', code: 'other_unit' },
  ]);
  expect(found['incomplete']).toContainEqual({
    known_by: 'identity',
    name: '000000018',
    // One of the names under which the documents have it.
    title: expect.any(String),
    missing: ['district'],
    documents: 2,
  });
  expect(found['incomplete']).toContainEqual({
    known_by: 'code',
    name: 'HAR-25',
    title: 'Harina',
    missing: ['unit'],
    documents: 1,
  });
});

it('finds them fit once the company has told what is missing, and the next sale uses it', async () => {
  const { companyId } = house.company;
  const sheet = completionSheet(slugOf('tienda'), [
    { of: { by: 'identity', name: '000000018' }, title: 'Ana', gaps: ['district'], documents: 2 },
    { of: { by: 'code', name: 'HAR-25' }, title: 'Harina', gaps: ['unit'], documents: 1 },
  ]);
  const filled = sheet.replace('distrito,,,,', 'distrito,21604,,,').replace('unidad,,,,', 'unidad,,,,36');
  const reading = readCompletionSheet(filled);
  if (reading.kind === 'problems') throw new Error(JSON.stringify(reading.problems));
  for (const told of reading.companies) await createCompletionRegistry(operator).tell(companyId, told);
  const found = await rehearsed(house.company);
  expect(found['documents']).toMatchObject({ fit: 4, repaired: 2, impossible: 0 });
  await house.company.change({ schema_generation: 'v2' });
  const request = invoiceBody({
    customer: { ...ANA, department: '02', municipality: '16' },
    lines: [FLOUR, lineBody({ code: 'HAR-25', unit: '59' })],
  });
  const { body: sold } = await house.company.post('/invoice', request);
  expect(sold['dte_success']).toBe(true);
  const { body: signed } = await house.company.get(`/file/${sold['document_id']}?type=json`);
  expect(signed).toMatchObject({
    receptor: { direccion: { departamento: '02', municipio: '16', distrito: '04' } },
    cuerpoDocumento: [{ uniMedida: 36 }, { uniMedida: 59 }],
  });
  // A repetition of the same request is still one.
  const { body: again } = await house.company.post('/invoice', request);
  expect(again).toMatchObject({ is_duplicate: true, document_id: sold['document_id'] });
});

it('says of the events in which generation they are, and that documents do not change them', async () => {
  const v2 = { generation: 'v2', contingency_version: 4, invalidation_version: 3, next_generation: null };
  const company = await house.addCompany({ file: { schema_generation: 'v1' } });
  for (const generation of ['v1', 'v2'])
    expect((await rehearsed(company, { generation }))['events']).toMatchObject({
      ...v2,
      changes_at: null,
      message: expect.stringContaining('nada cambia para ellos'),
    });
  const dated = [{ generation: 'v1' }, { generation: 'v2', from: '2999-12-01' }];
  await company.change({ schema_generation: generationsFile('v1', dated) });
  expect((await rehearsed(company))['events']).toMatchObject({
    generation: 'v1',
    contingency_version: 3,
    invalidation_version: 2,
    next_generation: 'v2',
    changes_at: '2999-12-01T00:00:00-06:00',
    message: expect.stringContaining('En v2 serían las versiones 4 y 3'),
  });
});

it('tells what the other generation does not admit, by cause and field', async () => {
  const company = await house.addCompany({
    file: {
      schema_generation: 'v1',
      establishments: [{ code: 'AB12', points_of_sale: ['X001'] }],
      email: 'facturas@ejemplo.com',
    },
  });
  const sold = await company.post('/invoice', invoiceBody({ customer: contribuyenteBody() }));
  expect(sold.body['dte_success']).toBe(true);
  const found = await rehearsed(company);
  expect(found).toMatchObject({
    documents: { fit: 0, repaired: 0, impossible: 1 },
    causes: [
      {
        kind: 'impossible',
        code: 'not_in_schema',
        field: 'establishment',
        documents: 1,
        doc_types: ['01'],
        examples: [sold.body['control_number']],
      },
    ],
  });
});

it('looks only at documents since a day, and at none that are of that generation already', async () => {
  const company = await house.addCompany({ file: { schema_generation: 'v1' } });
  await company.post('/invoice', invoiceBody());
  const nothing = { documents: { fit: 0, repaired: 0, impossible: 0 } };
  expect(await rehearsed(company, { since: '2999-01-01' })).toMatchObject(nothing);
  expect(await rehearsed(company, { generation: 'v1' })).toMatchObject(nothing);
  expect(await rehearsed(company, { since: '2026-01-01' })).toMatchObject({ documents: { fit: 1 } });
});
