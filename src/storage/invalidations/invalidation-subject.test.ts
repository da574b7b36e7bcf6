import { expect, it } from 'vitest';
import { STAMP, STAMPED_RAW } from '../../../test/support/answers.ts';
import { describeOnDatabases } from '../../../test/support/database.ts';
import { heldInvalidation, registerRequest } from '../../../test/support/invalidation-bench.ts';
import { stampedCcf } from '../../../test/support/note-bench.ts';
import { present, sharedBench, withClients } from '../../../test/support/storage-bench.ts';
import type { InvalidationVerdict } from '../../operations/invalidations/ports.ts';
import { createDocumentStore } from '../documents/document-store.ts';
import { createInvalidationStore } from './invalidation-store.ts';

const SEALED: InvalidationVerdict = {
  kind: 'sealed',
  ours: true,
  selloRecibido: STAMP.selloRecibido,
  fhProcesamiento: null,
  codigoMsg: '001',
  message: 'Recibida',
  raw: STAMPED_RAW,
};

describeOnDatabases('an invalidation that is sealed while its document is being read', (name) => {
  const bench = sharedBench(name);

  it('is never called sealed where it is shown without its seal', async () => {
    const documents = createDocumentStore(bench.pool, { now: Date.now, monotonic: () => performance.now() });
    const ccf = await stampedCcf(documents, await bench.addCompany(), 'ccf');
    const store = createInvalidationStore(bench.pool);
    const { lease } = heldInvalidation(await store.register(registerRequest(ccf)));
    await store.recordAttempt(lease, 'a.b.c', 20_000);
    const seen = new Set<string>();
    const sealInBetween = async (statement: string) => {
      if (statement !== 'read-standing' || seen.size > 0) return;
      seen.add(statement);
      await store.settle(lease, SEALED);
    };
    const pool = withClients(bench.anotherPool(), (client) => afterStatements(client, sealInBetween));
    const found = present(await createInvalidationStore(pool).subject(ccf.companyId, ccf.documentId));
    expect(seen.size).toBe(1);
    expect([found.standing.invalidation, found.invalidation?.state]).toEqual(['open', 'sealed']);
  });
});

/** Does something after every named statement of a connection, before its result is seen. */
function afterStatements(client: object, work: (name: string) => Promise<void>): void {
  const original: unknown = Reflect.get(client, 'query');
  if (typeof original !== 'function') throw new Error('this is no client');
  Reflect.set(client, 'query', async (...given: readonly unknown[]) => {
    const result: unknown = await Reflect.apply(original, client, [...given]);
    const [statement] = given;
    if (typeof statement === 'object' && statement !== null && 'name' in statement)
      await work(String(statement.name));
    return result;
  });
}
