import type { SchemaGeneration, TipoDte } from '../kinds.ts';
import { creditoFiscalV1, creditoFiscalV2 } from './credito-fiscal.ts';
import { exportacionV1, exportacionV2 } from './exportacion.ts';
import { facturaV1, facturaV2 } from './factura.ts';
import { notaCreditoV1, notaCreditoV2 } from './nota-credito.ts';
import { sujetoExcluidoV1, sujetoExcluidoV2 } from './sujeto-excluido.ts';
import type { Block } from './table.ts';

/** The structure of each document that Sello issues, in each generation. */
export const TABLES: Readonly<Record<TipoDte, Readonly<Record<SchemaGeneration, Block>>>> = {
  '01': { v1: facturaV1, v2: facturaV2 },
  '03': { v1: creditoFiscalV1, v2: creditoFiscalV2 },
  '05': { v1: notaCreditoV1, v2: notaCreditoV2 },
  '11': { v1: exportacionV1, v2: exportacionV2 },
  '14': { v1: sujetoExcluidoV1, v2: sujetoExcluidoV2 },
};

/** What is made of a table, when it is first asked for: every later use finds it made. */
export function madeOfTable<T>(
  make: (table: Block) => T,
): (tipoDte: TipoDte, generation: SchemaGeneration) => T {
  const made = new Map<Block, T>();
  return (tipoDte, generation) => {
    const table = TABLES[tipoDte][generation];
    const before = made.get(table);
    if (before !== undefined) return before;
    const first = make(table);
    made.set(table, first);
    return first;
  };
}
