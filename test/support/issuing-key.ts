import type { KeyObject } from 'node:crypto';
import { readCertificate } from '../../src/signer/certificate.ts';
import { readPrivateKey, readPublicKey } from '../../src/signer/key-pair.ts';
import { makeSandboxCertificate } from '../../src/signer/sandbox-certificate.ts';

/** The key of a fictitious company, and its certificate file. */
export interface IssuingKey {
  readonly certificate: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

/** A fresh key in a certificate file of the Ministry's format, read back as the product reads it. */
export async function makeIssuingKey(nit: string, nowMs: number): Promise<IssuingKey> {
  const certificate = await makeSandboxCertificate({
    nit,
    nrc: '1234567',
    name: 'Empresa Ficticia',
    email: 'pruebas@ejemplo.com',
    password: 'una clave de prueba',
    nowMs,
  });
  const reading = readCertificate(Buffer.from(certificate));
  if (reading.kind === 'refused') throw new Error(JSON.stringify(reading.problems));
  const privateKey = readPrivateKey(reading.certificate.privateKey);
  const publicKey = readPublicKey(reading.certificate.publicKey);
  if (privateKey === null || publicKey === null) throw new Error('the certificate just made has no keys');
  return { certificate, privateKey, publicKey };
}
