import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { describeOnDatabases } from '../../../test/support/database.ts';
import { exampleCompany } from '../../../test/support/example-company.ts';
import { anew } from '../../../test/support/shared.ts';
import { present, sharedBench } from '../../../test/support/storage-bench.ts';
import { createCompanyReader } from '../../storage/companies/company-reader.ts';
import { createSecretsReader } from '../../storage/companies/secrets-reader.ts';
import { createSecretsRegistry } from '../../storage/companies/secrets-registry.ts';
import { createGate } from '../../storage/keys/gate.ts';
import { createKeyReader } from '../../storage/keys/key-reader.ts';
import { createKeyRegistry } from '../../storage/keys/key-registry.ts';
import {
  createKey,
  importCertificate,
  rotateKey,
  setCredentials,
  setSmtpPassword,
} from './manage-secrets.ts';
import type { CertificateFile, Vault } from './ports.ts';

const NOW_MS = Date.UTC(2026, 10, 20);
const LIMITS = { perMinute: 120, perHour: 5000 };

/** A vault that shows what it was given instead of sealing it. */
function glassVault(): Vault & { readonly opened: CertificateFile[] } {
  const opened: CertificateFile[] = [];
  let keys = 0;
  return {
    opened,
    async openCertificate(file) {
      opened.push(file);
      if (file.password !== 'right')
        return { kind: 'refused', problems: ['La contraseña no abre el certificado.'] };
      const material = {
        nit: file.nit,
        notBeforeMs: NOW_MS - 1000,
        notAfterMs: NOW_MS + 1000,
        publicKeySpki: file.bytes,
        sealedPrivateKey: `sealed for ${file.companyId} ${file.ambiente}`,
      };
      return { kind: 'usable', material, warnings: ['vence pronto'] };
    },
    sealAuthorityPassword: async (companyId, ambiente, password) =>
      `${companyId} ${ambiente} ${password.length}`,
    sealSmtpPassword: async (companyId, password) => `${companyId} smtp ${password.length}`,
    mintKey(companyId, ambiente) {
      keys += 1;
      return {
        keyId: randomUUID(),
        companyId,
        ambiente,
        text: `key ${keys} ${ambiente}`,
        publicId: `public-${keys}-${Math.random()}`,
        secretHmac: Buffer.alloc(32, keys),
      };
    },
    bindKey: ({ secretHmac }) =>
      secretHmac.length === 32 ? Buffer.concat([secretHmac, Buffer.alloc(2)]) : null,
  };
}

describeOnDatabases('the operator’s secrets', (name) => {
  const storage = sharedBench(name);
  const company = anew(async () => ({ companyId: await storage.addCompany(), company: exampleCompany() }));
  const vault = anew(() => glassVault());
  const context = anew(() => ({
    secrets: createSecretsRegistry(storage.operator),
    keys: createKeyRegistry(storage.operator),
    vault,
    now: () => NOW_MS,
  }));

  const clock = { now: () => NOW_MS, monotonic: () => performance.now() };
  const secretsReader = () => createSecretsReader(storage.pool, clock);

  it('a certificate is checked for its company and kept sealed', async () => {
    const bytes = Buffer.from('the file');
    const outcome = await importCertificate(context, company, { bytes, password: 'right' });
    expect(outcome).toMatchObject({
      kind: 'imported',
      notAfterMs: NOW_MS + 1000,
      warnings: ['vence pronto'],
    });
    const { companyId } = company;
    expect(vault.opened).toEqual([
      { companyId, ambiente: '00', nit: '06140101900018', bytes, password: 'right', nowMs: NOW_MS },
    ]);
    const kept = await secretsReader().certificate(companyId, '00');
    expect(kept).toMatchObject({ sealedPrivateKey: `sealed for ${companyId} 00` });
    expect(outcome.kind === 'imported' ? outcome.certificateId : '').toBe(kept?.certificateId);
  });

  it('a certificate that is refused is not kept', async () => {
    const file = { bytes: Buffer.from('x'), password: 'wrong' };
    expect(await importCertificate(context, company, file)).toEqual({
      kind: 'refused',
      problems: ['La contraseña no abre el certificado.'],
    });
    expect(await secretsReader().certificate(company.companyId, '00')).toBeNull();
  });

  it('a password is kept sealed only', async () => {
    await setCredentials(context, company, { user: '06140101900018', password: 'hunter2' });
    const { companyId } = company;
    expect(await secretsReader().credentials(companyId, '00')).toEqual({
      user: '06140101900018',
      sealedPassword: `${companyId} 00 7`,
    });
  });

  it('a password of the mail server is kept sealed only, and the last one holds', async () => {
    const { companyId } = company;
    const reader = secretsReader();
    expect(await reader.smtpPassword(companyId)).toBeNull();
    await setSmtpPassword(context, company, 'hunter2');
    await setSmtpPassword(context, company, 'hunter22');
    expect(await reader.smtpPassword(companyId)).toBe(`${companyId} smtp 8`);
    expect(await reader.smtpPassword(await storage.addCompany())).toBeNull();
  });

  it('a key is shown once and identified by its public part', async () => {
    const { id, key } = await createKey(context, company, { name: 'caja 1', limits: LIMITS });
    expect(key).toBe('key 1 00');
    const [listed] = (await context.keys.list()).filter(({ keyId }) => keyId === id);
    expect(listed).toMatchObject({ name: 'caja 1', ambiente: '00', limits: LIMITS, revokedMs: null });
    expect(JSON.stringify(listed)).not.toContain(key);
    const [row] = await storage.asSuperuser('SELECT public_id FROM api_keys WHERE key_id = $1', [id]);
    const found = present(await createKeyReader(storage.pool).lookUp(String(row?.['public_id'])));
    expect(found).toMatchObject({ keyId: id, companyId: company.companyId, ambiente: '00' });
    const companies = createCompanyReader(storage.pool);
    const gate = createGate(storage.pool, {
      companies,
      installationMails: false,
      monotonic: clock.monotonic,
    });
    expect(await gate.admit(found, null)).toMatchObject({
      caller: { keyId: id, companyId: company.companyId, limits: LIMITS },
    });
  });

  it('a key is rotated to a second one of its environment, unless it has ended', async () => {
    const { id } = await createKey(context, company, { name: 'caja 2', limits: LIMITS });
    const [old] = (await context.keys.list()).filter(({ keyId }) => keyId === id);
    if (old === undefined) throw new Error('the key is not listed');
    const made = await rotateKey(context, old, null);
    expect(made).toEqual({ id: expect.any(String), key: 'key 2 00' });
    await context.keys.revoke(id);
    expect(await rotateKey(context, old, null)).toBeNull();
  });
});
