import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exampleCompany } from '../../../test/support/example-company.ts';
import { sharedPlace } from '../../../test/support/shared-place.ts';
import { freshSecrets, readSandboxFile, writeSandboxFile } from './sandbox-file.ts';

const folder = sharedPlace();

const SECRETS = {
  certificate: '<CertificadoMH/>',
  certificatePassword: 'a',
  authorityPassword: 'b',
  keyId: null,
  key: null,
};

describe('the sandbox file', () => {
  it('is read back as it was written, by its owner alone, with no draft left', async () => {
    const path = join(folder, 'new', 'sandbox.json');
    expect(await readSandboxFile(path)).toBeNull();
    await writeSandboxFile(path, SECRETS);
    expect(await readSandboxFile(path)).toEqual(SECRETS);
    await writeSandboxFile(path, { ...SECRETS, keyId: 'id', key: 'sello_test_x' });
    expect(await readSandboxFile(path)).toMatchObject({ keyId: 'id', key: 'sello_test_x' });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(existsSync(`${path}.new`)).toBe(false);
  });

  it.each(['', '{', '[]', 'null', '{"certificate": "x"}', '{"certificate": 1, "keyId": null, "key": null}'])(
    'is called damaged with the content %j',
    async (content) => {
      const path = join(folder, 'damaged.json');
      writeFileSync(path, content);
      await expect(readSandboxFile(path)).rejects.toThrow(
        `${path} is damaged: remove the folder ${folder} to begin with a new sandbox.`,
      );
    },
  );
});

describe('freshSecrets', () => {
  it('have a certificate for the holder, and passwords that never repeat themselves', async () => {
    const { nit, nrc, name, email } = exampleCompany();
    const holder = { nit, nrc, name, email };
    const made = () => freshSecrets(async (asked) => JSON.stringify(asked), holder);
    const { certificate, certificatePassword, authorityPassword } = await made();
    expect(JSON.parse(certificate)).toMatchObject({ ...holder, password: certificatePassword });
    expect(certificatePassword).toMatch(/^[\w-]{24}$/);
    const passwords = [certificatePassword, authorityPassword, (await made()).authorityPassword];
    expect(new Set(passwords).size).toBe(3);
  });
});
