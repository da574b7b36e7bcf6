import type { KeyObject } from 'node:crypto';
import type { Nit } from '../../src/core/identifiers/nit.ts';
import { readCertificate } from '../../src/signer/certificate.ts';
import { readPrivateKey, readPublicKey } from '../../src/signer/key-pair.ts';
import { makeSandboxCertificate } from '../../src/signer/sandbox-certificate.ts';
import { emailOf, nrcOf } from './identifiers.ts';

/** The key of a fictitious company, and its certificate file. */
export interface IssuingKey {
  readonly certificate: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

/** A fresh key in a certificate file of the Ministry's format, read back as the product reads it. */
export async function makeIssuingKey(nit: Nit, nowMs: number): Promise<IssuingKey> {
  const certificate = await makeSandboxCertificate({
    nit,
    nrc: nrcOf('1234567'),
    name: 'Empresa Ficticia',
    email: emailOf('pruebas@ejemplo.com'),
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
