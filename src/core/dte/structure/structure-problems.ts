import type { SchemaGeneration, TipoDte } from '../kinds.ts';
import { creditoFiscalV1, creditoFiscalV2 } from './credito-fiscal.ts';
import { exportacionV1, exportacionV2 } from './exportacion.ts';
import { facturaV1, facturaV2 } from './factura.ts';
import { notaCreditoV1, notaCreditoV2 } from './nota-credito.ts';
import { ROOT, type Shape, type StructureProblem } from './shape.ts';
import { sujetoExcluidoV1, sujetoExcluidoV2 } from './sujeto-excluido.ts';

const DOCUMENTS: Readonly<Record<TipoDte, Readonly<Record<SchemaGeneration, Shape>>>> = {
  '01': { v1: facturaV1, v2: facturaV2 },
  '03': { v1: creditoFiscalV1, v2: creditoFiscalV2 },
  '05': { v1: notaCreditoV1, v2: notaCreditoV2 },
  '11': { v1: exportacionV1, v2: exportacionV2 },
  '14': { v1: sujetoExcluidoV1, v2: sujetoExcluidoV2 },
};

/**
 * What is wrong with the structure of an official document, given as parsed JSON: keys, types, lengths, patterns,
 * listed values, ranges, decimals, lists and the conditions of v1. None for a document that its official schema
 * accepts. Takes time in proportion to the document's size.
 */
export function structureProblems(
  tipoDte: TipoDte,
  generation: SchemaGeneration,
  document: unknown,
): readonly StructureProblem[] {
  const found: StructureProblem[] = [];
  DOCUMENTS[tipoDte][generation](document, ROOT, found);
  return found;
}
