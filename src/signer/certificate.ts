import { createHash, timingSafeEqual } from 'node:crypto';
import { dayText } from '../core/calendar/day-text.ts';
import { fiscalTime } from '../core/calendar/el-salvador-time.ts';
import { DAY_MS } from '../core/calendar/spans.ts';
import { isNit, type Nit } from '../core/identifiers/nit.ts';
import { problemsOf, type Read, read, unreadable } from '../core/refusals/refusal.ts';
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
  readonly nit: Nit;
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

/** Real files have about 6 KB, with RSA-4096 about 8 KB. */
const MAX_BYTES = 262_144;
const WARNING_DAYS = 60;

/**
 * Reads the file that the Ministry hands out, spelt as the Ministry spells it. A byte order mark, an XML declaration,
 * CRLF, Latin-1 bytes, unwrapped base64 and elements we do not know are no obstacle; neither is a file without
 * `publicKey`, whose public half then comes from the private one. A file whose keys cannot sign is refused here.
 */
export function readCertificate(bytes: Uint8Array): CertificateReading {
  if (bytes.length === 0) return refused([certificateProblem('empty')]);
  if (bytes.length > MAX_BYTES) return refused([certificateProblem('too_large')]);
  const xml = readXml(new TextDecoder().decode(bytes));
  if (xml.kind === 'truncated') return refused([certificateProblem('truncated')]);
  if (xml.kind === 'malformed' || xml.root.name !== 'CertificadoMH') {
    return refused([certificateProblem('not_the_format')]);
  }
  return readElements(xml.root);
}

/** Everything that keeps a certificate from signing for this company now, all at once, and what to warn about. */
export function checkCertificate(certificate: Certificate, expectation: CertificateExpectation) {
  const { password, nit, nowMs } = expectation;
  const problems = [
    keyPairProblems(certificate.privateKey, certificate.publicKey),
    problemWhere(!passwordMatches(password, certificate.privateClave), 'wrong_password'),
    problemWhere(certificate.nit !== nit, 'other_nit', `NIT ${certificate.nit}; el de la empresa es ${nit}`),
    problemWhere(!certificate.activo, 'inactive'),
    problemWhere(nowMs < certificate.notBeforeMs, 'not_yet_valid', dayOf(certificate.notBeforeMs)),
    problemWhere(nowMs > certificate.notAfterMs, 'expired', dayOf(certificate.notAfterMs)),
  ].flat();
  return { problems, warnings: expiryWarnings(certificate.notAfterMs, nowMs) };
}

function problemWhere(
  isWrong: boolean,
  code: CertificateProblemCode,
  detail?: string,
): readonly CertificateProblem[] {
  return isWrong ? [certificateProblem(code, detail)] : [];
}

function dayOf(instantMs: number): string {
  return dayText(fiscalTime(instantMs).fecEmi);
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
  return [expiresSoon(dayOf(notAfterMs), Math.ceil(leftMs / DAY_MS))];
}

function keyPairProblems(privateKey: Uint8Array, publicKey: Uint8Array): readonly CertificateProblem[] {
  const privateObject = readPrivateKey(privateKey);
  const publicObject = readPublicKey(publicKey);
  if (privateObject === null) return [certificateProblem('broken_key', 'privateKey/encodied')];
  if (publicObject === null) return [certificateProblem('broken_key', 'publicKey/encodied')];
  const bits = rsaBits(privateObject);
  return [
    ...problemWhere(bits < MIN_RSA_BITS, 'weak_key', String(bits)),
    ...problemWhere(!publicHalf(privateObject).equals(publicObject), 'foreign_public_key'),
  ];
}

function refused(problems: readonly CertificateProblem[]): CertificateReading {
  return { kind: 'refused', problems };
}

function readElements(root: XmlElement): CertificateReading {
  const nit = readElement(root, 'nit', {
    code: 'malformed_nit',
    parse: (text) => (isNit(text) ? text : null),
  });
  const activo = readElement(root, 'activo', { code: 'malformed_activo', parse: flagOf });
  const privateClave = readElement(root, 'privateKey/clave', {
    code: 'malformed_password_hash',
    parse: (text) => (/^[0-9a-f]{128}$/.test(text) ? text : null),
  });
  const notBefore = readInstant(root, 'notBefore');
  const notAfter = readInstant(root, 'notAfter');
  const privateKey = readBytes(root, 'privateKey/encodied');
  const publicKey = readPublicKeyBytes(root, privateKey.value);
  const certificate = {
    nit: nit.value,
    activo: activo.value,
    notBeforeMs: notBefore.value,
    notAfterMs: notAfter.value,
    publicKey: publicKey.value,
    privateKey: privateKey.value,
    privateClave: privateClave.value,
  };
  const problems = [
    ...problemsOf(nit, activo, privateClave, notBefore, notAfter, privateKey, publicKey),
    ...(privateKey.value === null || publicKey.value === null
      ? []
      : keyPairProblems(privateKey.value, publicKey.value)),
  ];
  return problems.length === 0 && isWhole(certificate) ? { kind: 'read', certificate } : refused(problems);
}

/** Null where an element could not be read, for the problems given. */
type Found<Value> = Read<Value | null, CertificateProblem>;

function isWhole<Values extends object>(
  values: Values,
): values is Values & { readonly [Name in keyof Values]: NonNullable<Values[Name]> } {
  return Object.values(values).every((value) => value !== null);
}

function readElement<Value>(
  root: XmlElement,
  path: string,
  rule: { readonly code: CertificateProblemCode; readonly parse: (text: string) => Value | null },
): Found<Value> {
  const [element, second] = elementsAt(root, path);
  if (element === undefined) return unreadable(certificateProblem('missing_element', path));
  if (second !== undefined) return unreadable(certificateProblem('repeated_element', path));
  const value = rule.parse(element.text);
  return value === null ? unreadable(certificateProblem(rule.code, path)) : read(value);
}

function flagOf(text: string): boolean | null {
  return text === 'true' || text === 'false' ? text === 'true' : null;
}

function readInstant(root: XmlElement, name: 'notBefore' | 'notAfter'): Found<number> {
  const path = `certificado/basicEstructure/validity/${name}`;
  return readElement(root, path, { code: 'malformed_validity', parse: instantOf });
}

/** Unix seconds with up to nine decimals, in whole milliseconds. */
function instantOf(text: string): number | null {
  const [, seconds, fraction = ''] = /^(\d{1,11})(?:\.(\d{1,9}))?$/.exec(text) ?? [];
  return seconds === undefined ? null : Number(seconds) * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0'));
}

function readBytes(root: XmlElement, path: string): Found<Uint8Array> {
  const parse = (text: string) => decodeStrict(text.replace(/\s+/g, ''), 'base64');
  return readElement(root, path, { code: 'broken_base64', parse });
}

function readPublicKeyBytes(root: XmlElement, privateKey: Uint8Array | null): Found<Uint8Array> {
  if (elementsAt(root, 'publicKey').length > 0) return readBytes(root, 'publicKey/encodied');
  if (privateKey === null) return read(null);
  const key = readPrivateKey(privateKey);
  if (key === null) return unreadable(certificateProblem('broken_key', 'privateKey/encodied'));
  return read(publicHalf(key).export({ type: 'spki', format: 'der' }));
}

function elementsAt(root: XmlElement, path: string): readonly XmlElement[] {
  return path
    .split('/')
    .reduce<readonly XmlElement[]>(
      (found, name) => found.flatMap((element) => element.children.filter((child) => child.name === name)),
      [root],
    );
}
