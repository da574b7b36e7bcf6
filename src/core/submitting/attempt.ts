import type { CodigoGeneracion } from '../identifiers/official.ts';
import type { AttemptOutcome } from './states.ts';

/** One version of the signed bytes of whatever is sent, and what is known about it. */
export interface SentBytes {
  readonly number: number;
  readonly codigoGeneracion: CodigoGeneracion;
  readonly jws: string;
  readonly outcome: AttemptOutcome;
  /** How many times the bytes were (or may have been) sent since they were last settled. */
  readonly sends: number;
}

/** One version of a document's signed bytes. */
export interface Attempt extends SentBytes {
  /** Identifies the caller's payload these bytes were built from. */
  readonly payloadHash: string;
  /** When they were last sent, in milliseconds on the clock of whoever holds the document, which never goes back. */
  readonly lastSentMs: number;
  /** Whether the bytes say that the document was issued in a formal contingency. */
  readonly formal: boolean;
}
