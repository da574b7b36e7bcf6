import { createSecretKey, generateKeyPairSync, randomBytes, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { certificateBinding, holdKeys } from './key-holder.ts';
import { createKeyring, INSTALLATION, masterIdOf } from './keyring.ts';

const [master, other] = [createSecretKey(randomBytes(32)), createSecretKey(randomBytes(32))];
const LINKS = { owner: INSTALLATION, purpose: 'file-links' };
const SECRET = Buffer.from('secret');
const under = (key: typeof master) => createKeyring(key).seal(SECRET, LINKS);

describe('holdKeys', () => {
  it('opens with both master keys, and seals with the one that the installation is under', async () => {
    for (const [sample, first, second] of [
      [null, master, other],
      [under(master), master, other],
      [under(other), other, master],
    ] as const) {
      const keys = holdKeys({ master, other, sample });
      expect(keys.masters).toEqual([first, second].map(masterIdOf));
      const sealed = await keys.seal(SECRET, LINKS);
      expect(sealed.split('.')[1]).toBe(masterIdOf(first));
      for (const text of [sealed, under(master), under(other)])
        expect(String(await keys.open(text, LINKS))).toBe('secret');
    }
  });

  it('has one name where there is one master key', () => {
    expect(holdKeys({ master, other: null, sample: under(master) }).masters).toEqual([masterIdOf(master)]);
  });

  it('refuses a sample that only says under which master key it is', () => {
    const forged = under(other)
      .split('.')
      .with(2, under(master).split('.')[2] ?? '')
      .join('.');
    expect(() => holdKeys({ master, other, sample: forged })).toThrow('not_authentic');
  });

  it('signs with a private key, and gives none out', async () => {
    const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const keys = holdKeys({ master, other: null, sample: null });
    const binding = certificateBinding({ companyId: 'a', ambiente: '01' });
    const sealedPrivateKey = await keys.seal(
      pair.privateKey.export({ type: 'pkcs8', format: 'der' }),
      binding,
    );
    const publicKeySpki = pair.publicKey.export({ type: 'spki', format: 'der' });
    const key = { binding, certificateId: 'c', sealedPrivateKey, publicKeySpki };
    expect(await keys.trouble(key)).toBeNull();
    expect(verify('sha512', SECRET, pair.publicKey, await keys.sign(key, SECRET))).toBe(true);
    expect(() => keys.open(sealedPrivateKey, binding)).toThrow('not given out');
    const elsewhere = { ...key, binding: certificateBinding({ companyId: 'b', ambiente: '01' }) };
    expect(await keys.trouble(elsewhere)).toMatch('not_authentic');
    await expect(keys.sign(elsewhere, SECRET)).rejects.toThrow('not_authentic');
  });
});
