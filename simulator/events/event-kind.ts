import type { JsonRecord } from '../exact/json.ts';
import { type Fault, observation } from '../shapes/fault.ts';
import type { RecordShape } from '../shapes/shape.ts';

/** The structure of one event in one version. */
export interface EventKind {
  readonly version: number;
  readonly shape: RecordShape;
  /** What the structure demands of several fields together; called only when every field is well-formed. */
  readonly conditions: (event: JsonRecord) => readonly Fault[];
}

/** A version is known and taken no longer, or not yet: its schema is not the one that the event is held against. */
export const OTHER_VERSION = observation({ path: '#/identificacion/version', problem: 'value' });
