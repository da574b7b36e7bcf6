import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { DocumentId } from '../core/identifiers/document-id.ts';
import { lengthPrefixed } from './length-prefixed.ts';

export type FileType = 'ticket' | 'invoice' | 'invalidation' | 'json';

/** The one file that a link opens. */
export interface FileTarget {
  readonly companyId: string;
  readonly documentId: DocumentId;
  readonly type: FileType;
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
  { mac: token, epoch }: { readonly mac: string; readonly epoch: number },
  linkSecret: KeyObject,
  target: FileTarget,
): boolean {
  const expected = Buffer.from(fileToken(linkSecret, target, epoch), 'utf8');
  const presented = Buffer.from(token, 'utf8');
  return presented.length === expected.length && timingSafeEqual(presented, expected);
}
