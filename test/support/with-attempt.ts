import type { Attempt } from '../../src/core/submitting/attempt.ts';
import type { HeldDocument } from '../../src/operations/documents/ports.ts';
import { inState } from './in-state.ts';

/** A held document once an attempt of it is on record as sent. */
export function withAttempt(document: HeldDocument, attempt: Attempt): HeldDocument {
  const { record, attempts } = document;
  return { ...document, record: inState(record, 'in_flight'), attempts: [...attempts, attempt] };
}
