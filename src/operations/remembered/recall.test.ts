import { describe, expect, it } from 'vitest';
import { companyOfFile, MINIMAL_COMPANY_FILE } from '../../../test/support/example-company.ts';
import { ccfBody, contribuyenteBody, invoiceBody, lineBody } from '../../../test/support/request-bodies.ts';
import { sharedHouse } from '../../../test/support/shared-house.ts';
import { walked } from '../../../test/support/walked.ts';
import type { TipoDte } from '../../core/dte/kinds.ts';
import { createDocumentStore } from '../../storage/documents/document-store.ts';
import { createIssuedReader } from '../../storage/documents/issued-reader.ts';
import { createRememberedReader } from '../../storage/remembered/remembered-reader.ts';
import { reopenDocument } from '../documents/reopen-document.ts';
import { type RememberedQuery, recallCustomer, recallProduct, searchRemembered } from './recall.ts';

const house = sharedHouse();
const pool = () => house.poolOf('sello_service');

const clock = { now: () => Date.now(), monotonic: () => performance.now(), sleep: async () => undefined };
const context = () => ({
  clock,
  remembered: createRememberedReader(pool()),
  issuedDocuments: createIssuedReader(pool()),
  store: createDocumentStore(pool(), clock),
});
const issuer = () => ({ companyId: house.company.companyId, company: companyOfFile(MINIMAL_COMPANY_FILE) });

const search = (kind: RememberedQuery['kind'], tipoDte: TipoDte, text: string) =>
  searchRemembered(context(), house.company.companyId, { kind, tipoDte, text });

describe('what earlier sales name', () => {
  it('is told as the last one of them said it', async () => {
    const { companyId, post } = house.company;
    const customer = contribuyenteBody({
      district: '062314',
      address: 'Calle Ficticia 1',
      phone: '2222-0000',
    });
    const lines = [
      lineBody({ code: 'PAN-1', unit: '59', quantity: 3, discount_percentage: 10 }),
      lineBody({ description: 'Flete', unit_price: 5, item_type: 2, sale_type: 'exempt' }),
    ];
    await post('/invoice', ccfBody({ customer, lines }));
    await walked(house);
    const [found] = await search('customer', '03', 'distri');
    if (found === undefined) throw new Error('nobody is remembered');
    expect(await recallCustomer(context(), issuer(), found)).toMatchObject({
      typeContributor: null,
      name: customer['name'],
      documentNumber: '06140202020024',
      nrc: '7654321',
      activityCode: '47111',
      email: customer['email'],
      department: '06',
      municipality: '23',
      districtCode: '14',
    });
    const products = await search('product', '01', 'pan-1');
    expect(products).toMatchObject([{ title: 'Pan francés', code: 'PAN-1' }]);
    expect(await recallProduct(context(), issuer(), products[0] ?? found)).toMatchObject({
      unitPrice: 1.13,
      unit: '59',
      discountPercentage: 10,
    });
    const [freight] = await search('product', '03', 'fle');
    expect(await recallProduct(context(), issuer(), freight ?? found)).toMatchObject({
      unitPrice: 5,
      itemType: 2,
      saleType: 'exempt',
    });
    const nobody = { tipoDte: '03', item: companyId } as const;
    expect(await recallCustomer(context(), issuer(), nobody)).toBeNull();
    expect(await search('product', '14', 'pan')).toEqual([]);
  });
});

describe('reopenDocument', () => {
  it('reads a rejected document back, and no other', async () => {
    const { companyId, post } = house.company;
    const stamped = await post('/invoice', invoiceBody());
    await house.authority.script({ service: 'recepcion', action: 'code', codigoMsg: '096' });
    const body = ccfBody({ observations: 'Entregar por la tarde' });
    const rejected = await post('/invoice', body);
    expect(rejected.body).toMatchObject({ rejected: true });
    const reopened = await reopenDocument(context(), issuer(), String(rejected.body['document_id']));
    expect(reopened).toMatchObject({
      kind: 'reopened',
      record: { externalRef: body['external_ref'], state: 'rejected' },
      order: {
        tipoDte: '03',
        observations: 'Entregar por la tarde',
        lines: [{ description: 'Pan francés', quantity: 10, unitPrice: 1.13 }],
      },
    });
    const closed = await reopenDocument(context(), issuer(), String(stamped.body['document_id']));
    expect(closed).toMatchObject({ kind: 'closed' });
    const missing = await reopenDocument(context(), issuer(), companyId);
    expect(missing).toMatchObject({ kind: 'refused', code: 'document_not_found' });
  });
});
