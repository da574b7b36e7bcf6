import { createPublicKey, type KeyObject } from 'node:crypto';
import { compactVerify } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { PUBLIC_URL } from '../../../../test/support/composition.ts';
import { type Answer, textOf } from '../../../../test/support/http-caller.ts';
import { readPdf } from '../../../../test/support/pdf-reader.ts';
import { invoiceBody, lineBody } from '../../../../test/support/request-bodies.ts';
import { expectHeaders } from '../../../../test/support/response-headers.ts';
import { sharedHouse } from '../../../../test/support/shared-house.ts';
import { unspaced } from '../../../../test/support/shown-values.ts';
import { readCertificate } from '../../../signer/certificate.ts';

/** Two pixels of a PNG. */
const LOGO =
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAAD0lEQVR4nGPgzvP///8/AAmlA8Y4iPUWAAAAAElFTkSuQmCC';

const house = sharedHouse();
let publicKey: KeyObject;

beforeAll(async () => {
  const reading = readCertificate(Buffer.from(house.company.certificate));
  if (reading.kind === 'refused') throw new Error('the certificate cannot be read');
  publicKey = createPublicKey({
    key: Buffer.from(reading.certificate.publicKey),
    format: 'der',
    type: 'spki',
  });
});

/** Where a link of an answer leads, at the node that really listens. */
function pathOf(link: string): string {
  expect(link.startsWith(`${PUBLIC_URL}/file/`)).toBe(true);
  return link.slice(PUBLIC_URL.length);
}

function issue(changes: Readonly<Record<string, unknown>> = {}): Promise<Answer> {
  return house.company.post('/invoice', invoiceBody(changes));
}

