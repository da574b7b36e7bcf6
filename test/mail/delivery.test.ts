import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DeliveryContext } from '../../src/operations/deliveries/send-delivery.ts';
import { type OwnHouse, openHouse } from '../support/house.ts';
import { mailAccount } from '../support/mail-account.ts';
import { freshRef, invoiceBody } from '../support/request-bodies.ts';
import { shared } from '../support/shared.ts';
import { until } from '../support/until.ts';
import { openMailServer } from './mail-server.ts';
import { readMessage, textOf } from './read-message.ts';

let house: OwnHouse;
/** So many of the next messages are sent and then not marked, as where the node dies in between. */
let deaths = 0;

function dying(context: DeliveryContext): DeliveryContext {
  const { deliveries } = context;
  const sent: typeof deliveries.sent = async (taken) => {
    deaths -= 1;
    if (deaths < 0) await deliveries.sent(taken);
  };
  return { ...context, deliveries: { ...deliveries, sent } };
}

const server = shared(() => openMailServer());
beforeAll(async () => {
  house = await openHouse({
    times: { callTimeoutMs: 300, requestBudgetMs: 1_000 },
    mail: {
      account: mailAccount({ port: server.port }),
      times: { deadlineMs: 1_000, silenceMs: 1_000 },
      wrap: dying,
    },
  });
});
afterAll(async () => {
  await house.close();
  await server.close();
});
beforeEach(async () => {
  deaths = 0;
  await Promise.all([server.tell(), house.authority.behave()]);
});

let addresses = 0;

/** An address of its own for each test. */
function freshAddress(): string {
  addresses += 1;
  return `cliente-${addresses}@example.com`;
}

function bodyTo(address: string, changes: Readonly<Record<string, unknown>> = {}) {
  return invoiceBody({ customer: { name: 'Cliente Ficticio', email: address }, ...changes });
}

async function deliveryOf(reference: unknown) {
  const { body } = await house.company.get(`/status/${reference}`);
  return body['delivery'];
}

async function untilStanding(reference: unknown, standing: object): Promise<void> {
  await until(
    async () => {
      try {
        expect(await deliveryOf(reference)).toMatchObject(standing);
        return true;
      } catch {
        return false;
      }
    },
    `a delivery like ${JSON.stringify(standing)}`,
  );
}

/** As if the time of everything that waits had come. */
function hurry() {
  return house.sql("UPDATE deliveries SET next_attempt_at = now() WHERE state = 'queued'");
}

async function messageIdsTo(address: string, count: number) {
  const taken = await server.messagesTo(address, count);
  return taken.map(({ source }) => readMessage(source).headers.get('message-id'));
}

/** The path behind a link, which names the public address. */
function pathOf(link: unknown): string {
  const { pathname, search } = new URL(String(link));
  return pathname + search;
}

describe('a stamped document', () => {
  it('goes with PDF and JSON to its recipient and to redirect_email, and the status says so', async () => {
    const [address, redirect_email] = [freshAddress(), freshAddress()];
    const { body } = await house.company.post('/invoice', bodyTo(address, { redirect_email }));
    const json = (await house.company.get(pathOf(body['json_url']))).text;
    for (const to of [address, redirect_email]) {
      const [taken] = await server.messagesTo(to);
      const { headers, parts } = readMessage(taken?.source ?? '');
      expect(headers.get('subject')).toMatch(new RegExp(`^PRUEBAS: Factura ${body['control_number']} de `));
      expect(parts.map(({ type }) => type)).toEqual([
        'text/plain',
        'text/html',
        'application/pdf',
        'application/json',
      ]);
      expect(parts[3]?.bytes.toString('utf8')).toBe(json);
      const paper = await fetch(`${house.node.url}${pathOf(body['invoice_url'])}`);
      expect(parts[2]?.bytes.equals(Buffer.from(await paper.arrayBuffer()))).toBe(true);
    }
    await untilStanding(body['external_ref'], { state: 'sent' });
    const recipient = { kind: 'stamped', state: 'sent', sent_at: expect.any(String), last_error: null };
    expect(await deliveryOf(body['external_ref'])).toEqual({
      state: 'sent',
      recipients: [
        { ...recipient, address },
        { ...recipient, address: redirect_email },
      ],
      redirect_whatsapp: null,
    });
  });

  it('without any address goes to nobody, and its number for WhatsApp is only kept', async () => {
    const redirect_whatsapp = '+503 7777-7777';
    const { body } = await house.company.post('/invoice', invoiceBody({ redirect_whatsapp }));
    const delivery = { state: 'none', recipients: [], redirect_whatsapp };
    expect(await deliveryOf(body['external_ref'])).toEqual(delivery);
  });

  it('is refused before it has a number where redirect_email is no address', async () => {
    const redirect_email = 'a@example.com\r\nBcc: b@example.com';
    for (const wrong of [redirect_email, 'a@b.com,c@d.com', 'nadie'])
      expect(await house.company.post('/invoice', invoiceBody({ redirect_email: wrong }))).toMatchObject({
        status: 400,
        body: { detail: expect.stringContaining('redirect_email') },
      });
  });
});

