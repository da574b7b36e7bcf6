import type { KeyObject } from 'node:crypto';
import type { KeyCheck } from '../operations/access/ports.ts';
import type { CertificateFile, CertificateOpening, Vault } from '../operations/companies/ports.ts';
import { createApiKey, dummyHash, hashSecret, parseApiKey, secretMatches } from './api-key.ts';
import { checkCertificate, readCertificate } from './certificate.ts';
import type { Keyring, SealBinding } from './keyring.ts';
import { certificateBinding } from './local-signer.ts';

/** What a company's password at the authority is sealed under. */
export function credentialsBinding(companyId: string, ambiente: string): SealBinding {
  return { owner: companyId, purpose: `authority-password/${ambiente}` };
}

/** What a company's password at its mail server is sealed under. */
export function smtpPasswordBinding(companyId: string): SealBinding {
  return { owner: companyId, purpose: 'smtp-password' };
}

/** The operator's cryptography: certificates and passwords go in sealed, keys come out once. */
export function createVault(keyring: Keyring, pepper: KeyObject): Vault {
  return {
    openCertificate: (file) => openCertificate(keyring, file),
    sealAuthorityPassword: (companyId, ambiente, password) =>
      keyring.seal(Buffer.from(password, 'utf8'), credentialsBinding(companyId, ambiente)),
    sealSmtpPassword: (companyId, password) =>
      keyring.seal(Buffer.from(password, 'utf8'), smtpPasswordBinding(companyId)),
    mintKey(ambiente) {
      const { text, publicId, secret } = createApiKey(ambiente);
      return { text, publicId, secretHmac: hashSecret(secret, pepper) };
    },
  };
}

/** Checks presented API keys under the installation's pepper. */
export function createKeyCheck(pepper: KeyObject): KeyCheck {
  return {
    parse: parseApiKey,
    matches: (secret, storedHmac) => secretMatches(secret, pepper, storedHmac ?? dummyHash),
  };
}

function openCertificate(keyring: Keyring, file: CertificateFile): CertificateOpening {
  const reading = readCertificate(file.bytes);
  if (reading.kind === 'refused') return refused(reading.problems);
  const { certificate } = reading;
  const { problems, warnings } = checkCertificate(certificate, file);
  if (problems.length > 0) return refused(problems);
  const { notBeforeMs, notAfterMs, publicKey, privateKey } = certificate;
  const sealedPrivateKey = keyring.seal(privateKey, certificateBinding(file));
  return {
    kind: 'usable',
    material: { nit: file.nit, notBeforeMs, notAfterMs, publicKeySpki: publicKey, sealedPrivateKey },
    warnings: warnings.map(({ message }) => message),
  };
}

function refused(problems: readonly { readonly message: string }[]): CertificateOpening {
  return { kind: 'refused', problems: problems.map(({ message }) => message) };
}
