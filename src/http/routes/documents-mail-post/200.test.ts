import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openMailServer } from '../../../../test/mail/mail-server.ts';
import { readMessage } from '../../../../test/mail/read-message.ts';
import { type OwnHouse, openHouse } from '../../../../test/support/house.ts';
import { mailAccount } from '../../../../test/support/mail-account.ts';
import { invoiceBody } from '../../../../test/support/request-bodies.ts';
import { expectError, expectHeaders } from '../../../../test/support/response-headers.ts';
import { shared } from '../../../../test/support/shared.ts';
import { until } from '../../../../test/support/until.ts';

let house: OwnHouse;

const server = shared(() => openMailServer());
beforeAll(async () => {
  const account = mailAccount({ port: server.port });
  house = await openHouse({ mail: { account, times: { deadlineMs: 1_000, silenceMs: 1_000 } } });
});
afterAll(async () => {
  await house.close();
  await server.close();
});

const ask = (name: unknown, body?: object) =>
  body === undefined
    ? house.company.call('POST', `/documents/${name}/mail`)
    : house.company.post(`/documents/${name}/mail`, body);

const aMinuteLater = () =>
  house.sql(`UPDATE deliveries SET queued_at = queued_at - interval '61 s', sent_at = sent_at - interval '61 s',
             asked_at = asked_at - interval '61 s'`);

async function sold(email: string | undefined) {
  const customer = { name: 'Cliente Ficticio', ...(email === undefined ? {} : { email }) };
  return (await house.company.post('/invoice', invoiceBody({ customer }))).body['document_id'];
}

const untilSent = (id: unknown, count: number) =>
  until(async () => {
    const rows = await house.sql(`SELECT FROM deliveries WHERE document_id = $1 AND state = 'sent'`, [id]);
    return rows.length === count;
  }, `${count} messages that were sent`);

describe('POST /documents/{id_or_ref}/mail', () => {
  it('sends the document again, as another message, once a minute', async () => {
    const id = await sold('ana@example.com');
    await untilSent(id, 1);
    const [first] = await server.messagesTo('ana@example.com', 1);
    const early = await ask(id);
    expectError(early, 429, 'mailed_too_often');
    expect(Number(early.headers['retry-after'])).toBeGreaterThan(50);
    await aMinuteLater();
    const answer = await ask(id);
    expect(answer.status).toBe(200);
    expectHeaders(answer);
    expect(answer.body).toMatchObject({
      document_id: id,
      delivery: { recipients: [{ address: 'ana@example.com', kind: 'stamped' }] },
    });
    const [, again] = await server.messagesTo('ana@example.com', 2);
    const [one, two] = [first, again].map((message) => readMessage(message?.source ?? '').headers);
    expect(two?.get('subject')).toBe(one?.get('subject'));
    expect(two?.get('message-id')).not.toBe(one?.get('message-id'));
    const { events } = (await house.company.get(`/documents/${id}/events`)).body;
    expect(JSON.stringify(events)).toContain('"event":"mail_asked"');
  });

  it('sends it to another address, and queues what waits already only once', async () => {
    const id = await sold(undefined);
    expectError(await ask(id), 400, 'invalid_request');
    await server.tell({ hangs: true });
    const answers = await Promise.all([1, 2, 3].map(() => ask(id, { address: 'contador@example.com' })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await server.tell();
    await house.sql(`UPDATE deliveries SET next_attempt_at = now() WHERE state = 'queued'`);
    await untilSent(id, 1);
    expect(await server.messagesTo('contador@example.com', 1)).toHaveLength(1);
  });

  it('sends a document ten times a day by hand, and no more', async () => {
    const id = await sold('diez@example.com');
    await untilSent(id, 1);
    for (let time = 1; time <= 10; time += 1) {
      await aMinuteLater();
      expect((await ask(id)).status).toBe(200);
      await untilSent(id, 1);
    }
    await aMinuteLater();
    const eleventh = await ask(id, { address: 'otra@example.com' });
    expectError(eleventh, 429, 'mailed_too_often');
    expect(Number(eleventh.headers['retry-after'])).toBeGreaterThan(80_000);
    await house.sql(`UPDATE deliveries SET asked_at = asked_at - interval '1 day'`);
    expect((await ask(id, { address: 'otra@example.com' })).status).toBe(200);
  });
});
