import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { compactVerify } from 'jose';
import { describe, expect, it } from 'vitest';
import { hasVectors, VECTOR_NAMES, vectorBytes, vectorText } from '../../test/support/vectors.ts';
import { readCertificate } from './certificate.ts';
import { createLimiter, decodeJws, signerWith, signJws } from './jws.ts';
import { readPrivateKey, readPublicKey } from './key-pair.ts';

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

describe('the limit of signatures under way', () => {
  interface Gate {
    readonly opened: Promise<void>;
    open(): void;
  }

  function gate(): Gate {
    const { promise, resolve } = Promise.withResolvers<void>();
    return { opened: promise, open: () => resolve() };
  }

  /** Lets everything that can go on go on. */
  async function settle(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
  }

  describe('createLimiter', () => {
    it('never runs more tasks at a time than its limit, and all of them in the end', async () => {
      const limiter = createLimiter(3);
      let running = 0;
      let most = 0;
      const task = async (): Promise<number> => {
        running += 1;
        most = Math.max(most, running);
        await settle();
        running -= 1;
        return 1;
      };
      const results = await Promise.all(Array.from({ length: 50 }, () => limiter(task)));
      expect(results).toHaveLength(50);
      expect(most).toBe(3);
      expect(running).toBe(0);
    });

    it('keeps to its limit when tasks arrive while others wait and leave', async () => {
      const limiter = createLimiter(2);
      let running = 0;
      let most = 0;
      const task = async (): Promise<void> => {
        running += 1;
        most = Math.max(most, running);
        await settle();
        running -= 1;
      };
      const client = async (): Promise<void> => {
        for (let round = 0; round < 10; round += 1) await limiter(task);
      };
      await Promise.all(Array.from({ length: 7 }, client));
      expect(most).toBe(2);
    });
  });

  describe('waiting tasks', () => {
    it('starts waiting tasks in the order in which they came', async () => {
      const limiter = createLimiter(1);
      const first = gate();
      const order: number[] = [];
      const tasks = [limiter(() => first.opened)];
      for (const number of [1, 2, 3]) tasks.push(limiter(async () => void order.push(number)));
      await settle();
      expect(order).toEqual([]);
      first.open();
      await Promise.all(tasks);
      expect(order).toEqual([1, 2, 3]);
    });

    it('gives the place of a failed task to the next one', async () => {
      const limiter = createLimiter(1);
      const failing = limiter(() => Promise.reject(new Error('no')));
      const next = limiter(() => Promise.resolve('yes'));
      await expect(failing).rejects.toThrow('no');
      await expect(next).resolves.toBe('yes');
      await expect(limiter(() => Promise.resolve('again'))).resolves.toBe('again');
    });

    it.each([0, -1, 1.5, Number.NaN])('refuses %s as a limit', (limit) => {
      expect(() => createLimiter(limit)).toThrow(RangeError);
    });
  });
});
