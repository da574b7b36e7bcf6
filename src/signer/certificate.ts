import { createHash, timingSafeEqual } from 'node:crypto';
import { dayText } from '../core/calendar/day-text.ts';
import { fiscalTime } from '../core/calendar/el-salvador-time.ts';
import { DAY_MS } from '../core/calendar/spans.ts';
import type { Nit } from '../core/identifiers/nit.ts';
import {
  type CertificateProblem,
  type CertificateProblemCode,
  type CertificateWarning,
  certificateProblem,
  expiresSoon,
} from './certificate-problem.ts';
import { MIN_RSA_BITS, publicHalf, readPrivateKey, readPublicKey, rsaBits } from './key-pair.ts';
import { decodeStrict } from './strict-base64.ts';
import { readXml, type XmlElement } from './xml.ts';

/** A certificate of the Ministry. It holds a private key in the clear: seal it, never log it. */
export interface Certificate {
  /** Digits only, 14 or 9, as the file has them: it is compared with a company's and names nobody else. */
  readonly nit: string;
  readonly activo: boolean;
  /** Milliseconds since the epoch, both inclusive. */
  readonly notBeforeMs: number;
  readonly notAfterMs: number;
  /** SubjectPublicKeyInfo, DER. */
  readonly publicKey: Uint8Array;
  /** PKCS#8 without encryption, DER: the Ministry's password does not protect it. */
  readonly privateKey: Uint8Array;
  /** SHA-512 of the private key's password, lower-case hexadecimal. */
  readonly privateClave: string;
  /** `subject/description`; null where the file has none. */
  readonly nrc: string | null;
  /** The holder's name as the file has it; empty where it has none. */
  readonly subjectName: string;
}

/** `problems` is never empty. */
export type CertificateReading =
  | { readonly kind: 'read'; readonly certificate: Certificate }
  | { readonly kind: 'refused'; readonly problems: readonly CertificateProblem[] };

/** What the operator states about the certificate, and the moment of the check. */
export interface CertificateExpectation {
  readonly password: string;
  /** The company's NIT, digits only. */
  readonly nit: Nit;
  readonly nowMs: number;
}

/** The certificate may be used when `problems` is empty. */
export interface CertificateCheck {
  readonly problems: readonly CertificateProblem[];
  readonly warnings: readonly CertificateWarning[];
}

/** Real files have about 6 KB, with RSA-4096 about 8 KB. */
const MAX_BYTES = 262_144;
const WARNING_DAYS = 60;
const STRUCTURE = 'certificado/basicEstructure';

/**
 * Reads the file that the Ministry hands out, spelt as the Ministry spells it. A byte order mark, an XML declaration,
 * CRLF, Latin-1 bytes, unwrapped base64 and elements we do not know are no obstacle; neither is a file without
 * `publicKey`, whose public half then comes from the private one. A file whose keys cannot sign is refused here.
 */
export function readCertificate(bytes: Uint8Array): CertificateReading {
  if (bytes.length === 0) return refused([certificateProblem('empty')]);
  if (bytes.length > MAX_BYTES) return refused([certificateProblem('too_large')]);
  const xml = readXml(decodeText(bytes));
  if (xml.kind === 'truncated') return refused([certificateProblem('truncated')]);
  if (xml.kind === 'malformed' || xml.root.name !== 'CertificadoMH') {
    return refused([certificateProblem('not_the_format')]);
  }
  return readElements(xml.root);
}

/** Everything that keeps a certificate from signing for this company now, all at once, and what to warn about. */
export function checkCertificate(
  certificate: Certificate,
  expectation: CertificateExpectation,
): CertificateCheck {
  const { password, nit, nowMs } = expectation;
  const problems: CertificateProblem[] = [...keyPairProblems(certificate.privateKey, certificate.publicKey)];
  if (!passwordMatches(password, certificate.privateClave))
    problems.push(certificateProblem('wrong_password'));
  if (certificate.nit !== nit) {
    problems.push(certificateProblem('other_nit', `NIT ${certificate.nit}; el de la empresa es ${nit}`));
  }
  if (!certificate.activo) problems.push(certificateProblem('inactive'));
  if (nowMs < certificate.notBeforeMs) {
    problems.push(certificateProblem('not_yet_valid', dayText(fiscalTime(certificate.notBeforeMs).fecEmi)));
  }
  if (nowMs > certificate.notAfterMs) {
    problems.push(certificateProblem('expired', dayText(fiscalTime(certificate.notAfterMs).fecEmi)));
  }
  return { problems, warnings: expiryWarnings(certificate.notAfterMs, nowMs) };
}