describe('a document in contingency', () => {
  it('goes out marked as such, and a second time with its seal, to the addresses of the retry', async () => {
    const [address, before, after] = [freshAddress(), freshAddress(), freshAddress()];
    const external_ref = freshRef();
    await house.authority.script({ service: 'all', action: 'down', forMs: 60_000 });
    const first = bodyTo(address, { external_ref, redirect_email: before });
    expect((await house.company.post('/invoice', first)).body).toMatchObject({ contingency: true });
    await server.messagesTo(before);
    await house.authority.behave();
    // A circuit that opened meanwhile would answer in the authority's place.
    const second = { ...first, redirect_email: after };
    await until(
      async () => (await house.company.post('/invoice', second)).body['dte_success'] === true,
      'a stamp',
    );
    const [pending, stamped] = await server.messagesTo(address, 2);
    const [told, sealed] = [pending, stamped].map((one) => readMessage(one?.source ?? ''));
    expect(told?.headers.get('subject')).toMatch(/\(EN TRANSMISIÓN: pendiente de sello\)$/);
    expect(told?.parts[3]?.bytes.toString('utf8')).not.toContain('"selloRecibido":"');
    expect(sealed?.headers.get('subject')).not.toContain('pendiente');
    expect(sealed?.parts[3]?.bytes.toString('utf8')).toContain('"selloRecibido":"');
    expect(told?.headers.get('message-id')).not.toBe(sealed?.headers.get('message-id'));
    await server.messagesTo(after);
    const to = (one: string) => server.messages.filter(({ to }) => to.includes(one)).length;
    expect([to(before), to(address)]).toEqual([1, 2]);
  });
});

describe('a rejected document', () => {
  const issuer = freshAddress();
  const shop = shared(() => house.addCompany({ file: { delivery: { rejections_email: issuer } } }));
  const wrong = { customer: { name: 'Cliente Ficticio', email: 'sin-arroba' } };
  let told = 0;

  /** The messages to the issuer since the last look. */
  async function toldIssuer(count: number) {
    told += count;
    return (await server.messagesTo(issuer, told)).slice(-count);
  }

  const sent = (address: string) => server.messages.filter(({ to }) => to.includes(address)).length;

  it('is told to the issuer that wants it, in the words of its explanation, and to nobody else', async () => {
    const redirect_email = freshAddress();
    const { body } = await shop.post('/invoice', invoiceBody({ ...wrong, redirect_email }));
    const [taken] = await toldIssuer(1);
    const message = readMessage(taken?.source ?? '');
    expect(message.headers.get('subject')).toBe(
      `PRUEBAS: RECHAZADO por Hacienda: Factura ${body['control_number']} (referencia ${body['external_ref']})`,
    );
    const text = textOf(message, 'text/plain');
    const explanations = [body['explanation']].flat();
    expect(explanations).toEqual([expect.objectContaining({ field: 'customer.email', value: 'sin-arroba' })]);
    expect(text).toContain(
      'Dato: correo del cliente, en el documento receptor.correo\r\nCampo en la interfaz: customer.email\r\nValor: sin-arroba',
    );
    for (const key of ['text', 'why']) expect(text).toContain(Object(explanations[0])[key]);
    expect(Object(explanations[0])['remedy']).toMatch(/^Corrija customer\.email: /);
    expect(text).toContain('Qué hacer: Corrija «correo del cliente»: ');
    expect(message.parts.map(({ type }) => type)).toEqual(['text/plain', 'text/html', 'application/pdf']);
    const paper = await fetch(`${house.node.url}${pathOf(body['invoice_url'])}`);
    expect(message.parts[2]?.bytes.equals(Buffer.from(await paper.arrayBuffer()))).toBe(true);
    expect(sent(redirect_email)).toBe(0);
  });

  it('shows what its issuer was told in its events, and not in its delivery', async () => {
    const { body } = await shop.post('/invoice', invoiceBody(wrong));
    await toldIssuer(1);
    const id = body['document_id'];
    const isTold = async () => {
      const { body: life } = await shop.get(`/documents/${id}/events`);
      return JSON.stringify(life['events']).includes(`{"kind":"rejected","address":"${issuer}"}`);
    };
    await until(isTold, 'an event of the message');
    const delivery = { state: 'none', recipients: [], redirect_whatsapp: null };
    expect((await shop.get(`/status/${id}`)).body['delivery']).toEqual(delivery);
    const again = await shop.call('POST', `/documents/${id}/mail`);
    expect([again.status, again.body['code']]).toEqual([400, 'nothing_to_mail']);
  });

  it('is told as often as it is rejected, each time under another Message-ID', async () => {
    const order = invoiceBody({ ...wrong, external_ref: freshRef() });
    await shop.post('/invoice', order);
    const [first] = await toldIssuer(1);
    await shop.post('/invoice', order);
    const [second] = await toldIssuer(1);
    const idOf = (one: typeof first) => readMessage(one?.source ?? '').headers.get('message-id');
    expect(idOf(first)).toMatch(/@ejemplo\.com>$/);
    expect(idOf(second)).not.toBe(idOf(first));
  });

  it('that is corrected before the message leaves is not told', async () => {
    await server.tell({ messages: ['451 4.3.0 Vuelva luego'] });
    const [external_ref, address] = [freshRef(), freshAddress()];
    await shop.post('/invoice', invoiceBody({ ...wrong, external_ref }));
    const waits = async () => {
      const rows = await house.sql`SELECT state, last_error IS NOT NULL AS tried FROM deliveries
        WHERE company_id = ${shop.companyId} AND kind = 'rejected' AND state = 'queued'`;
      return rows[0]?.['tried'] === true;
    };
    await until(waits, 'a message that waits');
    const { body } = await shop.post('/invoice', bodyTo(address, { external_ref }));
    expect(body).toMatchObject({ dte_success: true });
    await hurry();
    await server.messagesTo(address);
    expect(await waits()).toBe(false);
    expect(sent(issuer)).toBe(told);
  });

  it('is told to nobody where the company does not ask for it', async () => {
    const { body } = await house.company.post('/invoice', invoiceBody(wrong));
    expect(body).toMatchObject({ rejected: true });
    const rows = await house.sql('SELECT * FROM deliveries WHERE document_id = $1', [body['document_id']]);
    expect(rows).toEqual([]);
  });
});

