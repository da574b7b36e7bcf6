import { createSecretKey, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createKeyring, SealError } from './keyring.ts';
import { createPasswords } from './passwords.ts';
import { createVault } from './vault.ts';

const keyring = createKeyring(createSecretKey(randomBytes(32)));
const vault = createVault(keyring, {
  versions: new Map([[1, createSecretKey(randomBytes(32))]]),
  acceptsUnbound: false,
});
const PASSWORD = 'Clavé "ñ"';

/** What company `a` has kept; everybody is given the same. */
const kept = {
  credentials: async () => ({
    user: 'u',
    sealedPassword: await vault.sealAuthorityPassword('a', '00', PASSWORD),
  }),
  smtpPassword: async () => vault.sealSmtpPassword('a', PASSWORD),
};

describe('the passwords of a company', () => {
  it('are those that were sealed', async () => {
    const { atAuthority, atMailServer } = createPasswords(kept, keyring);
    expect(await atAuthority({ companyId: 'a', ambiente: '00' })).toEqual({ user: 'u', password: PASSWORD });
    expect(await atMailServer('a')).toBe(PASSWORD);
  });

  it('are none where none are kept', async () => {
    const nothing = { credentials: async () => null, smtpPassword: async () => null };
    const { atAuthority, atMailServer } = createPasswords(nothing, keyring);
    expect(await atAuthority({ companyId: 'a', ambiente: '00' })).toBeNull();
    expect(await atMailServer('a')).toBeNull();
  });

  it('open for nobody else, nor for the other environment', async () => {
    const { atAuthority, atMailServer } = createPasswords(kept, keyring);
    await expect(atAuthority({ companyId: 'a', ambiente: '01' })).rejects.toThrow(SealError);
    await expect(atAuthority({ companyId: 'b', ambiente: '00' })).rejects.toThrow(SealError);
    await expect(atMailServer('b')).rejects.toThrow(SealError);
  });
});
