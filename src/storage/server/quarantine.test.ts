import { expect, it } from 'vitest';
import { describeOnDatabases } from '../../../test/support/database.ts';
import { claimRequest, heldOf, preparedDocument, sharedBench } from '../../../test/support/storage-bench.ts';
import { createDocumentStore } from '../documents/document-store.ts';
import { createWorkStore } from '../documents/work-store.ts';
import { keepQuarantine } from './quarantine.ts';

const CLOCK = { now: () => Date.now(), monotonic: () => performance.now() };
const QUARTER_MS = 15 * 60_000;

describeOnDatabases('the quarantine of all nodes', (name) => {
  const bench = sharedBench(name);
  const kept = async () =>
    (await bench.asSuperuser('SELECT lasts_ms::float8 AS ms FROM quarantines ORDER BY environment')).map(
      ({ ms }) => ms,
    );

  it('is a quarter of an hour in production, and in both the longest that a node was started with', async () => {
    expect(await kept()).toEqual([0, QUARTER_MS]);
    await keepQuarantine(bench.pool, 20_000.4);
    expect(await kept()).toEqual([20_001, QUARTER_MS]);
    await keepQuarantine(bench.pool, 1_000);
    expect(await kept()).toEqual([20_001, QUARTER_MS]);
    await keepQuarantine(bench.pool, 2 * QUARTER_MS);
    expect(await kept()).toEqual([2 * QUARTER_MS, 2 * QUARTER_MS]);
  });

  it('can be shortened by the operator alone, in production never below a quarter of an hour', async () => {
    const shorten = (environment: string, ms: number) =>
      `UPDATE quarantines SET lasts_ms = ${ms} WHERE environment = '${environment}'`;
    const as = async (role: 'pool' | 'operator', text: string) => {
      const client = await bench[role].connect();
      try {
        await client.query(`BEGIN; SET LOCAL ROLE ${bench[role].role}; ${text}; COMMIT`);
        return 'done';
      } catch (error) {
        await client.query('ROLLBACK');
        return error instanceof Error && 'code' in error ? error.code : error;
      } finally {
        client.release();
      }
    };
    expect(await as('pool', shorten('00', 0))).toBe('42501');
    expect(await as('operator', shorten('01', QUARTER_MS - 1))).toBe('23514');
    expect(await as('operator', shorten('01', QUARTER_MS))).toBe('done');
    expect(await as('operator', shorten('00', 7_000))).toBe('done');
    expect(await kept()).toEqual([7_000, QUARTER_MS]);
  });

  it.each(['00', '01'] as const)(
    'of environment %s comes with every document that is held',
    async (ambiente) => {
      const companyId = await bench.addCompany();
      const quarantineMs = (await kept())[ambiente === '00' ? 0 : 1];
      const store = createDocumentStore(bench.pool, CLOCK);
      const request = claimRequest(companyId, { prepared: preparedDocument({ ambiente }), leaseMs: 1 });
      const fresh = heldOf(await store.claim(request));
      await new Promise((resolve) => setTimeout(resolve, 5));
      const again = heldOf(await store.claim({ ...request, leaseMs: 1 }));
      const { documentId } = fresh.record;
      const takeRequest = { companyId, documentId, leaseMs: 1, mostTakings: 10, early: true };
      await new Promise((resolve) => setTimeout(resolve, 5));
      const taken = await createWorkStore(bench.pool, CLOCK).take(takeRequest);
      expect([fresh, again, taken.kind === 'held' ? taken.held : null]).toMatchObject(
        Array.from({ length: 3 }, () => ({ quarantineMs })),
      );
    },
  );
});
