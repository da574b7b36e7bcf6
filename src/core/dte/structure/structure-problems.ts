import type { SchemaGeneration, TipoDte } from '../kinds.ts';
import { checkOf } from './check.ts';
import { ROOT, type StructureProblem } from './problem.ts';
import { madeOfTable } from './tables.ts';

const checkFor = madeOfTable(checkOf);

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
  checkFor(tipoDte, generation)(document, ROOT, found);
  return found;
}
