import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { describeOnDatabases } from '../../../test/support/database.ts';
import { shared } from '../../../test/support/shared.ts';
import { present, sharedBench } from '../../../test/support/storage-bench.ts';
import { createKeyRegistry } from './key-registry.ts';

const LIMITS = { perMinute: 7, perHour: 77 };

describeOnDatabases('the keys as the operator keeps them', (name) => {
  const bench = sharedBench(name);
  const registry = shared(() => createKeyRegistry(bench.operator));

  const addKey = async (companyId: string, label = 'caja') => {
    const publicId = randomUUID();
    const secretHmac = Buffer.alloc(32);
    const keyId = randomUUID();
    const key = {
      keyId,
      companyId,
      ambiente: '00',
      name: label,
      limits: LIMITS,
      publicId,
      secretHmac,
    } as const;
    return { keyId: await registry.create(key), publicId };
  };

  it('are listed with their company, without their secret', async () => {
    const companyId = await bench.addCompany();
    const { keyId } = await addKey(companyId, 'tienda en línea');
    const listed = (await registry.list()).find((key) => key.keyId === keyId);
    expect(listed).toEqual({
      keyId,
      companyId,
      pepper: 1,
      slug: `c-${companyId.slice(0, 13)}`,
      name: 'tienda en línea',
      ambiente: '00',
      limits: LIMITS,
      createdMs: expect.any(Number),
      lastUsedMs: null,
      revokedMs: null,
      live: true,
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

  const listed = async (keyId: string) => present((await registry.list()).find((key) => key.keyId === keyId));
  const freshKey = () =>
    ({
      keyId: randomUUID(),
      ambiente: '00',
      publicId: randomUUID(),
      secretHmac: Buffer.alloc(32, 7),
    }) as const;
  const rotated = (keyId: string, revokeInMinutes: number | null) =>
    registry.rotate({ keyId, fresh: freshKey(), revokeInMinutes });

  it('get a second one with company, limits and name, and live on beside it', async () => {
    const { keyId } = await addKey(await bench.addCompany(), 'caja 7');
    const secondId = present(await rotated(keyId, null));
    const [first, second] = [await listed(keyId), await listed(secondId)];
    expect(first).toMatchObject({ live: true, revokedMs: null });
    expect({ ...second, keyId, createdMs: first.createdMs }).toEqual(first);
  });

  it('end when their minutes are over, and are rotated once', async () => {
    const { keyId } = await addKey(await bench.addCompany());
    await rotated(keyId, 30);
    const ends = await listed(keyId);
    expect(ends.live).toBe(true);
    expect(Math.abs(present(ends.revokedMs) - Date.now() - 30 * 60_000)).toBeLessThan(60_000);
    const before = (await registry.list()).length;
    for (const minutes of [500, 1, 0, null]) expect(await rotated(keyId, minutes)).toBeNull();
    expect(await listed(keyId)).toEqual(ends);
    expect(await registry.list()).toHaveLength(before);
  });

  it('end at once with no minutes', async () => {
    const { keyId } = await addKey(await bench.addCompany());
    expect(await rotated(keyId, 0)).not.toBeNull();
    expect(await listed(keyId)).toMatchObject({ live: false });
  });

  it('that end later are revoked now', async () => {
    const { keyId } = await addKey(await bench.addCompany());
    await rotated(keyId, 30);
    expect(await registry.revoke(keyId)).toBe(true);
    expect(await listed(keyId)).toMatchObject({ live: false });
    expect(await registry.revoke(keyId)).toBe(false);
  });

  it('take new limits, each by itself', async () => {
    const { keyId } = await addKey(await bench.addCompany());
    expect(await registry.setLimits(keyId, { perHour: 900 })).toEqual({ perMinute: 7, perHour: 900 });
    expect(await registry.setLimits(keyId, { perMinute: 8 })).toEqual({ perMinute: 8, perHour: 900 });
    expect((await listed(keyId)).limits).toEqual({ perMinute: 8, perHour: 900 });
    await registry.revoke(keyId);
    expect(await registry.setLimits(keyId, { perMinute: 9 })).toBeNull();
    expect(await registry.setLimits('no-uuid', { perMinute: 9 })).toBeNull();
    expect(await rotated('no-uuid', null)).toBeNull();
  });

  it('cannot share a public part', async () => {
    const companyId = await bench.addCompany();
    const { publicId } = await addKey(companyId);
    const again = registry.create({
      keyId: randomUUID(),
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
