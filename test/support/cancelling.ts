import { expect } from 'vitest';
import type { House, HouseCompany } from './house.ts';
import { textOf } from './http-caller.ts';
import { ccfBody, contribuyenteBody, invoiceBody, noteBody, suexBody } from './request-bodies.ts';

/** The form of a sale that is undone, as the console posts it. */
export const RESCISSION = {
  type: '2',
  reason: 'La operación se deshizo',
  'responsible.name': 'Ana Ficticia',
  'responsible.document_type': '13',
  'responsible.document_number': '00000001-8',
  'requester.name': 'Beto Ficticio',
  'requester.document_type': '13',
  'requester.document_number': '00000001-8',
};

type Json = Readonly<Record<string, unknown>>;

/** Who answers for invalidations, and who asks for them. */
export const PERSON = { name: 'Ana Ficticia', document_type: '13', document_number: '00000001-8' };

/** The part of a company file that lets a caller invalidate without a body. */
export const INVALIDATION = {
  invalidation: { responsible: PERSON, requester: PERSON, default_reason: 'Se deshizo la venta' },
};

/** A document as its issuance answered, which must have been stamped. */
export async function stampedAt(company: HouseCompany, path: string, body: unknown): Promise<Json> {
  const answer = await company.post(path, body);
  expect([answer.status, answer.body['dte_success']], answer.text).toEqual([200, true]);
  return answer.body;
}

/** A document of whatever state, by its identifier. */
export async function issuedId(company: HouseCompany, body: unknown = invoiceBody()): Promise<string> {
  return textOf(await company.post('/invoice', body), 'document_id');
}

/** Has a cancellation of a document be on its way. */
export async function beginCancelling({ sql, company }: Pick<House, 'sql' | 'company'>, documentId: unknown) {
  await sql(
    `INSERT INTO invalidations (company_id, document_id, environment, generation, state, generation_code, requested_at, draft)
     VALUES ($1, $2, '00', 'v2', 'open', upper(gen_random_uuid()::text), now(), '{}')`,
    [company.companyId, documentId],
  );
}

export const sold = (company: HouseCompany, changes: Json = {}) =>
  stampedAt(company, '/invoice', invoiceBody(changes));
export const soldToTaxpayer = (company: HouseCompany, changes: Json = {}) =>
  stampedAt(company, '/invoice', ccfBody(changes));
export const bought = (company: HouseCompany, changes: Json = {}) =>
  stampedAt(company, '/suex', suexBody(changes));
export const noted = (company: HouseCompany, ccf: Json, changes: Json = {}) =>
  stampedAt(company, '/credit-memo', noteBody(ccf['document_id'], changes));
/** Sold abroad. */
export const exported = (company: HouseCompany) => {
  const customer = {
    name: 'Foreign Fictions, Inc.',
    document_type: '37',
    document_number: 'EIN 00-0000001',
    country: 'US',
    address: '1 Fictional Street',
    person_type: 2,
    email: 'buyer@example.com',
    activity_code: contribuyenteBody()['activity_code'],
  };
  const terms = {
    item_type: 1,
    incoterm: '09',
    fiscal_precinct: '01',
    regime_type: 'EX-1',
    regime: '1000.000',
  };
  return sold(company, { doc_type: '11', customer, export: terms });
};

/** Asks for a document to be invalidated, which must be answered with 200; without a body unless one is given. */
export async function invalidate(company: HouseCompany, document: Json, body?: unknown): Promise<Json> {
  const options = body === undefined ? {} : { body };
  const answer = await company.call('POST', `/invalidate/${document['document_id']}`, options);
  expect([answer.status, answer.body['detail']]).toEqual([200, undefined]);
  return answer.body;
}

/** What the status of a document says of its cancellation. */
export async function cancellationOf(company: HouseCompany, document: Json): Promise<Json> {
  const { body } = await company.get(`/status/${document['document_id']}`);
  const { invalidated, credit_memo_id } = body;
  return { invalidated, credit_memo_id };
}

/** The flags of the four outcomes of specification 3.2. */
export const OUTCOMES = {
  sealed: {
    success: true,
    invalidated: true,
    dte_success: true,
    contingency: false,
    rejected: false,
    invalidation_state: 'stamped',
  },
  waiting: {
    success: true,
    invalidated: true,
    dte_success: false,
    contingency: true,
    rejected: false,
    invalidation_state: 'waiting',
  },
  rejected: {
    success: false,
    invalidated: true,
    dte_success: false,
    contingency: false,
    rejected: true,
    invalidation_state: 'rejected',
  },
} as const;
