import type { CodigoGeneracion } from '../identifiers/codigo-generacion.ts';
/**
 * What became of the bytes of one attempt. `unknown` until settled: by a verdict, by a known failure to deliver every
 * time they were sent, or by the authority's "absent" once the quarantine is over.
 */
export type AttemptOutcome = 'unknown' | 'stamped' | 'rejected' | 'not_delivered' | 'absent';

/** One version of a document's signed bytes and what is known about it. */
export interface Attempt {
  readonly number: number;
  readonly codigoGeneracion: CodigoGeneracion;
  readonly jws: string;
  /** Identifies the caller's payload these bytes were built from. */
  readonly payloadHash: string;
  readonly outcome: AttemptOutcome;
  /** How many times the bytes were (or may have been) sent since they were last settled. */
  readonly sends: number;
  /** When they were last sent, in milliseconds on the clock of whoever holds the document, which never goes back. */
  readonly lastSentMs: number;
  /** Whether the bytes say that the document was issued in a formal contingency. */
  readonly formal: boolean;
}
