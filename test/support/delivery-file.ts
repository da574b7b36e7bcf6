import { readFileSync } from 'node:fs';
import { goldenFile } from '../golden/golden-case.ts';

export const SELLO = '2026AB12CD34EF56AB12CD34EF56AB12CD34EF56';

/** The delivery file of a golden case, as if it had been signed and, unless told otherwise, sealed. */
export function deliveryFile(name: string, sello: string | null = SELLO): string {
  return deliveryOf(readFileSync(goldenFile(name, 'document.json'), 'utf8'), sello);
}

/** The delivery file of a document's text. */
export function deliveryOf(document: string, sello: string | null = SELLO): string {
  const seal = sello === null ? '' : `,"selloRecibido":"${sello}"`;
  return `${document.trim().slice(0, -1)},"firmaElectronica":"eyJhbGciOiJSUzUxMiJ9.e30.firma"${seal}}`;
}
