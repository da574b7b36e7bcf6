import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { REJECTED_RAW, REJECTION, STAMP, STAMPED_RAW } from '../../../test/support/answers.ts';
import { describeOnDatabases } from '../../../test/support/database.ts';
import { emailOf, refOf } from '../../../test/support/identifiers.ts';
import { claimRequest, heldOf, present, sharedBench } from '../../../test/support/storage-bench.ts';
import type { DeliveryKey } from '../../operations/deliveries/ports.ts';
import type {
  ClaimRequest,
  DocumentStore,
  HeldDocument,
  KeptRejection,
  Redirect,
  Verdict,
} from '../../operations/documents/ports.ts';
import { createDocumentStore } from '../documents/document-store.ts';
import { createDocumentReader } from '../documents/document-view.ts';
import { createDeliveryQueue } from './delivery-queue.ts';
import { createDeliveryStore } from './delivery-store.ts';

const CLOCK = { now: () => Date.now(), monotonic: () => performance.now() };
const STAMPED: Verdict = { kind: 'stamped', attempt: 1, stamp: STAMP, raw: STAMPED_RAW };
const REJECTED: Verdict = { kind: 'rejected', attempt: 1, rejection: REJECTION, raw: REJECTED_RAW };
const SILENCE: Verdict = { kind: 'silence', reason: 'socket hang up', retryMs: 60_000 };
const RECIPIENT = 'cliente@example.com';

function draftTo(correo: string | null, block = 'receptor'): string {
  return JSON.stringify({ emisor: { correo: 'emisor@example.com' }, [block]: { correo } });
}

