import { createSecretKey, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { compactVerify } from 'jose';
import { describe, expect, it } from 'vitest';
import { hasVectors, VECTOR_NAMES, vectorBytes, vectorText } from '../../test/support/vectors.ts';
import { readCertificate } from './certificate.ts';
import { createCompanySigner, decodeJws, type StoredKey, signJws } from './jws.ts';
import { certificateBinding, createPrivateKeys, signerWith } from './key-holder.ts';
import { readPrivateKey, readPublicKey } from './key-pair.ts';
import { createKeyring, type Keyring } from './keyring.ts';

function recordedKeys(file: string): { readonly privateKey: KeyObject; readonly publicKey: KeyObject } {
  const reading = readCertificate(vectorBytes(file));
  if (reading.kind !== 'read') throw new Error(`cannot read ${file}`);
  const privateKey = readPrivateKey(reading.certificate.privateKey);
  const publicKey = readPublicKey(reading.certificate.publicKey);
  if (privateKey === null || publicKey === null) throw new Error(`no keys in ${file}`);
  return { privateKey, publicKey };
}

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const other = generateKeyPairSync('rsa', { modulusLength: 2048 });
const PAYLOAD = '{"nombre":"JOSÉ ÑANDÚ 😀","total":1.10}';
const signed = await signJws(signerWith(rsa.privateKey), rsa.publicKey, PAYLOAD);

describe.skipIf(!hasVectors)('against the official signer (../shared/hacienda/vectors)', () => {
  it.each(VECTOR_NAMES)('gives the recorded JWS of %s byte for byte', async (name) => {
    const { privateKey, publicKey } = recordedKeys('06140101901234.crt');
    const expected = vectorText(`${name}.expected.jws`).trim();
    expect(await signJws(signerWith(privateKey), publicKey, vectorText(`${name}.payload.txt`))).toBe(
      expected,
    );
    expect(decodeJws(expected)?.payload).toBe(vectorText(`${name}.payload.txt`));
  });

  it('signs with RSA-4096: a signature of 683 characters', async () => {
    const { privateKey, publicKey } = recordedKeys('06140202904096.crt');
    const jws = await signJws(signerWith(privateKey), publicKey, PAYLOAD);
    expect(jws.split('.')[2]).toHaveLength(683);
    await expect(compactVerify(jws, publicKey)).resolves.toBeDefined();
  });
});

describe('signJws', () => {
  it('writes the header {"alg":"RS512"} and what jose accepts', async () => {
    expect(signed.startsWith('eyJhbGciOiJSUzUxMiJ9.')).toBe(true);
    const { payload, protectedHeader } = await compactVerify(signed, rsa.publicKey, {
      algorithms: ['RS512'],
    });
    expect(protectedHeader).toEqual({ alg: 'RS512' });
    expect(Buffer.from(payload).toString('utf8')).toBe(PAYLOAD);
    await expect(compactVerify(signed, other.publicKey)).rejects.toThrow();
  });

  it('gives the same text each time', async () => {
    expect(await signJws(signerWith(rsa.privateKey), rsa.publicKey, PAYLOAD)).toBe(signed);
  });

  it('signs a document of 2,000 lines, and many at once', async () => {
    const line = {
      numItem: 1,
      descripcion: 'Artículo — ñ',
      cantidad: 3,
      precioUni: 11.5044,
      tributos: ['20'],
    };
    const payload = JSON.stringify({ cuerpoDocumento: Array.from({ length: 2_000 }, () => line) });
    const all = await Promise.all(
      Array.from({ length: 20 }, () => signJws(signerWith(rsa.privateKey), rsa.publicKey, payload)),
    );
    expect(new Set(all).size).toBe(1);
    const [jws = ''] = all;
    const bytes = Buffer.byteLength(payload);
    expect(jws).toHaveLength(364 + Math.ceil((4 * bytes) / 3));
    expect(Buffer.from((await compactVerify(jws, rsa.publicKey)).payload).toString('utf8')).toBe(payload);
  });

  it('returns nothing that the public key does not verify', async () => {
    await expect(signJws(signerWith(rsa.privateKey), other.publicKey, PAYLOAD)).rejects.toThrow(
      'does not verify',
    );
  });

  it('refuses a key that is not RSA and a payload that is not well-formed', async () => {
    const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    expect(() => signerWith(curve.privateKey)).toThrow(TypeError);
    await expect(signJws(signerWith(rsa.privateKey), rsa.publicKey, '{"a":"\ud800"}')).rejects.toThrow(
      TypeError,
    );
  });
});

describe('decodeJws', () => {
  it('gives back payload and signature', () => {
    const decoded = decodeJws(signed);
    expect(decoded?.payload).toBe(PAYLOAD);
    expect(decoded?.signature).toHaveLength(256);
  });

  it('keeps a byte order mark of the payload', async () => {
    const jws = await signJws(signerWith(rsa.privateKey), rsa.publicKey, '\ufeff{}');
    expect(decodeJws(jws)?.payload).toBe('\ufeff{}');
  });

  const [header, payload, signature] = signed.split('.');
  it.each([
    ['empty text', ''],
    ['two parts', `${header}.${payload}`],
    ['four parts', `${signed}.`],
    ['another algorithm', `${Buffer.from('{"alg":"RS256"}').toString('base64url')}.${payload}.${signature}`],
    [
      'a header with typ',
      `${Buffer.from('{"alg":"RS512","typ":"JWT"}').toString('base64url')}.${payload}.${signature}`,
    ],
    ['padding', `${header}.${payload}=.${signature}`],
    ['a line end', `${signed}\n`],
    ['an empty payload', `${header}..${signature}`],
    ['an empty signature', `${header}.${payload}.`],
    ['bytes that are not UTF-8', `${header}.${Buffer.from([0xff, 0xfe]).toString('base64url')}.${signature}`],
  ])('refuses %s', (_, jws) => {
    expect(decodeJws(jws)).toBeNull();
  });
});

describe('the signer of companies', () => {
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
});
