import { expect, it } from 'vitest';
import { describeOnDatabases } from '../../../test/support/database.ts';
import { emailOf } from '../../../test/support/identifiers.ts';
import { claimRequest, heldOf, sharedBench } from '../../../test/support/storage-bench.ts';
import { createDocumentStore } from '../documents/document-store.ts';
import { createMailRepeater } from './mail-repeater.ts';

describeOnDatabases('mail that is asked for again', (name) => {
  const bench = sharedBench(name);
  const clock = { now: () => Date.now(), monotonic: () => performance.now() };

  it('is limited by document and address, also where many ask at once', async () => {
    const companyId = await bench.addCompany();
    const { record } = heldOf(await createDocumentStore(bench.pool, clock).claim(claimRequest(companyId)));
    const { documentId } = record;
    const mails = createMailRepeater(bench.pool);
    const limits = { perDay: 3, everyMs: 60_000 };
    const ask = (text: string | null) => {
      const address = text === null ? null : emailOf(text);
      return mails.askAgain({ companyId, documentId, kind: 'stamped', address }, limits);
    };
    expect(await ask(null)).toEqual({ kind: 'no_address' });
    const wanted = ['a@example.com', 'a@example.com', 'b@example.com', 'c@example.com', 'd@example.com'];
    const kinds = (await Promise.all(wanted.map(ask))).map(({ kind }) => kind);
    expect(kinds.toSorted()).toEqual(['queued', 'queued', 'queued', 'queued', 'too_often']);
    const rows = () => bench.asSuperuser('SELECT asked FROM deliveries WHERE company_id = $1', [companyId]);
    expect(await rows()).toEqual([{ asked: 1 }, { asked: 1 }, { asked: 1 }]);
    await bench.asSuperuser`UPDATE deliveries
      SET state = 'sent', sent_at = now(), next_attempt_at = NULL, asked_at = now() - interval '1 day'
      WHERE company_id = ${companyId}`;
    expect(await ask('a@example.com')).toEqual({ kind: 'too_often', waitMs: expect.any(Number) });
    await bench.asSuperuser(
      `UPDATE deliveries SET sent_at = now() - interval '1 hour', queued_at = now() - interval '1 hour'`,
    );
    expect(await ask('a@example.com')).toEqual({ kind: 'queued' });
  });
});