describe('GET /file of a signed document', () => {
  it('is what was signed with signature and seal, and verifies with the issuer’s key', async () => {
    const issued = await issue({
      lines: [lineBody({ description: 'Piñata «grande» 😀\n2ª línea', unit_price: 0.1 })],
    });
    const answer = await house.company.get(`/file/${issued.body['document_id']}?type=json`);
    expect(answer.status).toBe(200);
    expectHeaders(answer);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="${issued.body['control_number']}.json"`,
      etag: expect.stringMatching(/^"[\w-]{43}"$/),
    });
    const { firmaElectronica, selloRecibido, ...document } = answer.body;
    expect(Object.keys(answer.body).slice(-2)).toEqual(['firmaElectronica', 'selloRecibido']);
    expect(selloRecibido).toBe(issued.body['reception_stamp']);
    const { payload, protectedHeader } = await compactVerify(String(firmaElectronica), publicKey);
    expect(protectedHeader).toEqual({ alg: 'RS512' });
    const signed = new TextDecoder().decode(payload);
    expect(JSON.parse(signed)).toEqual(document);
    expect(answer.text.startsWith(signed.slice(0, -1))).toBe(true);
  });

  it('opens by reference, and by the link of the answer without a key', async () => {
    const issued = await issue({ external_ref: 'mesa 4/ñ' });
    const byKey = await house.company.get(`/file/${encodeURIComponent('mesa 4/ñ')}?type=json`);
    const link = pathOf(textOf(issued, 'json_url'));
    const byLink = await house.caller(null).get(link);
    expect([byLink.status, byLink.text]).toEqual([200, byKey.text]);
    expectHeaders(byLink);
    const status = await house.company.get(`/status/${issued.body['document_id']}`);
    expect(pathOf(textOf(status, 'json_url'))).toBe(link);
    const inCapitals = link.replace(/[0-9a-f-]{36}/, (id) => id.toUpperCase());
    expect((await house.caller(null).get(inCapitals)).status).toBe(200);
  });

  it('answers HEAD without a body', async () => {
    const link = pathOf(textOf(await issue(), 'json_url'));
    const whole = await house.caller(null).get(link);
    const head = await house.caller(null).call('HEAD', link);
    expect([head.status, head.text, head.headers['etag']]).toEqual([200, '', whole.headers['etag']]);
    expect(head.headers['content-length']).toBe(String(Buffer.byteLength(whole.text)));
  });

  it('has no seal in contingency and gets it, and another etag, later', async () => {
    await house.authority.script({ service: 'all', action: 'down', forMs: 60_000 });
    const body = invoiceBody();
    const link = pathOf(textOf(await house.company.post('/invoice', body), 'json_url'));
    const waiting = await house.caller(null).get(link);
    expect(waiting.status).toBe(200);
    expect(Object.keys(waiting.body)).not.toContain('selloRecibido');
    await compactVerify(textOf(waiting, 'firmaElectronica'), publicKey);
    await house.authority.behave();
    const stamped = await house.company.post('/invoice', body);
    const complete = await house.caller(null).get(link, { 'if-none-match': String(waiting.headers['etag']) });
    expect(complete.status).toBe(200);
    expect(complete.body['selloRecibido']).toBe(stamped.body['reception_stamp']);
    expect(complete.body['firmaElectronica']).toBe(waiting.body['firmaElectronica']);
  });

  it('is the stamped document, not the one that was rejected before', async () => {
    const body = invoiceBody();
    await house.company.post('/invoice', { ...body, customer: { name: 'Cliente', email: 'sin-arroba' } });
    const rejected = await house.company.get(`/file/${body['external_ref']}?type=json`);
    expect(rejected.body).toMatchObject({ receptor: { correo: 'sin-arroba' } });
    expect(rejected.body).not.toHaveProperty('selloRecibido');
    await house.company.post('/invoice', { ...body, customer: { name: 'Cliente' } });
    const stamped = await house.company.get(`/file/${body['external_ref']}?type=json`);
    expect(stamped.body).toMatchObject({ receptor: { correo: null }, selloRecibido: expect.any(String) });
  });
});

describe('GET /file of a printed document', () => {
  const paperOf = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
    const response = await fetch(`${house.node.url}${path}`, { headers });
    return {
      status: response.status,
      headers: response.headers,
      bytes: new Uint8Array(await response.arrayBuffer()),
    };
  };

  it.each([
    ['invoice_url', '', 612],
    ['ticket_url', '-tiquete', 227],
  ])('opens by %s in the browser, without a key', async (field, suffix, width) => {
    const issued = await issue({ customer_name: 'Ana Ficticia' });
    const { status, headers, bytes } = await paperOf(pathOf(textOf(issued, field)));
    expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf']);
    const name = `${issued.body['control_number']}${suffix}.pdf`;
    expect(headers.get('content-disposition')).toBe(`inline; filename="${name}"`);
    expectHeaders({ ...issued, headers: Object.fromEntries(headers) });
    const { pages } = await readPdf(bytes);
    expect(pages.map((page) => Math.round(page.width))).toEqual([width]);
    for (const said of ['control_number', 'generation_code', 'reception_stamp'])
      expect(unspaced(pages[0]?.text ?? '')).toContain(textOf(issued, said));
    expect(pages[0]?.text).toContain('Ana Ficticia');
  });

  it('is 58 mm wide where the printer is', async () => {
    const issued = await issue();
    const { bytes } = await paperOf(`${pathOf(textOf(issued, 'ticket_url'))}&width=58`);
    expect((await readPdf(bytes)).pages.map((page) => Math.round(page.width))).toEqual([164]);
  });

  it('shows contingency and then the seal', async () => {
    await house.authority.script({ service: 'all', action: 'down', forMs: 60_000 });
    const body = invoiceBody();
    const link = pathOf(textOf(await house.company.post('/invoice', body), 'ticket_url'));
    const waiting = await readPdf((await paperOf(link)).bytes);
    expect(waiting.pages[0]?.text).toContain('pendiente de sello');
    await house.authority.behave();
    const stamped = await house.company.post('/invoice', body);
    const sealed = await readPdf((await paperOf(link)).bytes);
    expect(unspaced(sealed.pages[0]?.text ?? '')).toContain(textOf(stamped, 'reception_stamp'));
    expect(sealed.pages[0]?.text).not.toContain('pendiente');
  });

  it('says that the document is invalidated, with the seal of the event', async () => {
    const person = { name: 'Ana Ejemplo Ficticia', document_type: '13', document_number: '000000018' };
    const issued = await issue();
    const id = String(issued.body['document_id']);
    const answer = await house.company.post(`/invalidate/${id}`, { responsible: person, requester: person });
    expect(answer.body, answer.text).toMatchObject({ dte_success: true, invalidated: true });
    for (const field of ['invoice_url', 'ticket_url']) {
      const [page] = (await readPdf((await paperOf(pathOf(textOf(issued, field)))).bytes)).pages;
      expect(page?.text).toContain('INVALIDADO');
      expect(page?.text).toContain(textOf(answer, 'reception_stamp'));
    }
    const path = `/file/${id}?type=invalidation`;
    const event = await paperOf(path, { authorization: `Bearer ${house.company.key}` });
    expect(event.headers.get('content-disposition')).toMatch(/DTE-01-\w{8}-\d{15}-invalidacion\.pdf"$/);
    const [page] = (await readPdf(event.bytes)).pages;
    for (const field of ['generation_code', 'reception_stamp']) {
      expect(page?.text).toContain(textOf(issued, field));
      expect(page?.text).toContain(textOf(answer, field));
    }
    expect(page?.text).toContain(person.name);
    expect(page?.text).toContain('Rescindir de la operación realizada');
  });

  it('looks as the company wants it', async () => {
    const company = await house.addCompany({ file: { branding: { color: '#0b6e4f', logo: LOGO } } });
    const issued = await company.post('/invoice', invoiceBody());
    const path = pathOf(textOf(issued, 'invoice_url'));
    const plain = await paperOf(pathOf(textOf(await issue(), 'invoice_url')));
    const branded = await paperOf(path);
    expect(Buffer.from(branded.bytes).includes('/Subtype /Image')).toBe(true);
    expect(Buffer.from(plain.bytes).includes('/Subtype /Image')).toBe(false);
  });
});