describeOnDatabases('the outbox', (name) => {
  const bench = sharedBench(name);
  let companyId: string;
  let store: DocumentStore;
  beforeAll(async () => {
    store = createDocumentStore(bench.pool, CLOCK, { installationMails: true });
  });
  beforeEach(async () => {
    companyId = await bench.addCompany();
  });

  const claim = async (redirect: Redirect | null, draft = draftTo(RECIPIENT), payload = 'A') => {
    const request: ClaimRequest = claimRequest(companyId, {
      externalRef: refOf('ref'),
      prepared: { draft, payload },
      ...(redirect === null ? {} : { redirect }),
    });
    return heldOf(await store.claim(request));
  };
  const send = async (held: HeldDocument) => {
    const { record, wantedHash: payloadHash, lease } = held;
    const attempt = { number: 1, codigoGeneracion: record.codigoGeneracion, payloadHash, jws: 'bytes' };
    if (held.attempts.length === 0)
      present(await store.recordAttempt(lease, { ...attempt, contingencia: null }, 20_000));
  };
  const settle = async (held: HeldDocument, verdict: Verdict, by = store) => {
    await send(held);
    present(await by.settle(held.lease, verdict));
    return held.record.documentId;
  };
  const report = async (documentId: string, installationMails: boolean) => {
    const reader = createDocumentReader(bench.pool, installationMails);
    return present(await reader.view(companyId, { idOrRef: documentId, bytes: false })).delivery;
  };
  const to = (email: string): Redirect => ({ email: emailOf(email), whatsapp: null });
  const rows = () =>
    bench.asSuperuser`SELECT kind, address, state FROM deliveries
      WHERE company_id = ${companyId} ORDER BY kind, address`;
  const due = async () =>
    (await createDeliveryQueue(bench.operator, ['00', '01']).due({ total: 1000, perCompany: 1000 })).filter(
      (one) => one.companyId === companyId,
    );
  const only = async (): Promise<DeliveryKey> => present((await due())[0]);

  describe('is filled by a verdict in its own transaction', () => {
    it('with the recipient of the official document and the address of the request', async () => {
      await settle(await claim(to('otra@example.com')), STAMPED);
      expect(await rows()).toEqual([
        { kind: 'stamped', address: RECIPIENT, state: 'queued' },
        { kind: 'stamped', address: 'otra@example.com', state: 'queued' },
      ]);
    });

    it.each([
      ['of a type 14 of v1', draftTo(RECIPIENT, 'sujetoExcluido'), 1],
      ['once where both are the same but for capitals', draftTo(RECIPIENT.toUpperCase()), 1],
      ['nobody', draftTo(null), 0],
      ['nobody without a recipient', '{"receptor":null}', 0],
      ['nobody in a draft that is no JSON', 'no json', 0],
      ['nobody in a draft with half a character', `{"a":"\\ud800","receptor":{"correo":"${RECIPIENT}"}}`, 0],
      ['nobody under a text that no database holds', '{"receptor":{"correo":"a\\u0000b@example.com"}}', 0],
      ['nobody under an address of 101 characters', draftTo(`${'a'.repeat(89)}@example.com`), 0],
    ])('%s', async (_case, draft, count) => {
      const redirect = draft.includes('CLIENTE') ? to(RECIPIENT) : null;
      await settle(await claim(redirect, draft), STAMPED);
      expect(await rows()).toHaveLength(count);
    });

    it('only where somebody can send it: the installation, or the company itself', async () => {
      const silent = createDocumentStore(bench.pool, CLOCK);
      await settle(await claim(null), STAMPED, silent);
      expect(await rows()).toEqual([]);
      companyId = await bench.addCompany();
      await bench.asSuperuser`UPDATE companies SET profile = jsonb_set(profile, '{delivery}',
        '{"smtp":{"host":"h"}}') WHERE company_id = ${companyId}`;
      await settle(await claim(null), STAMPED, silent);
      expect(await rows()).toHaveLength(1);
    });

    it('once for a contingency, however long it lasts, and again for its stamp', async () => {
      await settle(await claim(null), SILENCE);
      const store = createDeliveryStore(bench.pool);
      await store.sent(present(await store.take(await only(), 1000)));
      await settle(await claim(null), SILENCE);
      expect(await due()).toEqual([]);
      await settle(await claim(null), STAMPED);
      expect(await rows()).toEqual([
        { kind: 'contingency', address: RECIPIENT, state: 'sent' },
        { kind: 'stamped', address: RECIPIENT, state: 'queued' },
      ]);
    });

    it.each([
      [STAMPED, 2],
      [REJECTED, 1],
    ])('which withdraws what still waits to tell of the contingency: %#', async (verdict, count) => {
      await settle(await claim(null), SILENCE);
      await settle(await claim(null), verdict);
      const all = await rows();
      expect(all).toHaveLength(count);
      expect(all[0]).toEqual({ kind: 'contingency', address: RECIPIENT, state: 'withdrawn' });
    });
  });

  describe('after a retry', () => {
    it('sends to the new address and no longer to the old one', async () => {
      await settle(await claim(to('vieja@example.com')), SILENCE);
      const held = await claim(to('nueva@example.com'));
      expect((await due()).map(({ address }) => address)).toEqual([RECIPIENT]);
      await settle(held, SILENCE);
      expect((await due()).map(({ address }) => address).sort()).toEqual([RECIPIENT, 'nueva@example.com']);
    });

    it('queues again what was withdrawn and is wanted again, under the same Message-ID', async () => {
      const ids = async () =>
        (await bench.asSuperuser('SELECT message_id FROM deliveries WHERE company_id = $1', [companyId])).map(
          (row) => row['message_id'],
        );
      const nobody = draftTo(null);
      await settle(await claim(to('una@example.com'), nobody), SILENCE);
      const before = await ids();
      await settle(await claim(to('otra@example.com'), nobody), SILENCE);
      await settle(await claim(to('una@example.com'), nobody), SILENCE);
      expect(await due()).toEqual([expect.objectContaining({ address: 'una@example.com' })]);
      expect(new Set(await ids()).size).toBe(2);
      expect(await ids()).toEqual(expect.arrayContaining(before));
    });

    it('keeps the number for WhatsApp of the last request', async () => {
      const documentId = await settle(await claim({ email: null, whatsapp: '7777-7777' }), SILENCE);
      expect(await report(documentId, true)).toMatchObject({ redirectWhatsapp: '7777-7777' });
      await claim({ email: null, whatsapp: '7777-8888' });
      expect(await report(documentId, true)).toMatchObject({ redirectWhatsapp: '7777-8888' });
    });
  });

  describe('tells the issuer of a rejection', () => {
    const ISSUER = 'rechazos@example.com';
    const wanted = { kind: 'rejected', address: ISSUER, state: 'queued' };
    const wantRejections = (email: string) =>
      bench.asSuperuser`UPDATE companies
        SET profile = jsonb_set(profile, '{delivery,rejections_email}', to_jsonb(${email}::text))
        WHERE company_id = ${companyId}`;
    beforeEach(() => wantRejections(ISSUER));
    const deliveries = () => createDeliveryStore(bench.pool);
    /** The same reference again, under the next attempt. */
    const again = async (number: number, verdict: Verdict = { ...REJECTED, attempt: number }) => {
      const { record, wantedHash: payloadHash, lease } = await claim(null);
      const attempt = { number, codigoGeneracion: record.codigoGeneracion, payloadHash, jws: 'bytes' };
      present(await store.recordAttempt(lease, { ...attempt, contingencia: null }, 20_000));
      present(await store.settle(lease, verdict));
    };

    it('where it wants to be told, and nobody else', async () => {
      const documentId = await settle(await claim(to('otra@example.com')), REJECTED);
      expect(await rows()).toEqual([wanted]);
      expect(await due()).toMatchObject([{ kind: 'rejected', address: ISSUER }]);
      expect(await report(documentId, true)).toMatchObject({ messages: [] });
    });

    it('only over a mail server', async () => {
      await settle(await claim(null), REJECTED, createDocumentStore(bench.pool, CLOCK));
      expect(await rows()).toEqual([]);
    });

    it('only when the rejection holds', async () => {
      const doubt: KeptRejection = {
        about: 'copy',
        attempt: 1,
        codes: [],
        rejection: REJECTION,
        raw: REJECTED_RAW,
      };
      await settle(await claim(null), { kind: 'doubted', doubt, retryMs: 60_000 });
      expect(await rows()).toEqual([]);
    });

    it('once a rejection, each under its own Message-ID, and the one that waits in place of the earlier', async () => {
      await settle(await claim(null), REJECTED);
      const first = present(await deliveries().take(await only(), 60_000));
      await again(2);
      const second = present(await deliveries().take(await only(), 60_000));
      expect(second).toMatchObject({ tries: 1, kind: 'rejected' });
      expect(second.messageId).not.toBe(first.messageId);
      await deliveries().giveUp(first, 'tarde');
      await deliveries().withdraw(first);
      await deliveries().sent(first);
      expect(await rows()).toEqual([wanted]);
      await deliveries().sent(second);
      expect(await rows()).toEqual([{ ...wanted, state: 'sent' }]);
      await again(3);
      expect(await rows()).toEqual([wanted]);
      expect((await only()).address).toBe(ISSUER);
    });

    it.each([
      ['sealed', { ...STAMPED, attempt: 2 }],
      ['in contingency', SILENCE],
    ])('no longer where the document is %s before the message left', async (_state, verdict) => {
      await settle(await claim(null), REJECTED);
      await again(2, verdict);
      expect(await rows()).toContainEqual({ ...wanted, state: 'withdrawn' });
    });

    it('in place of what waits for another address, or for the recipients', async () => {
      await settle(await claim(null), SILENCE);
      await settle(await claim(null), REJECTED);
      await wantRejections('otros@example.com');
      await again(2);
      expect(await rows()).toEqual([
        { kind: 'contingency', address: RECIPIENT, state: 'withdrawn' },
        { ...wanted, address: 'otros@example.com' },
        { ...wanted, state: 'withdrawn' },
      ]);
    });
  });

  describe('gives a message', () => {
    const deliveries = () => createDeliveryStore(bench.pool);
    beforeEach(async () => {
      await settle(await claim(null), STAMPED);
    });

    it('to one taker at a time, and again to another when the first does not come back', async () => {
      const key = await only();
      const takers = await Promise.all([1, 2, 3, 4].map(() => deliveries().take(key, 60_000)));
      const taken = takers.filter((one) => one !== null);
      expect(taken).toHaveLength(1);
      expect(await due()).toEqual([]);
      await bench.asSuperuser`UPDATE deliveries SET next_attempt_at = now() WHERE company_id = ${companyId}`;
      const again = present(await deliveries().take(await only(), 60_000));
      expect(again).toMatchObject({ messageId: taken[0]?.messageId, tries: 2 });
      expect(again.messageId).toMatch(/^<[0-9a-f]{64}@dte\.sello>$/);
    });

    it('only the last of whom may postpone it or give it up, while sent is sent', async () => {
      const first = present(await deliveries().take(await only(), 0));
      const second = present(await deliveries().take(first, 60_000));
      await deliveries().giveUp(first, 'tarde');
      await deliveries().postpone(first, 0, 'tarde');
      expect(await rows()).toEqual([{ kind: 'stamped', address: RECIPIENT, state: 'queued' }]);
      expect(await due()).toEqual([]);
      await deliveries().sent(first);
      await deliveries().postpone(second, 0, 'tarde');
      expect(await rows()).toEqual([{ kind: 'stamped', address: RECIPIENT, state: 'sent' }]);
    });

    it('back with the reason why it waits, or why it was given up', async () => {
      const taken = present(await deliveries().take(await only(), 60_000));
      await deliveries().postpone(taken, 0, 'sin servidor');
      expect(await report(taken.documentId, false)).toMatchObject({
        isConfigured: false,
        messages: [{ lastError: 'sin servidor' }],
      });
      await deliveries().giveUp(present(await deliveries().take(taken, 60_000)), 'no existe');
      expect((await report(taken.documentId, false)).messages).toEqual([
        { kind: 'stamped', address: RECIPIENT, state: 'failed', sentMs: null, lastError: 'no existe' },
      ]);
    });

    it('of each company in turn', async () => {
      const first = companyId;
      await bench.asSuperuser`INSERT INTO deliveries (company_id, document_id, kind, address, environment, state,
          message_id, next_attempt_at)
        SELECT company_id, document_id, kind, n || address, environment, state, message_id, next_attempt_at - interval '1 h'
        FROM deliveries, generate_series(1, 20) n WHERE company_id = ${first}`;
      companyId = await bench.addCompany();
      await settle(await claim(null), STAMPED);
      const found = await createDeliveryQueue(bench.operator, ['00']).due({ total: 100, perCompany: 3 });
      expect(found.filter((one) => one.companyId === first)).toHaveLength(3);
      expect(found.filter((one) => one.companyId === companyId)).toHaveLength(1);
      const queue = createDeliveryQueue(bench.operator, ['00']);
      const order = (await queue.due({ total: 1000, perCompany: 1 })).map((one) => one.companyId);
      expect(order).toEqual(order.toSorted());
      for (const [place, after] of order.entries()) {
        const [next] = await queue.due({ total: 1, perCompany: 3, after });
        expect(next?.companyId).toBe(order[(place + 1) % order.length]);
      }
      expect(await createDeliveryQueue(bench.operator, ['01']).due({ total: 100, perCompany: 3 })).toEqual(
        [],
      );
    });
  });
});
