import { randomUUID } from 'node:crypto';
import type { KeyCheck } from '../operations/access/ports.ts';
import type { CertificateFile, CertificateOpening, Vault } from '../operations/companies/ports.ts';
import { createApiKey, parseApiKey } from './api-key.ts';
import { checkCertificate, readCertificate } from './certificate.ts';
import { bindHash, formOf, hashSecret, type Peppers, secretMatches } from './key-hash.ts';
import { certificateBinding } from './key-holder.ts';
import type { SealBinding, Sealer } from './keyring.ts';

/** What a company's password at the authority is sealed under. */
export function credentialsBinding(companyId: string, ambiente: string): SealBinding {
  return { owner: companyId, purpose: `authority-password/${ambiente}` };
}

/** What a company's password at its mail server is sealed under. */
export function smtpPasswordBinding(companyId: string): SealBinding {
  return { owner: companyId, purpose: 'smtp-password' };
}

/** The operator's cryptography: certificates and passwords go in sealed, keys come out once. */
export function createVault(keyring: Sealer, peppers: Peppers): Vault {
  return {
    openCertificate: (file) => openCertificate(keyring, file),
    sealAuthorityPassword: async (companyId, ambiente, password) =>
      keyring.seal(Buffer.from(password, 'utf8'), credentialsBinding(companyId, ambiente)),
    sealSmtpPassword: async (companyId, password) =>
      keyring.seal(Buffer.from(password, 'utf8'), smtpPasswordBinding(companyId)),
    mintKey(companyId, ambiente) {
      const { text, publicId, secret } = createApiKey(ambiente);
      const identity = { keyId: randomUUID(), companyId, ambiente };
      return { ...identity, text, publicId, secretHmac: hashSecret(secret, identity, peppers) };
    },
    bindKey: ({ secretHmac, ...identity }) =>
      formOf(secretHmac)?.isBound === false ? bindHash(secretHmac, identity, peppers) : null,
  };
}

/**
 * Checks presented API keys. A key under a pepper that was made since the node has read them is known after `read` has been
 * asked again, once a second at the most.
 */
export function createKeyCheck(
  atStart: Peppers,
  read: () => Promise<Peppers>,
  monotonic: () => number,
): KeyCheck {
  let peppers = atStart;
  let readMs = Number.NEGATIVE_INFINITY;
  return {
    parse: parseApiKey,
    matches: (secret, stored) => secretMatches(secret, stored, peppers),
    async learn({ secretHmac }) {
      const form = formOf(secretHmac);
      if (form === null || peppers.versions.has(form.pepper) || monotonic() - readMs < READ_AGAIN_MS) return;
      readMs = monotonic();
      peppers = await read();
    },
  };
}

const READ_AGAIN_MS = 1_000;

async function openCertificate(keyring: Sealer, file: CertificateFile): Promise<CertificateOpening> {
  const reading = readCertificate(file.bytes);
  if (reading.kind === 'refused') return refused(reading.problems);
  const { certificate } = reading;
  const { problems, warnings } = checkCertificate(certificate, file);
  if (problems.length > 0) return refused(problems);
  const { notBeforeMs, notAfterMs, publicKey, privateKey } = certificate;
  const sealedPrivateKey = await keyring.seal(privateKey, certificateBinding(file));
  return {
    kind: 'usable',
    material: { nit: file.nit, notBeforeMs, notAfterMs, publicKeySpki: publicKey, sealedPrivateKey },
    warnings: warnings.map(({ message }) => message),
  };
}

function refused(problems: readonly { readonly message: string }[]): CertificateOpening {
  return { kind: 'refused', problems: problems.map(({ message }) => message) };
}
