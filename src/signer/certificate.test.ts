import { createHash, generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { emailOf, nitOf, nrcOf } from '../../test/support/identifiers.ts';
import { hasVectors, VECTOR_NOW_MS, VECTOR_PASSWORD, vectorBytes } from '../../test/support/vectors.ts';
import { type Certificate, checkCertificate, readCertificate } from './certificate.ts';
import { makeSandboxCertificate } from './sandbox-certificate.ts';

const NOW_MS = Date.UTC(2026, 10, 20, 18);
const DAY_MS = 86_400_000;
const NIT = nitOf('06140000000001');
const PASSWORD = 'Contraseña#1';
const xml = await makeSandboxCertificate({
  nit: NIT,
  nrc: nrcOf('100001'),
  name: 'COMPAÑÍA FICTICIA & HIJOS',
  email: emailOf('ficticia@example.com'),
  password: PASSWORD,
  nowMs: NOW_MS,
});
const publicKey = encodiedIn('publicKey');
const privateKey = encodiedIn('privateKey');
const certificate = certificateIn(xml);
const expectation = { password: PASSWORD, nit: NIT, nowMs: NOW_MS + DAY_MS };

function encodiedIn(element: string): string {
  return new RegExp(`<${element}>.*?<encodied>([^<]+)`, 's').exec(xml)?.[1] ?? '';
}

function read(text: string) {
  return readCertificate(Buffer.from(text, 'utf8'));
}

function certificateIn(text: string): Certificate {
  const reading = read(text);
  if (reading.kind !== 'read') throw new Error(`refused: ${reading.problems.map(({ code }) => code).join()}`);
  return reading.certificate;
}

function problemCodes(text: string): readonly string[] {
  const reading = read(text);
  return reading.kind === 'read' ? [] : reading.problems.map(({ code }) => code);
}

/** The file with the keys of a fresh pair of the given size in place of its own. */
function withKeys(bits: number): string {
  const pair = generateKeyPairSync('rsa', { modulusLength: bits });
  const spki = pair.publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  const pkcs8 = pair.privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64');
  return xml.replaceAll(publicKey, spki).replace(privateKey, pkcs8);
}

describe('what the reader tolerates, as the official signer does', () => {
  it.each([
    ['a byte order mark', `\ufeff${xml}`],
    ['an XML declaration', `<?xml version="1.0" encoding="UTF-8"?>\n${xml}`],
    ['a byte order mark and a declaration', `\ufeff<?xml version="1.0"?>${xml}`],
    ['CRLF', xml.replaceAll('\n', '\r\n').replaceAll('><', '>\r\n  <')],
    ['base64 on one line', xml.replaceAll('\n', '')],
    ['a final line end', `${xml}\n`],
    ['an unknown element of the root', xml.replace('<activo>', '<nuevo><a>1</a></nuevo><activo>')],
    ['other labels', xml.replaceAll('<algorithm>RSA<', '<algorithm>X<').replace('>PKCS#8<', '>RAW<')],
    ['no verificado', xml.replace('<verificado/><fechaVerificacion/>', '')],
    ['a filled verificado', xml.replace('<verificado/>', '<verificado>true</verificado>')],
    ['no publicKey', xml.replace(/<publicKey>.*<\/publicKey>/s, '')],
  ])('%s', (_, text) => {
    expect(text).not.toBe(xml);
    expect(read(text)).toEqual({ kind: 'read', certificate });
  });

  it('Latin-1 bytes', () => {
    const reading = readCertificate(Buffer.from(xml, 'latin1'));
    expect(reading).toEqual({ kind: 'read', certificate });
  });

  it('entities in names', () => {
    const text = xml.replace('COMPAÑÍA FICTICIA', 'COMPA&#209;&#xCD;A FICTICIA');
    expect(text).not.toBe(xml);
    expect(read(text)).toEqual({ kind: 'read', certificate });
  });

  it('a natural person with first and last names and no NRC', () => {
    const text = xml
      .replace(/<organizationName>[^<]*/, '<organizationName>')
      .replace('<givenName>', '<givenName>Ana Ficticia')
      .replace('<surname>', '<surname>Pérez Inventada')
      .replace('<description>100001</description>', '<description/>');
    expect(read(text)).toEqual({ kind: 'read', certificate });
  });
});

const REFUSED_FILES = [
  ['an invented format', '<certificate><passwordHash>x</passwordHash></certificate>', 'not_the_format'],
  ['a PEM file', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----', 'not_the_format'],
  ['binary bytes', '\u0000\u0001\u0002', 'not_the_format'],
  ['a document type', `<!DOCTYPE a []>${xml}`, 'not_the_format'],
  ['an empty file', '', 'empty'],
  ['a huge file', xml.padEnd(300_000), 'too_large'],
  ['half a file', xml.slice(0, xml.length / 2), 'truncated'],
  ['a file without its last character', xml.slice(0, -1), 'truncated'],
  ['no nit', xml.replace(/<nit>\d+<\/nit>/, ''), 'missing_element'],
  ['two nits', xml.replace(/<nit>/, '<nit>06140000000002</nit><nit>'), 'repeated_element'],
  ['a nit with dashes', xml.replace(NIT, '0614-000000-000-1'), 'malformed_nit'],
  ['a nit of 10 digits', xml.replace(NIT, '0614000000'), 'malformed_nit'],
  ['a nit of zeros', xml.replace(NIT, '0'.repeat(14)), 'malformed_nit'],
  ['activo that is a number', xml.replace('<activo>true', '<activo>1'), 'malformed_activo'],
  ['a date in words', xml.replace(/<notAfter>[^<]+/, '<notAfter>2031-11-20'), 'malformed_validity'],
  ['no privateKey', xml.replace(/<privateKey>.*<\/privateKey>/s, ''), 'missing_element'],
  ['the keys corrected in spelling', xml.replaceAll('encodied', 'encoded'), 'missing_element'],
  [
    'broken base64',
    xml.replace(privateKey, `${privateKey.slice(0, 40)}!${privateKey.slice(41)}`),
    'broken_base64',
  ],
  ['base64 cut short', xml.replace(privateKey, privateKey.slice(0, -3)), 'broken_base64'],
  ['bytes that are no key', xml.replace(privateKey, 'AAAA'), 'broken_key'],
  [
    'no public key and a broken private one',
    xml.replace(/<publicKey>.*<\/publicKey>/s, '').replace(privateKey, 'AAAA'),
    'broken_key',
  ],
  [
    'a PEM in place of the DER',
    xml.replace(publicKey, Buffer.from('-----BEGIN').toString('base64')),
    'broken_key',
  ],
  ['RSA-1024', withKeys(1024), 'weak_key'],
  [
    'the public key of another pair',
    withKeys(2048).replace(/(<publicKey>.*?<encodied>)[^<]+/s, `$1${publicKey}`),
    'foreign_public_key',
  ],
] as const;

describe('what the reader refuses', () => {
  it.each(REFUSED_FILES)('%s', (_, text, code) => {
    expect(problemCodes(text)).toContain(code);
  });

  it.each([
    ['in upper case', (hash: string) => hash.toUpperCase()],
    ['after a blank', (hash: string) => ` ${hash}`],
    ['cut short', (hash: string) => hash.slice(1)],
  ])('a password hash %s', (_, change) => {
    const text = xml.replace(certificate.privateClave, change(certificate.privateClave));
    expect(problemCodes(text)).toEqual(['malformed_password_hash']);
  });

  it('tells all mistakes at once, each in a sentence of its own', () => {
    const reading = read(
      xml
        .replace(NIT, 'x')
        .replace('<activo>true', '<activo>si')
        .replace(/<notBefore>[^<]+/, '<notBefore>'),
    );
    const problems = reading.kind === 'refused' ? reading.problems : [];
    expect(problems.map(({ code }) => code)).toEqual([
      'malformed_nit',
      'malformed_activo',
      'malformed_validity',
    ]);
    for (const { message } of problems) expect(message).toMatch(/^(El|La) .+\.$/);
  });

  it('every beginning of the file', () => {
    const cuts = Array.from({ length: 200 }, (_, index) => Math.floor((xml.length * index) / 200));
    expect(cuts.filter((cut) => problemCodes(xml.slice(0, cut)).length === 0)).toEqual([]);
  });
});

function codes(change: Partial<Certificate>, expected: Partial<typeof expectation>): readonly string[] {
  const { problems } = checkCertificate({ ...certificate, ...change }, { ...expectation, ...expected });
  return problems.map(({ code }) => code);
}

describe('checkCertificate', () => {
  it('accepts the right password, company and moment', () => {
    expect(checkCertificate(certificate, expectation)).toEqual({ problems: [], warnings: [] });
  });

  it.each([
    '',
    'Contrasena#1',
    `${PASSWORD} `,
    `${PASSWORD}\n`,
    PASSWORD.normalize('NFD'),
    certificate.privateClave,
    Buffer.from(PASSWORD).toString('base64'),
  ])('refuses the password %j', (password) => {
    expect(codes({}, { password })).toEqual(['wrong_password']);
  });

  it('says which password it means, and shows none', () => {
    const { problems } = checkCertificate(certificate, { ...expectation, password: 'Otra#Clave99' });
    expect(problems[0]?.message).toMatch(/llave privada.*API.*portal/);
    expect(JSON.stringify(problems)).not.toContain('Otra#Clave99');
  });
});

describe('the validity of a certificate', () => {
  it('holds from the first to the last instant of its validity', () => {
    const { notBeforeMs, notAfterMs } = certificate;
    expect(codes({}, { nowMs: notBeforeMs - 1 })).toEqual(['not_yet_valid']);
    expect(codes({}, { nowMs: notBeforeMs })).toEqual([]);
    expect(codes({}, { nowMs: notAfterMs })).toEqual([]);
    expect(codes({}, { nowMs: notAfterMs + 1 })).toEqual(['expired']);
  });

  it('names dates as they are in El Salvador', () => {
    const notAfterMs = Date.UTC(2026, 0, 1, 5, 59, 59);
    const { problems } = checkCertificate({ ...certificate, notAfterMs }, expectation);
    expect(problems[0]?.message).toContain('31/12/2025');
  });

  it('warns from 60 days before the end', () => {
    const warningsAt = (leftMs: number) =>
      checkCertificate(certificate, { ...expectation, nowMs: certificate.notAfterMs - leftMs }).warnings;
    expect(warningsAt(60 * DAY_MS + 1)).toEqual([]);
    expect(warningsAt(60 * DAY_MS)).toMatchObject([{ code: 'expires_soon' }]);
    expect(warningsAt(60 * DAY_MS)[0]?.message).toContain('quedan 60 días');
    expect(warningsAt(1)[0]?.message).toContain('queda 1 día');
    expect(warningsAt(-1)).toEqual([]);
  });
});

describe('a certificate with several mistakes', () => {
  it('tells all mistakes at once', () => {
    const weak = generateKeyPairSync('rsa', { modulusLength: 1024 });
    const privateDer = weak.privateKey.export({ type: 'pkcs8', format: 'der' });
    expect(
      codes({ activo: false, privateKey: privateDer }, { password: 'x', nit: nitOf('012345678'), nowMs: 0 }),
    ).toEqual(['weak_key', 'foreign_public_key', 'wrong_password', 'other_nit', 'inactive', 'not_yet_valid']);
    expect(codes({ privateKey: new Uint8Array(9) }, {})).toEqual(['broken_key']);
    expect(codes({ publicKey: new Uint8Array(9) }, {})).toEqual(['broken_key']);
  });
});

describe.skipIf(!hasVectors)('recorded certificates (../shared/hacienda/vectors)', () => {
  function check(nit: string, password: string): readonly string[] {
    const reading = readCertificate(vectorBytes(`${nit}.crt`));
    if (reading.kind === 'refused') return reading.problems.map(({ code }) => `file: ${code}`);
    const { problems } = checkCertificate(reading.certificate, {
      password,
      nit: nitOf(nit),
      nowMs: VECTOR_NOW_MS,
    });
    return problems.map(({ code }) => code);
  }

  it.each([
    ['06140101901234', VECTOR_PASSWORD, []],
    ['06140202904096', VECTOR_PASSWORD, []],
    ['012345678', VECTOR_PASSWORD, []],
    ['06140404901111', 'Contraseña#ñ1', ['inactive']],
    ['06140404901111', VECTOR_PASSWORD, ['wrong_password', 'inactive']],
    ['06140303901024', VECTOR_PASSWORD, ['file: weak_key']],
  ])('%s', (nit, password, codes) => {
    expect(check(nit, password)).toEqual(codes);
  });

  it('reads the dates as Unix seconds with decimals', () => {
    const reading = readCertificate(vectorBytes('06140101901234.crt'));
    expect(reading).toMatchObject({
      certificate: { notBeforeMs: 1_795_148_949_401, notAfterMs: 1_952_828_949_401 },
    });
  });

  it('holds the hash of the password as the Ministry makes it', () => {
    const hash = createHash('sha512').update(VECTOR_PASSWORD).digest('hex');
    expect(readCertificate(vectorBytes('012345678.crt'))).toMatchObject({
      certificate: { privateClave: hash },
    });
  });
});
