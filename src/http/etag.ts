import { createHash } from 'node:crypto';

/** A strong validator of the bytes. */
export function etagOf(content: string | Uint8Array): string {
  return `"${createHash('sha256').update(content).digest('base64url')}"`;
}

/** Whether an `If-None-Match` header names the validator; weak marks do not count here. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((part) => {
    const one = part.trim().replace(/^W\//, '');
    return one === etag || one === '*';
  });
}
