import { createHmac, type KeyObject } from 'node:crypto';
import {
  type CodigoGeneracion,
  type IdentifiedDocument,
  parseCodigoGeneracion,
} from '../core/identifiers/official.ts';
import { identifier } from '../core/identifiers/text.ts';
import { lengthPrefixed } from './length-prefixed.ts';

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

const NAME_DIGITS = 16;

/** A name of the installation that it keeps wherever its database is restored, and that another one never has. */
export function installationName(secret: KeyObject): string {
  return createHmac('sha256', secret).update('sello installation 1').digest('hex').slice(0, NAME_DIGITS);
}
