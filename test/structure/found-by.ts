import { ROOT, type Shape, type StructureProblem } from '../../src/core/dte/structure/shape.ts';

/** What a shape finds wrong with a value, one sentence a problem. */
export function foundBy(shape: Shape, value: unknown): readonly string[] {
  const found: StructureProblem[] = [];
  shape(value, ROOT, found);
  return found.map(({ path, message }) => `${path} ${message}`);
}

/** Where a shape finds something wrong, each place once. */
export function placesFoundBy(shape: Shape, value: unknown): readonly string[] {
  const found: StructureProblem[] = [];
  shape(value, ROOT, found);
  return [...new Set(found.map(({ path }) => path))];
}
