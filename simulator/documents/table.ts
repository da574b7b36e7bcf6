import type { DocumentKind } from './document-kind.ts';
import { facturaV1 } from './factura-v1.ts';
import { facturaV2 } from './factura-v2.ts';

/** Every document that reception takes. A new type or version is a file of its own and one entry here. */
export const DOCUMENT_KINDS: readonly DocumentKind[] = [facturaV1, facturaV2];

export function documentKind(tipoDte: string, version: number): DocumentKind | null {
  return DOCUMENT_KINDS.find((kind) => kind.tipoDte === tipoDte && kind.version === version) ?? null;
}

/** Whether any version of a type is known. */
export function isKnownType(tipoDte: string): boolean {
  return DOCUMENT_KINDS.some((kind) => kind.tipoDte === tipoDte);
}
