import { DOCUMENT_TYPES, type SchemaGeneration, type TipoDte } from '../kinds.ts';
import { type JsonObject } from '../../json/read-json.ts';
import { fillKeys, keysIn } from './fill.ts';
import { fields } from './table.ts';
import { madeOfTable } from './tables.ts';
import { ROOT, type StructureProblem } from './words.ts';

const HEADER = 'identificacion';

/** Every key of every table: what a draft gives for another generation is no mistake. */
const KNOWN: ReadonlySet<string> = new Set(
  DOCUMENT_TYPES.flatMap(({ structure: { v1, v2 } }) => [...keysIn(v1), ...keysIn(v2)]),
);

const fillsFor = madeOfTable(({ keys }) => {
  const others = Object.keys(keys).filter((key) => key !== HEADER);
  return {
    header: fillKeys(fields(HEADER, keys), KNOWN),
    body: fillKeys(fields(others.join(' '), keys), KNOWN),
  };
});

interface Kind {
  readonly tipoDte: TipoDte;
  readonly generation: SchemaGeneration;
}

/**
 * The document but for its identification block as compact JSON, in the order of its table, made of the values given for
 * it; and what is wrong with these.
 */
export function filledBody(
  { tipoDte, generation }: Kind,
  values: JsonObject,
): { readonly text: string; readonly problems: readonly StructureProblem[] } {
  const found: StructureProblem[] = [];
  return { text: fillsFor(tipoDte, generation).body(values, { at: ROOT, found }), problems: found };
}

/** The document's first member, `identificacion`, alone. Throws RangeError where the values given leave it open. */
export function filledHeader({ tipoDte, generation }: Kind, identificacion: JsonObject): string {
  const found: StructureProblem[] = [];
  const text = fillsFor(tipoDte, generation).header({ identificacion }, { at: ROOT, found });
  const [problem] = found;
  if (problem !== undefined) throw new RangeError(`${problem.path} ${problem.message}`);
  return text;
}