/** The Ministry's rule: lower-case hexadecimal SHA-512 of the UTF-8 password, without salt. */
function passwordMatches(password: string, privateClave: string): boolean {
  const expected = Buffer.from(privateClave, 'utf8');
  const actual = Buffer.from(createHash('sha512').update(password, 'utf8').digest('hex'), 'utf8');
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

function expiryWarnings(notAfterMs: number, nowMs: number): readonly CertificateWarning[] {
  const leftMs = notAfterMs - nowMs;
  if (leftMs < 0 || leftMs > WARNING_DAYS * DAY_MS) return [];
  return [expiresSoon(dayText(fiscalTime(notAfterMs).fecEmi), Math.ceil(leftMs / DAY_MS))];
}

function keyPairProblems(privateKey: Uint8Array, publicKey: Uint8Array): readonly CertificateProblem[] {
  const privateObject = readPrivateKey(privateKey);
  const publicObject = readPublicKey(publicKey);
  if (privateObject === null) return [certificateProblem('broken_key', 'privateKey/encodied')];
  if (publicObject === null) return [certificateProblem('broken_key', 'publicKey/encodied')];
  const bits = rsaBits(privateObject);
  const problems: CertificateProblem[] = [];
  if (bits < MIN_RSA_BITS) problems.push(certificateProblem('weak_key', String(bits)));
  if (!publicHalf(privateObject).equals(publicObject))
    problems.push(certificateProblem('foreign_public_key'));
  return problems;
}

/** Only names can hold anything but ASCII, so a file that is no UTF-8 is read as the Latin-1 it must then be. */
function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('latin1').decode(bytes);
  }
}

function refused(problems: readonly CertificateProblem[]): CertificateReading {
  return { kind: 'refused', problems };
}

function readElements(root: XmlElement): CertificateReading {
  const source: Source = { root, problems: [] };
  const nit = requiredText(source, 'nit', { code: 'malformed_nit', pattern: /^(?:\d{14}|\d{9})$/ });
  const activo = requiredText(source, 'activo', { code: 'malformed_activo', pattern: /^(?:true|false)$/ });
  const privateClave = requiredText(source, 'privateKey/clave', {
    code: 'malformed_password_hash',
    pattern: /^[0-9a-f]{128}$/,
  });
  const notBeforeMs = requiredInstant(source, `${STRUCTURE}/validity/notBefore`);
  const notAfterMs = requiredInstant(source, `${STRUCTURE}/validity/notAfter`);
  const privateKey = requiredBytes(source, 'privateKey/encodied');
  const publicKey = optionalPublicKey(source, privateKey);
  if (privateKey.length > 0 && publicKey.length > 0) {
    source.problems.push(...keyPairProblems(privateKey, publicKey));
  }
  if (source.problems.length > 0) return refused(source.problems);
  const nrc = optionalText(source, `${STRUCTURE}/subject/description`) || null;
  const subjectName = readSubjectName(source);
  const validity = { notBeforeMs, notAfterMs };
  return {
    kind: 'read',
    certificate: {
      nit,
      activo: activo === 'true',
      ...validity,
      publicKey,
      privateKey,
      privateClave,
      nrc,
      subjectName,
    },
  };
}

/** The file being read; what is wrong with it gathers in `problems`, and what could not be read comes out empty. */
interface Source {
  readonly root: XmlElement;
  readonly problems: CertificateProblem[];
}

function requiredText(
  source: Source,
  path: string,
  rule: { readonly code: CertificateProblemCode; readonly pattern: RegExp },
): string {
  const text = textAt(source, path);
  if (text === undefined) return '';
  if (!rule.pattern.test(text)) source.problems.push(certificateProblem(rule.code, path));
  return text;
}

/** Unix seconds with up to nine decimals, in whole milliseconds. */
function requiredInstant(source: Source, path: string): number {
  const text = requiredText(source, path, {
    code: 'malformed_validity',
    pattern: /^\d{1,11}(?:\.\d{1,9})?$/,
  });
  const [seconds = '', fraction = ''] = text.split('.');
  return Number(seconds) * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0'));
}

function requiredBytes(source: Source, path: string): Uint8Array {
  const text = textAt(source, path);
  if (text === undefined) return new Uint8Array();
  const bytes = decodeStrict(text.replace(/\s+/g, ''), 'base64');
  if (bytes === null) source.problems.push(certificateProblem('broken_base64', path));
  return bytes ?? new Uint8Array();
}

function optionalPublicKey(source: Source, privateKey: Uint8Array): Uint8Array {
  if (elementsAt(source.root, 'publicKey').length > 0) return requiredBytes(source, 'publicKey/encodied');
  const key = readPrivateKey(privateKey);
  if (key !== null) return publicHalf(key).export({ type: 'spki', format: 'der' });
  if (privateKey.length > 0) source.problems.push(certificateProblem('broken_key', 'privateKey/encodied'));
  return new Uint8Array();
}

function readSubjectName(source: Source): string {
  const [organization, given, surname] = ['organizationName', 'givenName', 'surname'].map((name) =>
    optionalText(source, `${STRUCTURE}/subject/${name}`),
  );
  return organization || `${given ?? ''} ${surname ?? ''}`.trim();
}

function optionalText(source: Source, path: string): string {
  return elementsAt(source.root, path)[0]?.text.trim() ?? '';
}

function textAt(source: Source, path: string): string | undefined {
  const [element, second] = elementsAt(source.root, path);
  if (element === undefined) source.problems.push(certificateProblem('missing_element', path));
  if (second !== undefined) source.problems.push(certificateProblem('repeated_element', path));
  return second === undefined ? element?.text : undefined;
}

function elementsAt(root: XmlElement, path: string): readonly XmlElement[] {
  return path
    .split('/')
    .reduce<readonly XmlElement[]>(
      (found, name) => found.flatMap((element) => element.children.filter((child) => child.name === name)),
      [root],
    );
}
