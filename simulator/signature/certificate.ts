import { createPublicKey, type KeyObject } from 'node:crypto';

export type KeyReading =
  | { readonly kind: 'key'; readonly nit: string | null; readonly key: KeyObject }
  | { readonly kind: 'problem'; readonly problem: string };

/** The authority takes no shorter keys. */
const SHORTEST_MODULUS = 2048;

/**
 * Reads the public key from the Ministry's certificate file: XML with the root `CertificadoMH`, the key as base64
 * of a DER SubjectPublicKeyInfo in `publicKey/encodied` (the Ministry's spelling). The private key that the same
 * file holds is not looked at.
 */
export function readCertificate(xml: string): KeyReading {
  const nit = contentOf(xml, 'nit');
  const encoded = contentOf(contentOf(xml, 'publicKey') ?? '', 'encodied');
  if (!xml.includes('<CertificadoMH>') || nit === null) return problem('not a CertificadoMH');
  if (encoded === null) return problem('the certificate holds no publicKey/encodied');
  if (contentOf(xml, 'activo') === 'false') return problem('the certificate is not active');
  return readKey(nit, () =>
    createPublicKey({ key: Buffer.from(encoded, 'base64'), format: 'der', type: 'spki' }),
  );
}

/** Reads a public key in PEM form. */
export function readPem(pem: string): KeyReading {
  return readKey(null, () => createPublicKey(pem));
}

function readKey(nit: string | null, read: () => KeyObject): KeyReading {
  try {
    const key = read();
    const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
    if (key.asymmetricKeyType !== 'rsa') return problem('the key is not an RSA key');
    if (bits < SHORTEST_MODULUS) return problem(`the key has ${bits} bits, fewer than ${SHORTEST_MODULUS}`);
    return { kind: 'key', nit, key };
  } catch {
    return problem('the public key cannot be read');
  }
}

function problem(text: string): KeyReading {
  return { kind: 'problem', problem: text };
}

function contentOf(xml: string, element: string): string | null {
  const start = xml.indexOf(`<${element}>`);
  const end = xml.indexOf(`</${element}>`, start);
  return start < 0 || end < 0 ? null : xml.slice(start + element.length + 2, end).trim();
}
