import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { describeOnDatabases } from '../../../test/support/database.ts';
import { claimRequest, heldOf, sharedBench } from '../../../test/support/storage-bench.ts';
import { createDocumentStore } from './document-store.ts';

describeOnDatabases('an attempt', (name) => {
  const bench = sharedBench(name);

  it('is kept with the hash of its bytes', async () => {
    const clock = { now: () => Date.now(), monotonic: () => performance.now() };
    const store = createDocumentStore(bench.pool, clock);
    const { lease, record, wantedHash } = heldOf(await store.claim(claimRequest(await bench.addCompany())));
    const { codigoGeneracion } = record;
    const attempt = {
      number: 1,
      codigoGeneracion,
      payloadHash: wantedHash,
      jws: 'a.b.ñ',
      contingencia: null,
    };
    await store.recordAttempt(lease, attempt, 20_000);
    expect(await bench.asSuperuser('SELECT jws_sha256 FROM attempts')).toEqual([
      { jws_sha256: createHash('sha256').update('a.b.ñ').digest() },
    ]);
    // Nor do they change, whoever asks for it.
    for (const change of ["jws = 'c'", "payload_hash = 'c'", 'attempt = 2'])
      await expect(bench.asSuperuser(`UPDATE attempts SET ${change}`)).rejects.toThrow(/cannot change/);
  });
});
