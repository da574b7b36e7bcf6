import { describe, expect, it } from 'vitest';
import {
  bought,
  cancellationOf,
  exported,
  INVALIDATION,
  invalidate,
  noted,
  OUTCOMES,
  PERSON,
  sold,
  soldToTaxpayer,
} from '../../../../test/support/cancelling.ts';
import { generationsFile } from '../../../../test/support/example-company.ts';
import { expectHeaders } from '../../../../test/support/response-headers.ts';
import { sharedHouse } from '../../../../test/support/shared-house.ts';

const house = sharedHouse({ file: INVALIDATION });

const companyOf = (documents: string, events: string) =>
  house.addCompany({ file: { ...INVALIDATION, schema_generation: generationsFile(documents, events) } });

const CODE = /^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$/;

describe('POST /invalidate', () => {
  it('answers every field of the design and no other: the document’s identity, the event’s outcome', async () => {
    const document = await sold(house.company);
    const answer = await house.company.call('POST', `/invalidate/${document['external_ref']}`);
    expectHeaders(answer);
    expect(answer.body).toEqual({
      ...document,
      ...OUTCOMES.sealed,
      generation_code: expect.stringMatching(CODE),
      reception_stamp: expect.stringMatching(/^[0-9A-Z]{40}$/),
      dte_message: 'Invalidación Recibida y Procesada',
      created_credit_memo: false,
      credit_memo_id: null,
      invalidation_url: expect.stringMatching(/\/file\/.*\?type=invalidation&token=/),
    });
    const { pathname, search } = new URL(String(answer.body['invalidation_url']));
    const paper = await house.company.get(pathname + search, { authorization: undefined });
    expect([paper.status, paper.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(answer.body['generation_code']).not.toBe(document['generation_code']);
    expect(await house.authority.invalidations(house.company.nit)).toMatchObject([
      {
        state: 'sealed',
        tipoDte: '01',
        documento: document['generation_code'],
        codigoGeneracion: answer.body['generation_code'],
        sello: answer.body['reception_stamp'],
      },
    ]);
    expect(await cancellationOf(house.company, document)).toEqual({
      invalidated: true,
      credit_memo_id: null,
    });
  });

  it.each([
    ['without a body', {}],
    ['with an empty body that claims to be JSON', { headers: { 'content-type': 'application/json' } }],
    [
      'with an empty body that claims to be a form',
      { headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    ],
    ['with null', { body: null }],
    ['with nothing in it', { body: {} }],
    [
      'with nothing but null in it',
      { body: { type: null, reason: null, responsible: null, requester: null } },
    ],
  ])('takes a request %s', async (_, options) => {
    const document = await sold(house.company);
    const answer = await house.company.call('POST', `/invalidate/${document['document_id']}`, options);
    expect([answer.status, answer.body['dte_success']], answer.text).toEqual([200, true]);
  });

  it.each([
    ['v1', 'v1'],
    ['v1', 'v2'],
    ['v2', 'v1'],
    ['v2', 'v2'],
  ])('invalidates documents of every type in %s by events in %s', async (issued, events) => {
    const company = await companyOf(issued, events);
    const ccf = await soldToTaxpayer(company);
    const documents = [
      await noted(company, ccf),
      ccf,
      await sold(company),
      await sold(company, { customer_name: 'Beto Ficticio' }),
      await exported(company),
      await bought(company),
    ];
    for (const document of documents)
      expect(await invalidate(company, document)).toMatchObject({ ...OUTCOMES.sealed, observaciones: [] });
    const types = (await house.authority.invalidations(company.nit)).map(({ tipoDte }) => tipoDte);
    expect(types.slice(-6)).toEqual(['05', '03', '01', '01', '11', '14']);
  });

  it('takes cause, reason, people and replacement from the caller', async () => {
    const [wrong, right] = [await sold(house.company), await sold(house.company)];
    const answer = await invalidate(house.company, wrong, {
      type: 1,
      reason: 'El precio era otro',
      replacement_document_id: right['external_ref'],
      responsible: { ...PERSON, name: 'Beto Ficticio' },
      requester: { name: 'Caro Ficticia', document_type: '37', document_number: 'A-123' },
    });
    expect(answer).toMatchObject(OUTCOMES.sealed);
    const rows = await house.authority.invalidations(house.company.nit);
    expect(rows.at(-1)).toMatchObject({ codigoGeneracionR: right['generation_code'] });
    const [{ draft } = {}] = await house.sql`SELECT draft FROM invalidations
      WHERE document_id = ${wrong['document_id']}`;
    expect(JSON.parse(String(draft))).toMatchObject({
      motivo: {
        tipoAnulacion: 1,
        motivoAnulacion: 'El precio era otro',
        nombreResponsable: 'Beto Ficticio',
        numDocResponsable: '000000018',
        nombreSolicita: 'Caro Ficticia',
        numDocSolicita: 'A-123',
      },
    });
  });
});
