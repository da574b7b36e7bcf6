import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Ambiente } from '../core/dte/kinds.ts';

/** An API key taken apart. `secret` is what the caller proves; only its HMAC is ever stored. */
export interface ApiKey {
  readonly ambiente: Ambiente;
  /** 16 characters, not secret: the look-up key. */
  readonly publicId: string;
  /** 32 characters of base62, 190 bits. */
  readonly secret: string;
}

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PUBLIC_ID_LENGTH = 16;
const SECRET_LENGTH = 32;
/** 62^6 exceeds 2^32. */
const CHECKSUM_LENGTH = 6;
/** The multiple of 62 below 256: bytes from here on would favour the first characters. */
const UNBIASED_BYTES = 248;
const PREFIXES: Readonly<Record<Ambiente, string>> = { '00': 'sello_test_', '01': 'sello_live_' };
const SHAPE = /^sello_(test|live)_([0-9A-Za-z]{16})_([0-9A-Za-z]{32})[0-9A-Za-z]{6}$/;

/** A fresh key: `sello_test_` or `sello_live_`, public id, `_`, secret, and a checksum over all that; `text` is shown once. */
export function createApiKey(ambiente: Ambiente): ApiKey & { readonly text: string } {
  const publicId = randomBase62(PUBLIC_ID_LENGTH);
  const secret = randomBase62(SECRET_LENGTH);
  const unchecked = `${PREFIXES[ambiente]}${publicId}_${secret}`;
  return { text: `${unchecked}${checksum(unchecked)}`, ambiente, publicId, secret };
}

/** The parts of a key; null where its form or checksum is wrong, which needs no look-up to find out. */
export function parseApiKey(text: string): ApiKey | null {
  const [, kind, publicId, secret] = SHAPE.exec(text) ?? [];
  if (publicId === undefined || secret === undefined) return null;
  if (checksum(text.slice(0, -CHECKSUM_LENGTH)) !== text.slice(-CHECKSUM_LENGTH)) return null;
  return { ambiente: kind === 'live' ? '01' : '00', publicId, secret };
}

/** CRC-32 in base62: it finds mistyped and invented keys without a look-up and protects nothing. */
function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  while (digits.length < CHECKSUM_LENGTH) {
    digits = BASE62.charAt(rest % BASE62.length) + digits;
    rest = Math.floor(rest / BASE62.length);
  }
  return digits;
}

function randomBase62(length: number): string {
  let text = '';
  while (text.length < length) {
    const usable = randomBytes(length).filter((byte) => byte < UNBIASED_BYTES);
    for (const byte of usable) text += BASE62.charAt(byte % BASE62.length);
  }
  return text.slice(0, length);
}
