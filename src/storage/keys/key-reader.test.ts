import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { describeOnDatabases } from '../../../test/support/database.ts';
import { shared } from '../../../test/support/shared.ts';
import { present, sharedBench, upTo } from '../../../test/support/storage-bench.ts';
import { watchedPool } from '../../../test/support/watched-pool.ts';
import { NOBODYS_PUBLIC_ID } from '../../operations/access/ports.ts';
import { createKeyReader } from './key-reader.ts';
import { createKeyRegistry } from './key-registry.ts';

describeOnDatabases('the keys as the service reads them', (name) => {
  const bench = sharedBench(name);
  const registry = shared(() => createKeyRegistry(bench.operator));
  const reader = shared(() => createKeyReader(bench.pool));

  const addKey = async (companyId: string, label = 'caja') => {
    const publicId = randomUUID();
    const secretHmac = Buffer.from(publicId.replaceAll('-', ''), 'hex');
    const limits = { perMinute: 7, perHour: 77 };
    const named = { companyId, ambiente: '00', name: label, limits } as const;
    const keyId = await registry.create({ keyId: randomUUID(), ...named, publicId, secretHmac });
    return { keyId, publicId, secretHmac };
  };

  it('are found by their public part, with whose they are and what their secret comes to', async () => {
    const companyId = await bench.addCompany();
    const { keyId, publicId, secretHmac } = await addKey(companyId);
    const found = present(await reader.lookUp(publicId));
    expect({ ...found, secretHmac: Buffer.from(found.secretHmac) }).toEqual({
      keyId,
      ambiente: '00',
      companyId,
      secretHmac,
    });
  });

  it('each get their own, however many are asked for at once', async () => {
    const companies = await Promise.all(upTo(3).map(() => bench.addCompany()));
    const keys = await Promise.all(upTo(30).map((turn) => addKey(present(companies[turn % 3]))));
    const own = createKeyReader(bench.anotherPool(2));
    const asked = keys.flatMap(({ publicId }) => [publicId, randomUUID(), publicId]);
    const found = await Promise.all(asked.map(own.lookUp));
    expect(found.map((key) => key?.keyId ?? null)).toEqual(keys.flatMap(({ keyId }) => [keyId, null, keyId]));
  });

  it('are null when unknown or revoked', async () => {
    const { keyId, publicId } = await addKey(await bench.addCompany());
    expect(await reader.lookUp(randomUUID())).toBeNull();
    expect(await reader.lookUp(NOBODYS_PUBLIC_ID)).toBeNull();
    await registry.revoke(keyId);
    expect(await reader.lookUp(publicId)).toBeNull();
  });

  it('are null from the moment of their end', async () => {
    const { keyId, publicId } = await addKey(await bench.addCompany());
    const endsIn = (interval: string) =>
      bench.asSuperuser`UPDATE api_keys SET revoked_at = clock_timestamp() + ${interval}::interval
        WHERE key_id = ${keyId}`;
    await endsIn('1 minute');
    expect(await reader.lookUp(publicId)).toMatchObject({ keyId });
    await endsIn('-1 second');
    expect(await reader.lookUp(publicId)).toBeNull();
  });

  it('are remembered once they were found, and by this reader alone', async () => {
    const { keyId, publicId } = await addKey(await bench.addCompany());
    const unknown = randomUUID();
    const own = createKeyReader(bench.pool);
    expect(own.remembered(publicId)).toBeNull();
    const found = await own.lookUp(publicId);
    await own.lookUp(unknown);
    expect(own.remembered(publicId)).toEqual(found);
    expect(own.remembered(publicId)).toMatchObject({ keyId });
    expect([own.remembered(unknown), own.remembered(NOBODYS_PUBLIC_ID)]).toEqual([null, null]);
    expect(createKeyReader(bench.pool).remembered(publicId)).toBeNull();
  });

  it('cost the same statements whether there is such a key or not, or none was presented', async () => {
    const { keyId, publicId } = await addKey(await bench.addCompany());
    const revoked = await addKey(await bench.addCompany());
    await registry.revoke(revoked.keyId);
    const pool = watchedPool(bench.anotherPool(1));
    const own = createKeyReader(pool);
    const statementsOf = async (presented: string) => {
      const before = pool.statements.length;
      await own.lookUp(presented);
      return pool.statements.slice(before);
    };
    const known = await statementsOf(publicId);
    expect(known).toHaveLength(1);
    expect(own.remembered(publicId)).toMatchObject({ keyId });
    for (const presented of [publicId, revoked.publicId, randomUUID(), NOBODYS_PUBLIC_ID])
      expect(await statementsOf(presented)).toEqual(known);
  });

  it.each([
    ['one that nobody has', () => NOBODYS_PUBLIC_ID],
    ['another unknown one each', () => randomUUID()],
  ])('leave the pool to callers when many come with %s', async (_which, presented) => {
    const pool = watchedPool(bench.anotherPool(10));
    const own = createKeyReader(pool);
    const found = await Promise.all(Array.from({ length: 200 }, () => own.lookUp(presented())));
    expect(found).toEqual(Array(200).fill(null));
    // Two that found nobody before them, and one for all that waited meanwhile.
    expect(pool.statements).toHaveLength(3);
    expect(pool.most()).toBeLessThanOrEqual(2);
  });
});
