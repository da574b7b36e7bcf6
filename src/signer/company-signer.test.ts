import { createSecretKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import { compactVerify } from 'jose';
import { describe, expect, it } from 'vitest';
import { certificateBinding, createCompanySigner, type StoredKey } from './company-signer.ts';
import { createPrivateKeys } from './key-holder.ts';
import { createKeyring, type Keyring } from './keyring.ts';

const NOW_MS = Date.UTC(2026, 10, 20);
const PAYLOAD = '{"a":1}';
const keyring = createKeyring(createSecretKey(randomBytes(32)));
const mine = { companyId: 'company-1', ambiente: '00' } as const;
const first = generateKeyPairSync('rsa', { modulusLength: 2048 });
const second = generateKeyPairSync('rsa', { modulusLength: 2048 });

function stored(
  certificateId: string,
  pair = first,
  identity: Parameters<typeof certificateBinding>[0] = mine,
): StoredKey {
  const pkcs8 = pair.privateKey.export({ type: 'pkcs8', format: 'der' });
  return {
    certificateId,
    sealedPrivateKey: keyring.seal(pkcs8, certificateBinding(identity)),
    publicKeySpki: pair.publicKey.export({ type: 'spki', format: 'der' }),
    notBeforeMs: NOW_MS,
    notAfterMs: NOW_MS + 1_000,
  };
}

interface CountingKeyring extends Keyring {
  readonly opened: () => number;
}

function countingKeyring(): CountingKeyring {
  let opened = 0;
  return {
    seal: keyring.seal,
    open(sealed, binding) {
      opened += 1;
      return keyring.open(sealed, binding);
    },
    opened: () => opened,
  };
}

function signerOf(key: StoredKey | null) {
  return createCompanySigner({ loadKey: () => Promise.resolve(key), keys: createPrivateKeys(keyring) });
}

describe('signing', () => {
  it('gives a JWS that the certificate verifies', async () => {
    const outcome = await signerOf(stored('c1')).sign(mine, PAYLOAD, NOW_MS);
    if (outcome.kind !== 'signed') throw new Error(outcome.reason);
    const { payload } = await compactVerify(outcome.jws, first.publicKey);
    expect(Buffer.from(payload).toString()).toBe(PAYLOAD);
  });

  it.each([
    ['no_certificate', null, NOW_MS],
    ['certificate_not_yet_valid', stored('c1'), NOW_MS - 1],
    ['certificate_expired', stored('c1'), NOW_MS + 1_001],
  ])('fails as %s, in ready and in sign alike', async (failure, key, nowMs) => {
    const signer = signerOf(key);
    expect(await signer.ready(mine, nowMs)).toBe(failure);
    expect(await signer.sign(mine, PAYLOAD, nowMs)).toMatchObject({ kind: 'failed', failure });
  });

  it('is ready from the first to the last instant of the validity', async () => {
    const signer = signerOf(stored('c1'));
    expect(await signer.ready(mine, NOW_MS)).toBeNull();
    expect(await signer.ready(mine, NOW_MS + 1_000)).toBeNull();
  });

  it('lets a failing look-up through', async () => {
    const signer = createCompanySigner({
      loadKey: () => Promise.reject(new Error('down')),
      keys: createPrivateKeys(keyring),
    });
    await expect(signer.sign(mine, PAYLOAD, NOW_MS)).rejects.toThrow('down');
    await expect(signer.ready(mine, NOW_MS)).rejects.toThrow('down');
  });

  it('refuses a payload that is not well-formed as a failed signature', async () => {
    const outcome = await signerOf(stored('c1')).sign(mine, '"\ud800"', NOW_MS);
    expect(outcome).toMatchObject({ kind: 'failed', failure: 'signature_failed' });
  });
});

describe('keys that are not the company’s', () => {
  it.each([
    ['another company', { companyId: 'company-2', ambiente: '00' }],
    ['another environment', { companyId: 'company-1', ambiente: '01' }],
  ] as const)('refuses the ciphertext of %s', async (_, owner) => {
    const signer = signerOf(stored('c1', first, owner));
    expect(await signer.ready(mine, NOW_MS)).toBe('signature_failed');
    const outcome = await signer.sign(mine, PAYLOAD, NOW_MS);
    expect(outcome).toMatchObject({ kind: 'failed', failure: 'signature_failed' });
    expect(outcome.kind === 'failed' && outcome.reason).toContain('not_authentic');
  });

  it('does not give an open key of one company to another that names its certificate', async () => {
    const key = stored('c1');
    const signer = signerOf(key);
    expect(await signer.ready(mine, NOW_MS)).toBeNull();
    expect(await signer.ready({ companyId: 'company-2', ambiente: '00' }, NOW_MS)).toBe('signature_failed');
    expect(await signer.ready({ companyId: 'company-1', ambiente: '01' }, NOW_MS)).toBe('signature_failed');
  });

  it.each([
    [
      'the public key of another pair',
      { ...stored('c1'), publicKeySpki: stored('c2', second).publicKeySpki },
    ],
    ['a public key that is none', { ...stored('c1'), publicKeySpki: new Uint8Array(3) }],
    [
      'a private key that is none',
      { ...stored('c1'), sealedPrivateKey: keyring.seal(randomBytes(9), certificateBinding(mine)) },
    ],
    ['a sealed value that is none', { ...stored('c1'), sealedPrivateKey: 'x' }],
  ])('refuses %s', async (_, key) => {
    expect(await signerOf(key).ready(mine, NOW_MS)).toBe('signature_failed');
  });
});

describe('keys kept open', () => {
  it('opens a key once and uses an imported one at once', async () => {
    const counting = countingKeyring();
    let current = stored('c1');
    const signer = createCompanySigner({
      loadKey: () => Promise.resolve(current),
      keys: createPrivateKeys(counting),
    });
    for (let round = 0; round < 5; round += 1) await signer.sign(mine, PAYLOAD, NOW_MS);
    expect(counting.opened()).toBe(1);
    current = stored('c2', second);
    const outcome = await signer.sign(mine, PAYLOAD, NOW_MS);
    expect(counting.opened()).toBe(2);
    if (outcome.kind !== 'signed') throw new Error(outcome.reason);
    await expect(compactVerify(outcome.jws, second.publicKey)).resolves.toBeDefined();
  });

  it('keeps the most recently used ones up to its bound', async () => {
    const counting = countingKeyring();
    let current = stored('a');
    const signer = createCompanySigner({
      loadKey: () => Promise.resolve(current),
      keys: createPrivateKeys(counting, 2),
    });
    const openings: number[] = [];
    for (const certificateId of ['a', 'b', 'a', 'c', 'a', 'b']) {
      current = { ...current, certificateId };
      await signer.ready(mine, NOW_MS);
      openings.push(counting.opened());
    }
    expect(openings).toEqual([1, 2, 2, 3, 3, 4]);
  });

  it('checks the validity also of a key that is open', async () => {
    const signer = signerOf(stored('c1'));
    expect(await signer.ready(mine, NOW_MS)).toBeNull();
    expect(await signer.ready(mine, NOW_MS + 1_001)).toBe('certificate_expired');
  });

  it('does not keep a failure: a repaired row signs', async () => {
    let current: StoredKey = { ...stored('c1'), sealedPrivateKey: 'x' };
    const signer = createCompanySigner({
      loadKey: () => Promise.resolve(current),
      keys: createPrivateKeys(keyring),
    });
    expect(await signer.ready(mine, NOW_MS)).toBe('signature_failed');
    current = stored('c1');
    expect(await signer.ready(mine, NOW_MS)).toBeNull();
  });
});
