import { creditoFiscalV3 } from './credito-fiscal-v3.ts';
import { creditoFiscalV4 } from './credito-fiscal-v4.ts';
import type { DocumentKind } from './document-kind.ts';
import { exportacionV1 } from './exportacion-v1.ts';
import { exportacionV3 } from './exportacion-v3.ts';
import { facturaV1 } from './factura-v1.ts';
import { facturaV2 } from './factura-v2.ts';
import { notaCreditoV3 } from './nota-credito-v3.ts';
import { notaCreditoV4 } from './nota-credito-v4.ts';
import { sujetoExcluidoV1 } from './sujeto-excluido-v1.ts';
import { sujetoExcluidoV2 } from './sujeto-excluido-v2.ts';

/** Every document that reception takes. A new type or version is a file of its own and one entry here. */
export const DOCUMENT_KINDS: readonly DocumentKind[] = [
  facturaV1,
  facturaV2,
  creditoFiscalV3,
  creditoFiscalV4,
  notaCreditoV3,
  notaCreditoV4,
  exportacionV1,
  exportacionV3,
  sujetoExcluidoV1,
  sujetoExcluidoV2,
];

export function documentKind(tipoDte: string, version: number): DocumentKind | null {
  return DOCUMENT_KINDS.find((kind) => kind.tipoDte === tipoDte && kind.version === version) ?? null;
}

/** Whether any version of a type is known. */
export function isKnownType(tipoDte: string): boolean {
  return DOCUMENT_KINDS.some((kind) => kind.tipoDte === tipoDte);
}
