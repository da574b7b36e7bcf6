import { type SchemaGeneration, type TipoDte, typeOf } from '../kinds.ts';
import type { Block } from './table.ts';

/** What is made of a table, when it is first asked for: every later use finds it made. */
export function madeOfTable<T>(
  make: (table: Block) => T,
): (tipoDte: TipoDte, generation: SchemaGeneration) => T {
  const made = new Map<Block, T>();
  return (tipoDte, generation) => {
    const table = typeOf(tipoDte).structure[generation];
    const before = made.get(table);
    if (before !== undefined) return before;
    const first = make(table);
    made.set(table, first);
    return first;
  };
}
