import { createHash, generateKeyPair, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { DAY_MS } from '../core/calendar/spans.ts';
import type { Company } from '../core/company/company.ts';
import { escapeXml } from './xml.ts';

export interface SandboxHolder extends Pick<Company, 'nit' | 'nrc' | 'name' | 'email'> {
  /** Password of the private key. */
  readonly password: string;
  /** The certificate is valid from this instant, milliseconds since the epoch. */
  readonly nowMs: number;
  /** Years of 365 days; the Ministry's files have 5, the default. */
  readonly years?: number;
}

/** Its line breaks are for its readers alone. */
const TEMPLATE = new URL('./sandbox-certificate.xml', import.meta.url);
const DEFAULT_YEARS = 5;
const YEAR_MS = 365 * DAY_MS;
const generateKeys = promisify(generateKeyPair);

/** A key and the one that proves its signatures, as SPKI and PKCS#8 in DER. */
export interface CertificateKeys {
  readonly publicKey: Buffer;
  readonly privateKey: Buffer;
}

/** A fresh RSA-2048 key, as the Ministry's files have it. */
export function makeCertificateKeys(): Promise<CertificateKeys> {
  return generateKeys('rsa', {
    modulusLength: 2048,
    publicExponent: 65537,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'der' },
  });
}

/**
 * A certificate file in the Ministry's format for a fictitious company, with a fresh key: same elements, same
 * order, same spelling ("encodied", "localilyName", ...). Its names say that it is synthetic; the Ministry's real
 * service knows nothing of it.
 */
export async function makeSandboxCertificate(holder: SandboxHolder, keys?: CertificateKeys): Promise<string> {
  const { publicKey, privateKey } = keys ?? (await makeCertificateKeys());
  const [id, authorityId, subjectId] = threeIds();
  const places: Readonly<Record<string, string>> = {
    id,
    authorityId,
    subjectId,
    nit: holder.nit,
    nrc: holder.nrc,
    name: holder.name,
    email: holder.email,
    notBefore: unixSeconds(holder.nowMs),
    notAfter: unixSeconds(holder.nowMs + (holder.years ?? DEFAULT_YEARS) * YEAR_MS),
    publicKey: wrapped(publicKey),
    privateKey: wrapped(privateKey),
    // Nobody needs the public password: neither signer nor authority ever asks for it.
    publicClave: sha512(randomBytes(24).toString('base64url')),
    privateClave: sha512(holder.password),
  };
  const template = (await readFile(TEMPLATE, 'utf8')).replace(/>\s+</g, '><').trim();
  return template.replace(/\{(\w+)\}/g, (_, place: string) => escapeXml(places[place] ?? ''));
}

/** The identifier of the file and the two that follow it. */
function threeIds(): readonly [string, string, string] {
  // One bit less than an ObjectId has, so that the two that follow still fit.
  const first = BigInt(`0x${randomBytes(12).toString('hex')}`) >> 1n;
  const id = (offset: bigint): string => (first + offset).toString(16).padStart(24, '0');
  return [id(0n), id(1n), id(2n)];
}

function wrapped(der: Buffer): string {
  return der.toString('base64').replace(/(.{76})(?=.)/g, '$1\n');
}

function unixSeconds(instantMs: number): string {
  const seconds = Math.floor(instantMs / 1000);
  return `${seconds}.${String(instantMs - seconds * 1000).padStart(3, '0')}000000`;
}

function sha512(text: string): string {
  return createHash('sha512').update(text, 'utf8').digest('hex');
}
