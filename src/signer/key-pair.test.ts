import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { publicHalf, readPrivateKey, readPublicKey, rsaBits } from './key-pair.ts';

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pkcs8 = rsa.privateKey.export({ type: 'pkcs8', format: 'der' });
const spki = rsa.publicKey.export({ type: 'spki', format: 'der' });

describe('reading keys', () => {
  it('reads both halves of an RSA key', () => {
    expect(readPrivateKey(pkcs8)?.equals(rsa.privateKey)).toBe(true);
    expect(readPublicKey(spki)?.equals(rsa.publicKey)).toBe(true);
    expect(publicHalf(rsa.privateKey).equals(rsa.publicKey)).toBe(true);
    expect(rsaBits(rsa.privateKey)).toBe(2048);
    expect(rsaBits(curve.publicKey)).toBe(0);
  });

  it('refuses keys of another kind, mixed up halves, cut and empty bytes', () => {
    expect(readPrivateKey(curve.privateKey.export({ type: 'pkcs8', format: 'der' }))).toBeNull();
    expect(readPublicKey(curve.publicKey.export({ type: 'spki', format: 'der' }))).toBeNull();
    expect(readPrivateKey(spki)).toBeNull();
    expect(readPublicKey(pkcs8)).toBeNull();
    expect(readPrivateKey(pkcs8.subarray(0, 600))).toBeNull();
    expect(readPublicKey(new Uint8Array())).toBeNull();
  });

  it('refuses a private key under a password', () => {
    const locked = rsa.privateKey.export({
      type: 'pkcs8',
      format: 'der',
      cipher: 'aes-256-cbc',
      passphrase: 'x',
    });
    expect(readPrivateKey(locked)).toBeNull();
  });
});
