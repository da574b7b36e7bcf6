import { generateKeyPairSync } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { TEST_NIT } from '../../test/support/simulator/facturas.ts';
import { certificateXml, signText, testKey } from '../../test/support/simulator/signing.ts';
import { readCertificate, readPem } from './certificate.ts';
import { isSignedBy, splitJws } from './jws.ts';

const VECTORS = resolve(import.meta.dirname, '../../../shared/hacienda/vectors');
const key = testKey();

describe('readCertificate', () => {
  it('finds the public key of a certificate', () => {
    const reading = readCertificate(certificateXml(key));
    expect(reading.kind === 'key' && reading.nit).toBe(TEST_NIT);
    expect(reading.kind === 'key' && reading.key.equals(key.publicKey)).toBe(true);
  });

  it.each([
    ['<other/>', 'not a CertificadoMH'],
    ['<CertificadoMH><nit>1</nit></CertificadoMH>', 'the certificate holds no publicKey/encodied'],
    [certificateXml(key).replace(/<encodied>M/, '<encodied>x'), 'the public key cannot be read'],
    [certificateXml(key, TEST_NIT, false), 'the certificate is not active'],
    [certificateXml(testKey(1024)), 'the key has 1024 bits, fewer than 2048'],
  ])('says what is wrong: %#', (xml, problem) => {
    expect(readCertificate(xml)).toEqual({ kind: 'problem', problem });
  });
});

describe('readPem', () => {
  it('takes RSA keys only', () => {
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
    expect(readPem(pem)).toEqual({ kind: 'problem', problem: 'the key is not an RSA key' });
    expect(readPem(key.publicKeyPem).kind).toBe('key');
    expect(readPem('')).toEqual({ kind: 'problem', problem: 'the public key cannot be read' });
  });
});

describe('isSignedBy', () => {
  const holds = (text: string) => {
    const jws = splitJws(text);
    return jws !== null && isSignedBy(jws, key.publicKey);
  };

  it('holds for the issuer and the official header only', () => {
    expect(holds(signText('{}', key))).toBe(true);
    expect(holds(signText('{}', testKey()))).toBe(false);
    expect(holds(signText('{}', key, '{"alg":"RS256"}'))).toBe(false);
    expect(holds(signText('{}', key, '{"alg":"none"}'))).toBe(false);
    expect(holds(signText('{}', key, '{"alg":"RS512","typ":"JWT"}'))).toBe(false);
    expect(holds(signText('{}', key, 'RS512'))).toBe(false);
  });

  it('does not hold once a byte of the document changed', () => {
    const [header, , signature] = signText('{"a":1}', key).split('.');
    const payload = Buffer.from('{"a":2}').toString('base64url');
    expect(holds(`${header}.${payload}.${signature}`)).toBe(false);
  });

  it.each(['', 'a.b', 'a.b.c.d', 'a.b.c=', 'a. b.c', '..'])('%j is no compact JWS', (text) => {
    expect(splitJws(text)).toBeNull();
  });
});

describe.skipIf(!existsSync(VECTORS))('the official signer (../shared/hacienda/vectors)', () => {
  it.each(['accents-escapes', 'ccf-3-lines', 'key-order'])('signed %s with the key we read', (name) => {
    const certificate = readCertificate(readFileSync(resolve(VECTORS, '06140101901234.crt'), 'utf8'));
    const jws = splitJws(readFileSync(resolve(VECTORS, `${name}.expected.jws`), 'utf8').trim());
    expect(certificate.kind === 'key' && jws !== null && isSignedBy(jws, certificate.key)).toBe(true);
  });

  it.each([
    ['06140202904096.crt', 'key'],
    ['012345678.crt', 'key'],
    ['06140303901024.crt', 'problem'],
    ['06140404901111.crt', 'problem'],
  ])('%s gives a %s', (file, kind) => {
    expect(readCertificate(readFileSync(resolve(VECTORS, file), 'utf8')).kind).toBe(kind);
  });
});
