import type { SchemaGeneration, TipoDte } from './kinds.ts';

const VERSIONS: Readonly<Record<TipoDte, Readonly<Record<SchemaGeneration, number>>>> = {
  '01': { v1: 1, v2: 2 },
  '03': { v1: 3, v2: 4 },
  '05': { v1: 3, v2: 4 },
  '11': { v1: 1, v2: 3 },
  '14': { v1: 1, v2: 2 },
};

/** `identificacion.version` of a document: fe-fc-v1/fe-f-v2, fe-ccf-v3/v4, fe-nc-v3/v4, fe-fex-v1/v3, fe-fse-v1/v2. */
export function versionOf(tipoDte: TipoDte, generation: SchemaGeneration): number {
  return VERSIONS[tipoDte][generation];
}
