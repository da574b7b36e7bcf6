import { createHmac, type KeyObject, randomUUID, timingSafeEqual } from 'node:crypto';
import { parseDocumentId } from '../core/identifiers/document-id.ts';
import {
  type CodigoGeneracion,
  type IdentifiedDocument,
  parseCodigoGeneracion,
} from '../core/identifiers/official.ts';
import { identifier } from '../core/identifiers/text.ts';
import type { FileTarget, LinkProof } from '../operations/access/ports.ts';
import type { Identities } from '../operations/documents/ports.ts';
import { lengthPrefixed } from './length-prefixed.ts';

// Whatever is derived from a secret of the installation: the codes of documents, its name, the tokens of links and the
// passes of transactions. Each message begins with what it is for, so that no result can stand for another.

const UUID_BYTES = 16;

/**
 * The generation code of a document that has had `count` codes before: always the same one, so that a sale which the
 * database has forgotten comes back under the code that the authority knows it by. Nobody can tell it without the
 * secret. A UUID of version 4 in upper case (RFC 9562, section 5.4), its random bits being those of an HMAC-SHA-256.
 */
export function generationCode(
  secret: KeyObject,
  document: IdentifiedDocument,
  count: number,
): CodigoGeneracion {
  const { companyId, ambiente, externalRef } = document;
  const message = lengthPrefixed('sello generation code 1', companyId, ambiente, externalRef, String(count));
  const bytes = createHmac('sha256', secret).update(message).digest().subarray(0, UUID_BYTES);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const text = bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return identifier(parseCodigoGeneracion, text.toUpperCase());
}

/** The identities that a node gives: documents and events have random ones, the codes of documents are derived. */
export function createIdentities(codeSecret: KeyObject): Identities {
  return {
    documentId: () => identifier(parseDocumentId, randomUUID()),
    codigoGeneracion: () => identifier(parseCodigoGeneracion, randomUUID().toUpperCase()),
    documentCode: (document, count) => generationCode(codeSecret, document, count),
  };
}

const NAME_DIGITS = 16;

/** A name of the installation that it keeps wherever its database is restored, and that another one never has. */
export function installationName(secret: KeyObject): string {
  return createHmac('sha256', secret).update('sello installation 1').digest('hex').slice(0, NAME_DIGITS);
}

const MIN_SECRET_BYTES = 32;
/** 192 bits: 32 characters of base64url without spare bits. */
const TOKEN_BYTES = 24;

/**
 * The token that lets a browser open one file without an API key: an HMAC-SHA-256, safe in a URL, that fits no other
 * company, document, type or epoch of the company's links. Throws RangeError for a link secret under 32 bytes.
 */
export function fileToken(linkSecret: KeyObject, target: FileTarget, epoch: number): string {
  if ((linkSecret.symmetricKeySize ?? 0) < MIN_SECRET_BYTES)
    throw new RangeError('a link secret has at least 32 bytes');
  const names = [target.companyId, target.documentId, target.type];
  // The links of the first epoch are those of versions that knew none.
  const message =
    epoch === 0
      ? lengthPrefixed('sello file link 1', ...names)
      : lengthPrefixed('sello file link 2', ...names, String(epoch));
  return createHmac('sha256', linkSecret)
    .update(message)
    .digest()
    .subarray(0, TOKEN_BYTES)
    .toString('base64url');
}

/** Whether the token is the target's, in the same time for every token of the right length. */
export function fileTokenMatches(
  { mac: token, epoch }: LinkProof,
  linkSecret: KeyObject,
  target: FileTarget,
): boolean {
  const expected = Buffer.from(fileToken(linkSecret, target, epoch), 'utf8');
  const presented = Buffer.from(token, 'utf8');
  return presented.length === expected.length && timingSafeEqual(presented, expected);
}

/**
 * The passes by which transactions prove to the database for whom they act: an HMAC-SHA-256 of the scope under a secret
 * that the database does not have, so that a statement which somebody smuggled into a company's transaction reaches no
 * other scope.
 */
export function createPasses(passSecret: KeyObject): (scope: string) => string {
  return (scope) =>
    createHmac('sha256', passSecret).update(lengthPrefixed('sello pass 1', scope)).digest('base64url');
}