describe('a message', () => {
  it('that the server does not take now goes later, under the same Message-ID', async () => {
    const address = freshAddress();
    await server.tell({ messages: ['451 4.3.0 Vuelva luego'] });
    const { body } = await house.company.post('/invoice', bodyTo(address));
    const last_error = 'El servidor de correo respondió: 451 4.3.0 Vuelva luego';
    await untilStanding(body['external_ref'], { state: 'queued', recipients: [{ last_error }] });
    const [row] = await house.sql('SELECT message_id FROM deliveries WHERE address = $1', [address]);
    await hurry();
    const [local] = String(row?.['message_id']).split('@');
    expect(await messageIdsTo(address, 1)).toEqual([`${local}@ejemplo.com>`]);
    await untilStanding(body['external_ref'], { state: 'sent', recipients: [{ last_error: null }] });
  });

  it('that the server will never take is given up, and the other recipient has his', async () => {
    const [address, redirect_email] = [freshAddress(), freshAddress()];
    await server.tell({ recipients: ['550 5.1.1 No existe'] });
    const { body } = await house.company.post('/invoice', bodyTo(address, { redirect_email }));
    await untilStanding(body['external_ref'], { state: 'partial' });
    expect(body).toMatchObject({ dte_success: true });
  });

  it('that was sent and not marked is sent again under the same Message-ID', async () => {
    const address = freshAddress();
    deaths = 1;
    await house.company.post('/invoice', bodyTo(address));
    await server.messagesTo(address);
    await hurry();
    const [first, second] = await messageIdsTo(address, 2);
    expect(second).toBe(first);
  });

  it('goes once, however many nodes send', async () => {
    await house.addNode();
    const all = Array.from({ length: 6 }, freshAddress);
    await Promise.all(all.map((address) => house.company.post('/invoice', bodyTo(address))));
    await Promise.all(all.map((address) => server.messagesTo(address)));
    const counts = all.map((address) => server.messages.filter(({ to }) => to.includes(address)).length);
    expect(counts).toEqual(all.map(() => 1));
  });
});

describe('a mail server that hangs', () => {
  it('holds no issuance up, whatever waits for it', async () => {
    await server.tell({ hangs: true });
    const waiting = process.env['SELLO_LONG'] === '1' ? 1_000 : 200;
    const { body } = await house.company.post('/invoice', bodyTo(freshAddress()));
    await house.sql`INSERT INTO deliveries (company_id, document_id, kind, address, environment, state, message_id,
        next_attempt_at)
      SELECT company_id, document_id, 'stamped', 'c' || n || '@example.com', '00', 'queued', '<' || n || '>', now()
      FROM documents, generate_series(1, ${waiting}) n WHERE document_id = ${body['document_id']}`;
    const started = performance.now();
    for (let n = 0; n < 5; n += 1)
      expect((await house.company.post('/invoice', bodyTo(freshAddress()))).body['dte_success']).toBe(true);
    // The two nodes try twelve at a time, a second each: behind the outbox, this would take several times as long.
    expect(performance.now() - started).toBeLessThan((waiting / 12) * 1_000);
    await house.sql`UPDATE deliveries SET state = 'withdrawn', next_attempt_at = NULL WHERE state = 'queued'`;
  });
});
