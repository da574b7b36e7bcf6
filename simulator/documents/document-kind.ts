import type { JsonRecord } from '../exact/json.ts';
import type { Fault } from '../shapes/fault.ts';
import type { RecordShape } from '../shapes/shape.ts';
import type { Refusal } from '../verdict/refusal.ts';

/** A rule beyond the structure: the first thing that is wrong, or null. The structure has been checked before. */
export type Rule = (document: JsonRecord) => Refusal | null;

/** A remark on a document that is stamped all the same (code 002); null where there is nothing to remark. */
export type Remark = (document: JsonRecord) => string | null;

/** The documents before 2026, and those of Normativa de Cumplimiento v2.0. */
export type Generation = 'v1' | 'v2';

/** All that the authority knows about one type of document in one version. */
export interface DocumentKind {
  readonly tipoDte: string;
  readonly version: number;
  readonly generation: Generation;
  readonly shape: RecordShape;
  /** What the structure demands of several fields together; called only when every field is well-formed. */
  readonly conditions: (document: JsonRecord) => readonly Fault[];
  /** In the order in which the authority looks. */
  readonly rules: readonly Rule[];
  readonly remarks: readonly Remark[];
  /** The amount of the document that the ledger shows, as printed in it. */
  readonly montoTotal: (document: JsonRecord) => unknown;
}
