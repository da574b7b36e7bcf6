import type { DocumentState } from '../../src/core/submitting/states.ts';
import type { DocumentRecord } from '../../src/operations/documents/ports.ts';
import { sealOf } from './identifiers.ts';

/** The document in that state: with a seal, its own or one made up, where the state is `stamped`, else without one. */
export function inState(record: DocumentRecord, state: DocumentState): DocumentRecord {
  if (state !== 'stamped') return { ...record, state, selloRecibido: null };
  return { ...record, state, selloRecibido: record.selloRecibido ?? sealOf('SELLO') };
}
