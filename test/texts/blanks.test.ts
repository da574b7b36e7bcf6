// What tills send from CHAR columns, fields of a fixed length and forms means what it says without the blanks at its ends.
import { describe, expect, it } from 'vitest';
import { orderPayload } from '../../src/core/drafting/caller-payload.ts';
import { readIssuing } from '../../src/requests/read-issuing.ts';
import {
  ccfBody,
  contribuyenteBody,
  freshRef,
  invoiceBody,
  lineBody,
  noteBody,
  subjectBody,
  suexBody,
} from '../support/request-bodies.ts';
import { sharedHouse } from '../support/shared-house.ts';

const house = sharedHouse();

/** The body as a till sends it that fills every text with blanks: all texts but references, however deep. */
function filled(value: unknown, ends: readonly [before: string, behind: string]): unknown {
  if (typeof value === 'string') return ends.join(value);
  if (Array.isArray(value)) return value.map((item) => filled(item, ends));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, filled(member, ends)]));
}

const CHAR = ['', ' '.repeat(60)] as const;
const ENDS = [CHAR, ['\0', '\0\0'], ['\t', '\n'], ['\u00a0', '\u3000'], [' ', '\r\n']] as const;

const SALE = {
  doc_type: '03',
  customer: contribuyenteBody({ address: 'Calle Ficticia 1', department: '06', municipality: '23' }),
  lines: [lineBody({ quantity: '2', unit_price: '1.50', code: 'P-1', sale_type: 'taxed', unit: '59' })],
  payments: [{ method: '05', amount: '3.00', reference: 'T-1' }],
  transaction_condition: '1',
  establishment: 'M001',
  point_of_sale: 'P001',
  redirect_email: 'copia@example.com',
  observations: 'Primera línea\n\nTercera',
  appendix: [{ field: 'orden', label: 'Orden', value: 'A 1' }],
};
const NOTHING_ISSUED = ['posted_date', 'identificacion'];

function withoutMoments(text: string): unknown {
  return JSON.parse(text, (name, value) => (NOTHING_ISSUED.includes(name) ? undefined : value));
}

describe('a text with blanks at its ends', () => {
  it.each(ENDS)('is the text without them in every field of a sale: %j', async (...ends) => {
    const plain = await house.company.post('/preview', SALE);
    const sent = await house.company.post('/preview', filled(SALE, ends));
    expect([plain.status, sent.status, sent.text]).toEqual([200, 200, expect.any(String)]);
    expect(withoutMoments(sent.text)).toEqual(withoutMoments(plain.text));
  });

  it.each(ENDS)('makes no other request: %j', (...ends) => {
    const payloadOf = (sent: unknown) => {
      const request = readIssuing(sent, 'sale');
      return request.kind === 'request' ? orderPayload(request.order).canonical : request.detail;
    };
    const body = { ...SALE, external_ref: 'x' };
    expect(payloadOf(filled(body, ends))).toBe(payloadOf(body));
    expect(payloadOf(body)).toMatch(/^sello\/2 /);
  });

  it('is the text without them in a purchase, a note and an invalidation', async () => {
    const purchase = await house.company.post('/suex', filled(suexBody({ subject: subjectBody() }), CHAR));
    expect([purchase.status, purchase.body['success']]).toEqual([200, true]);
    const ccf = ccfBody();
    await house.company.post('/invoice', filled(ccf, CHAR));
    const lines = [lineBody({ quantity: '1' })];
    const note = noteBody(ccf['external_ref'], { lines, observations: 'Se devuelve' });
    const issued = await house.company.post('/credit-memo', filled(note, CHAR));
    expect([issued.status, issued.body['external_ref']]).toEqual([200, note['external_ref']]);
    const person = { name: 'Ana Ficticia', document_type: '13', document_number: '00000001-8' };
    const wish = { type: '2', reason: 'Se devolvió', responsible: person, requester: person };
    const path = `/invalidate/suex/${purchase.body['document_id']}%20`;
    const cancelled = await house.company.post(path, filled(wish, CHAR));
    expect([cancelled.status, cancelled.body['invalidated']]).toEqual([200, true]);
  });

  it('says nothing where it is only blanks', async () => {
    const sent = invoiceBody({
      external_ref: '   ',
      customer_name: '  ',
      customer: ' ',
      observations: '\t',
      payment_method: '\0\0',
      lines: [lineBody({ code: '    ', unit: ' ' })],
      unknown: '  ',
    });
    const { status, body } = await house.company.post('/invoice', sent);
    expect([status, body['success']]).toEqual([200, true]);
    expect(body['external_ref']).toMatch(/^[0-9a-f-]{36}$/);
    const empty = await house.company.post('/invoice', { lines: [lineBody({ description: '\u00a0 ' })] });
    expect(empty.body['errors']).toContainEqual({
      field: 'lines[0].description',
      code: 'empty',
      message: 'No puede estar vacío.',
    });
  });

  it('is the text without them in an address', async () => {
    const external_ref = freshRef();
    const { body } = await house.company.post('/invoice', invoiceBody({ external_ref }));
    const { document_id: id } = body;
    const found = [
      `/status/${id}%20%20`,
      `/status/%20${external_ref}%00`,
      `/documents/${external_ref}%09/events`,
      `/file/${external_ref}%20?type=json%20`,
      `/documents?external_ref=${external_ref}++&doc_type=01+&amount=1.13%20&fields=document_id`,
      '/catalogs/countries%20?search=salvador%20',
      '/catalogs/districts/search?q=santa%20&page=1%20',
    ].map(async (path) => (await house.company.get(path)).status);
    expect(await Promise.all(found)).toEqual(found.map(() => 200));
    const { documents } = (await house.company.get(`/documents?external_ref=+${external_ref}&state=+`)).body;
    expect(documents).toMatchObject([{ document_id: id }]);
  });
});
