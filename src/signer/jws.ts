import { type KeyObject, sign, verify } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { readPublicKey } from './key-pair.ts';
import { decodeStrict } from './strict-base64.ts';

/** The only header the Ministry's own signer writes: no `typ`, no `kid`; another algorithm is answered with 802. */
const HEADER = '{"alg":"RS512"}';
const ENCODED_HEADER = Buffer.from(HEADER, 'utf8').toString('base64url');
const DIGEST = 'sha512';

/**
 * A place is handed on only at a turn of the main thread, so that each core needs several signatures under way to be busy
 * in between.
 */
const UNDER_WAY_PER_CORE = 4;
const limited = createLimiter(UNDER_WAY_PER_CORE * availableParallelism());

export interface DecodedJws {
  /** The signed text; its UTF-8 bytes are exactly the signed ones. */
  readonly payload: string;
  readonly signature: Uint8Array;
}

/** Makes the signature of these bytes, wherever the private key is. */
export type SignBytes = (bytes: Uint8Array) => Promise<Buffer>;

/**
 * A compact JWS (RS512, RSASSA-PKCS1-v1_5) over the payload, verified with the public key before it is returned.
 * Deterministic: the same key and payload give the same text. Throws where the payload is not well-formed Unicode, the
 * signature cannot be made, or it does not verify.
 */
export async function signJws(signature: SignBytes, publicKey: KeyObject, payload: string): Promise<string> {
  if (!payload.isWellFormed()) throw new TypeError('the payload is not well-formed Unicode');
  const signingInput = `${ENCODED_HEADER}.${Buffer.from(payload, 'utf8').toString('base64url')}`;
  const bytes = Buffer.from(signingInput, 'ascii');
  const signed = await signature(bytes);
  if (!(await verifyBytes(bytes, publicKey, signed))) {
    throw new Error('the signature just made does not verify with the public key');
  }
  return `${signingInput}.${signed.toString('base64url')}`;
}

/** Signs in this process. What it returns rejects where OpenSSL fails; throws TypeError where the key is no RSA key. */
export function signerWith(key: KeyObject): SignBytes {
  if (key.asymmetricKeyType !== 'rsa') throw new TypeError('the key to sign with is not an RSA key');
  return (bytes) => limited(() => signBytes(bytes, key));
}

function signBytes(bytes: Uint8Array, key: KeyObject): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    sign(DIGEST, bytes, key, (error, signature) => {
      if (error) reject(error);
      else resolve(signature);
    });
  });
}

function verifyBytes(bytes: Buffer, key: KeyObject, signature: Buffer): Promise<boolean> {
  return new Promise((resolve, reject) => {
    verify(DIGEST, bytes, key, signature, (error, isValid) => {
      if (error) reject(error);
      else resolve(isValid);
    });
  });
}

/**
 * Takes a JWS of ours apart without verifying it. Null unless it has exactly our header, canonical base64url in its
 * three parts and UTF-8 in its payload.
 */
export function decodeJws(jws: string): DecodedJws | null {
  const [header, encodedPayload, encodedSignature, ...rest] = jws.split('.');
  if (header !== ENCODED_HEADER || encodedPayload === undefined || encodedSignature === undefined)
    return null;
  if (rest.length > 0) return null;
  const bytes = decodeStrict(encodedPayload, 'base64url');
  const signature = decodeStrict(encodedSignature, 'base64url');
  if (bytes === null || signature === null) return null;
  const payload = decodeUtf8(bytes);
  return payload === null ? null : { payload, signature };
}

/** The text of a JWS of ours whose signature verifies with one of these keys; null of every other. */
export function signedBy(publicKeys: readonly Uint8Array[]): (jws: string) => string | null {
  const keys = publicKeys.map(readPublicKey).filter((key) => key !== null);
  return (jws) => {
    const decoded = decodeJws(jws);
    if (decoded === null) return null;
    const signed = Buffer.from(jws.slice(0, jws.lastIndexOf('.')), 'ascii');
    return keys.some((key) => verify(DIGEST, signed, key, decoded.signature)) ? decoded.payload : null;
  };
}

function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/**
 * Runs at most so many tasks at a time; the others wait in the order in which they came. Throws RangeError where `limit`
 * is not a positive integer.
 */
export function createLimiter(limit: number): <Result>(task: () => Promise<Result>) => Promise<Result> {
  if (!Number.isInteger(limit) || limit < 1) throw new RangeError(`not a limit: ${limit}`);
  const waiting: (() => void)[] = [];
  let running = 0;

  async function enter(): Promise<void> {
    if (running < limit) {
      running += 1;
      return;
    }
    // Whoever leaves hands its place over, so `running` stays as it is.
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
    });
  }

  function leave(): void {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }

  return async (task) => {
    await enter();
    try {
      return await task();
    } finally {
      leave();
    }
  };
}
