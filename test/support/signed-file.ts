import { readFileSync } from 'node:fs';
import { goldenFile } from '../golden/golden-case.ts';

export const SELLO = '2026AB12CD34EF56AB12CD34EF56AB12CD34EF56';

/** The signed file of a golden case, as if it had been signed and, unless told otherwise, sealed. */
export function goldenSignedFile(name: string, sello: string | null = SELLO): string {
  return signedFileOf(readFileSync(goldenFile(name, 'document.json'), 'utf8'), sello);
}

/** The signed file of a document's text. */
export function signedFileOf(document: string, sello: string | null = SELLO): string {
  const seal = sello === null ? '' : `,"selloRecibido":"${sello}"`;
  return `${document.trim().slice(0, -1)},"firmaElectronica":"eyJhbGciOiJSUzUxMiJ9.e30.firma"${seal}}`;
}
