import { type KeyObject, verify } from 'node:crypto';
import { isRecord, readPlainJson } from '../exact/json.ts';

/** A compact JWS taken apart; nothing about it has been verified. */
export interface Jws {
  readonly header: string;
  readonly payload: Buffer;
  readonly signature: Buffer;
  readonly signedPart: string;
}

const COMPACT = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)$/;

/** Takes a compact JWS apart; null where the text is not one. */
export function splitJws(text: string): Jws | null {
  const [, header, payload, signature] = COMPACT.exec(text) ?? [];
  if (header === undefined || payload === undefined || signature === undefined) return null;
  return {
    header: Buffer.from(header, 'base64url').toString('utf8'),
    payload: Buffer.from(payload, 'base64url'),
    signature: Buffer.from(signature, 'base64url'),
    signedPart: `${header}.${payload}`,
  };
}

/**
 * Whether the signature is the issuer's: RSASSA-PKCS1-v1_5 with SHA-512 under a header that says `RS512` and
 * nothing else, as the Ministry's own signer writes it.
 */
export function isSignedBy(jws: Jws, key: KeyObject): boolean {
  const header = readPlainJson(jws.header);
  if (!isRecord(header) || header['alg'] !== 'RS512' || Object.keys(header).length !== 1) return false;
  return verify('sha512', Buffer.from(jws.signedPart), key, jws.signature);
}

/** The signed text; null where it is not UTF-8. */
export function payloadText(jws: Jws): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(jws.payload);
  } catch {
    return null;
  }
}
