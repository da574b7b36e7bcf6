import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { describeOnDatabases } from '../../../test/support/database.ts';
import { nitOf } from '../../../test/support/identifiers.ts';
import { shared } from '../../../test/support/shared.ts';
import { sharedBench } from '../../../test/support/storage-bench.ts';
import type { CertificateMaterial } from '../../operations/companies/ports.ts';
import { createKeyRegistry } from '../keys/key-registry.ts';
import { createSecretsReader } from './secrets-reader.ts';
import { createSecretsRegistry } from './secrets-registry.ts';

function material(sealedPrivateKey: string): CertificateMaterial {
  return {
    nit: nitOf('06140101900018'),
    notBeforeMs: Date.UTC(2026, 0, 1, 6),
    notAfterMs: Date.UTC(2027, 0, 1, 5, 59, 59, 999),
    publicKeySpki: Buffer.from([1, 2, 3]),
    sealedPrivateKey,
  };
}

const NOTHING = { certificate: null, user: null, liveKeys: 0, hasSmtpPassword: false };

describeOnDatabases('the secrets of a company', (name) => {
  const bench = sharedBench(name);
  let companyId: string;
  let elapsedMs = 0;
  /** On the wall. */
  let nowMs = 0;
  const registry = shared(() => createSecretsRegistry(bench.operator));
  const reader = shared(() =>
    createSecretsReader(bench.pool, { now: () => nowMs, monotonic: () => elapsedMs }),
  );
  beforeEach(async () => {
    companyId = await bench.addCompany();
    nowMs = material('').notBeforeMs;
  });

  it('are none at first', async () => {
    expect(await reader.certificate(companyId, '00')).toBeNull();
    expect(await reader.credentials(companyId, '00')).toBeNull();
    expect(await registry.setup(companyId, '00')).toEqual(NOTHING);
  });

  it('give a company’s first certificate at once', async () => {
    expect(await reader.certificate(companyId, '00')).toBeNull();
    await registry.addCertificate(companyId, '00', material('first'));
    expect((await reader.certificate(companyId, '00'))?.sealedPrivateKey).toBe('first');
  });

  it('give the certificate imported last, to the millisecond, within ten seconds', async () => {
    await registry.addCertificate(companyId, '00', material('first'));
    expect((await reader.certificate(companyId, '00'))?.sealedPrivateKey).toBe('first');
    const certificateId = await registry.addCertificate(companyId, '00', material('second'));
    elapsedMs += 9_999;
    expect((await reader.certificate(companyId, '00'))?.sealedPrivateKey).toBe('first');
    elapsedMs += 1;
    const { nit, publicKeySpki, ...times } = material('second');
    expect(nit).toHaveLength(14);
    const found = await reader.certificate(companyId, '00');
    expect(found).toMatchObject({ certificateId, ...times });
    expect(Buffer.from(found?.publicKeySpki ?? [])).toEqual(publicKeySpki);
  });

  it.each([
    ['has expired', material('').notAfterMs + 1],
    ['is not valid yet', material('').notBeforeMs - 1],
  ])('give the next certificate at once where the one before %s', async (_which, wallMs) => {
    await registry.addCertificate(companyId, '00', material('first'));
    for (const lookMs of [nowMs, wallMs, wallMs]) {
      nowMs = lookMs;
      expect((await reader.certificate(companyId, '00'))?.sealedPrivateKey).toBe('first');
    }
    await registry.addCertificate(companyId, '00', material('second'));
    expect((await reader.certificate(companyId, '00'))?.sealedPrivateKey).toBe('second');
  });

  it('keep the replaced certificate on record', async () => {
    await registry.addCertificate(companyId, '00', material('first'));
    await registry.addCertificate(companyId, '00', material('second'));
    const rows = await bench.asSuperuser('SELECT 1 FROM certificates WHERE company_id = $1', [companyId]);
    expect(rows).toHaveLength(2);
  });

  it('give the credentials set last, at once', async () => {
    await registry.setCredentials(companyId, '00', { user: 'a', sealedPassword: 'x' });
    expect(await reader.credentials(companyId, '00')).toEqual({ user: 'a', sealedPassword: 'x' });
    await registry.setCredentials(companyId, '00', { user: 'b', sealedPassword: 'y' });
    expect(await reader.credentials(companyId, '00')).toEqual({ user: 'b', sealedPassword: 'y' });
  });

  it('belong to one company and one environment', async () => {
    const other = await bench.addCompany();
    await registry.addCertificate(companyId, '00', material('mine'));
    await registry.setCredentials(companyId, '00', { user: 'a', sealedPassword: 'x' });
    for (const [company, ambiente] of [
      [other, '00'],
      [companyId, '01'],
    ] as const) {
      expect(await reader.certificate(company, ambiente)).toBeNull();
      expect(await reader.credentials(company, ambiente)).toBeNull();
      expect(await registry.setup(company, ambiente)).toEqual(NOTHING);
    }
  });

  it('are told to the operator without what is secret', async () => {
    await registry.addCertificate(companyId, '00', material('sealed'));
    await registry.setCredentials(companyId, '00', { user: 'a', sealedPassword: 'x' });
    const keys = createKeyRegistry(bench.operator);
    const key = { companyId, ambiente: '00', name: 'k', limits: { perMinute: 1, perHour: 1 } } as const;
    const secretHmac = Buffer.alloc(32);
    const revoked = await keys.create({
      keyId: randomUUID(),
      ...key,
      publicId: `${companyId}-1`,
      secretHmac,
    });
    await keys.create({ keyId: randomUUID(), ...key, publicId: `${companyId}-2`, secretHmac });
    await keys.revoke(revoked);
    await registry.setSmtpPassword(companyId, 'z');
    const { notBeforeMs, notAfterMs } = material('');
    expect(await registry.setup(companyId, '00')).toEqual({
      certificate: { notBeforeMs, notAfterMs },
      user: 'a',
      liveKeys: 1,
      hasSmtpPassword: true,
    });
  });
});
