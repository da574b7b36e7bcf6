import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnDatabases } from '../../test/support/database.ts';
import { openStorageBench, present, type StorageBench } from '../../test/support/storage-bench.ts';
import type { KeyRegistry } from '../operations/operator-ports.ts';
import { createKeyRegistry } from './key-registry.ts';

const LIMITS = { perMinute: 7, perHour: 77 };

describeOnDatabases('the keys as the operator keeps them', (name) => {
  let bench: StorageBench;
  let registry: KeyRegistry;
  beforeAll(async () => {
    bench = await openStorageBench(name);
    registry = createKeyRegistry(bench.operator);
  });
  afterAll(() => bench.drop());

  const addKey = async (companyId: string, label = 'caja') => {
    const publicId = randomUUID();
    const secretHmac = Buffer.alloc(32);
    const key = { companyId, ambiente: '00', name: label, limits: LIMITS, publicId, secretHmac } as const;
    return { keyId: await registry.create(key), publicId };
  };

  it('are listed with their company, without their secret', async () => {
    const companyId = await bench.addCompany();
    const { keyId } = await addKey(companyId, 'tienda en línea');
    const listed = (await registry.list()).find((key) => key.keyId === keyId);
    expect(listed).toEqual({
      keyId,
      slug: `c-${companyId.slice(0, 13)}`,
      name: 'tienda en línea',
      ambiente: '00',
      limits: LIMITS,
      createdMs: expect.any(Number),
      revokedMs: null,
    });
    expect(Math.abs(Date.now() - present(listed).createdMs)).toBeLessThan(60_000);
  });

  it('are revoked once', async () => {
    const { keyId } = await addKey(await bench.addCompany());
    expect(await registry.revoke(keyId)).toBe(true);
    const revokedMs = (await registry.list()).find((key) => key.keyId === keyId)?.revokedMs;
    expect(Math.abs(Date.now() - present(revokedMs))).toBeLessThan(60_000);
    expect(await registry.revoke(keyId)).toBe(false);
    expect((await registry.list()).find((key) => key.keyId === keyId)?.revokedMs).toBe(revokedMs);
  });

  it.each([randomUUID(), '', 'no-uuid', "'; DROP TABLE api_keys"])(
    'that do not exist revoke nothing: %j',
    async (id) => {
      expect(await registry.revoke(id)).toBe(false);
    },
  );

  it('cannot share a public part', async () => {
    const companyId = await bench.addCompany();
    const { publicId } = await addKey(companyId);
    const again = registry.create({
      companyId,
      ambiente: '00',
      name: 'x',
      limits: LIMITS,
      publicId,
      secretHmac: Buffer.alloc(32),
    });
    await expect(again).rejects.toThrow(/api_keys_public_id/);
  });
});
