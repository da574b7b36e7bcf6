import type { SchemaGeneration, TipoDte } from '../../src/core/dte/kinds.ts';

/** One of the ten kinds of documents and the official file that describes it. */
export interface DocumentKind {
  readonly tipoDte: TipoDte;
  readonly generation: SchemaGeneration;
  /** As `officialSchema` names it. */
  readonly schema: string;
}

export const DOCUMENT_KINDS: readonly DocumentKind[] = [
  { tipoDte: '01', generation: 'v1', schema: 'v1/fe-fc-v1' },
  { tipoDte: '01', generation: 'v2', schema: 'v2/fe-f-v2' },
  { tipoDte: '03', generation: 'v1', schema: 'v1/fe-ccf-v3' },
  { tipoDte: '03', generation: 'v2', schema: 'v2/fe-ccf-v4' },
  { tipoDte: '05', generation: 'v1', schema: 'v1/fe-nc-v3' },
  { tipoDte: '05', generation: 'v2', schema: 'v2/fe-nc-v4' },
  { tipoDte: '11', generation: 'v1', schema: 'v1/fe-fex-v1' },
  { tipoDte: '11', generation: 'v2', schema: 'v2/fe-fex-v3' },
  { tipoDte: '14', generation: 'v1', schema: 'v1/fe-fse-v1' },
  { tipoDte: '14', generation: 'v2', schema: 'v2/fe-fse-v2' },
];

/** The kind that an official file describes. Throws RangeError where there is none. */
export function kindOf(schema: string): DocumentKind {
  const kind = DOCUMENT_KINDS.find((candidate) => candidate.schema.endsWith(schema));
  if (kind === undefined) throw new RangeError(`no such kind: ${schema}`);
  return kind;
}
