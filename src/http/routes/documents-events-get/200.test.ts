import { describe, expect, it } from 'vitest';
import { INVALIDATION, invalidate } from '../../../../test/support/cancelling.ts';
import { ccfBody, freshRef, invoiceBody, noteBody } from '../../../../test/support/request-bodies.ts';
import { expectHeaders } from '../../../../test/support/response-headers.ts';
import { sharedHouse } from '../../../../test/support/shared-house.ts';
import { until } from '../../../../test/support/until.ts';

const house = sharedHouse({ file: INVALIDATION });

async function eventsOf(name: unknown) {
  const answer = await house.company.get(`/documents/${name}/events`);
  expect(answer.status).toBe(200);
  expectHeaders(answer);
  const { events } = answer.body;
  if (!Array.isArray(events)) throw new Error('no events');
  const times = events.map(({ at }) => String(at));
  expect(times.slice(1)).toEqual(times.slice(1).toSorted());
  return { events, kinds: events.map(({ event }) => String(event)) };
}

describe('GET /documents/{id_or_ref}/events', () => {
  it('tells a sale that went as it should, by reference and by identifier', async () => {
    const { body } = await house.company.post('/invoice', invoiceBody());
    const { events, kinds } = await eventsOf(body['document_id']);
    expect(kinds).toEqual(['numbered', 'signed', 'sent', 'sealed']);
    expect(events).toMatchObject([
      { detail: { control_number: body['control_number'] }, message: 'Recibió su número de control.' },
      { detail: { attempt: 1, generation_code: body['generation_code'] } },
      { detail: { attempt: 1 } },
      { detail: { generation_code: body['generation_code'], reception_stamp: body['reception_stamp'] } },
    ]);
    expect((await eventsOf(body['external_ref'])).events).toEqual(events);
  });

  it('tells what was rejected, what was corrected and what was sealed', async () => {
    const external_ref = freshRef();
    const wrong = { customer: { name: 'Cliente Ficticio', email: 'sin-arroba' } };
    await house.company.post('/invoice', invoiceBody({ ...wrong, external_ref }));
    await house.company.post('/invoice', invoiceBody({ external_ref }));
    const { events, kinds } = await eventsOf(external_ref);
    expect(kinds).toEqual(['numbered', 'signed', 'sent', 'rejected', 'signed', 'sent', 'sealed']);
    expect(events[3]).toMatchObject({ message: 'Hacienda lo rechazó.', detail: { message_code: '096' } });
  });

  it('tells a silence, what was asked, and the seal that was found', async () => {
    await house.authority.script({ service: 'recepcion', action: 'reset', when: 'after' });
    const { body } = await house.company.post('/invoice', invoiceBody());
    expect(body['reception_stamp']).not.toBe('');
    const { events, kinds } = await eventsOf(body['document_id']);
    expect(kinds).toEqual(['numbered', 'signed', 'sent', 'asked', 'sealed']);
    expect(events[3]).toMatchObject({ detail: { found: true } });
  });

  it('tells the notes on a CCF, and that it was invalidated', async () => {
    const { body } = await house.company.post('/invoice', ccfBody());
    const note = await house.company.post('/credit-memo', noteBody(body['document_id']));
    const adjusted = await eventsOf(body['document_id']);
    expect(adjusted.kinds.at(-1)).toBe('adjusted');
    expect(adjusted.events.at(-1)).toMatchObject({
      detail: { document_id: note.body['document_id'], control_number: note.body['control_number'] },
    });
    const sold = (await house.company.post('/invoice', invoiceBody())).body;
    await invalidate(house.company, sold);
    await until(
      async () => (await eventsOf(sold['document_id'])).kinds.includes('invalidated'),
      'an invalidation',
    );
    const { kinds } = await eventsOf(sold['document_id']);
    expect(kinds).toEqual(['numbered', 'signed', 'sent', 'sealed', 'invalidation_requested', 'invalidated']);
  });
});
