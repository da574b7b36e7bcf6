import { createHash } from 'node:crypto';

/** A strong validator of the bytes. */
export function etagOf(text: string): string {
  return `"${createHash('sha256').update(text, 'utf8').digest('base64url')}"`;
}

/** Whether an `If-None-Match` header names the validator; weak marks do not count here. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((part) => {
    const one = part.trim().replace(/^W\//, '');
    return one === etag || one === '*';
  });
}
