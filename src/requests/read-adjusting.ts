import type { InvalidationWish } from '../core/adjusting/read-motivo.ts';
import { type Refusal, refuseProblems } from '../core/refusals/refusal.ts';
import type { CreditNoteRequest } from '../operations/credit-notes/prepare-note.ts';
import { conflictsOf, noteOf } from './credit-memo/note-of.ts';
import { CreditMemoBodySchema } from './credit-memo/schema.ts';
import { InvalidationBodySchema, wishOf } from './invalidation-fields.ts';
import { readValue } from './read-value.ts';

/** Reads a value that came by another way than JSON as the body of an invalidation. */
export function readWish(
  value: unknown,
): { readonly kind: 'wish'; readonly wish: InvalidationWish } | Refusal {
  const read = readValue(value, InvalidationBodySchema);
  return read.kind === 'refused' ? read : { kind: 'wish', wish: wishOf(read.body) };
}

/** Reads the body of a credit note; under which reference it is issued, the caller says. */
export function readNote(
  value: unknown,
): { readonly kind: 'note'; readonly note: Omit<CreditNoteRequest, 'issuer' | 'externalRef'> } | Refusal {
  const read = readValue(value, CreditMemoBodySchema);
  if (read.kind === 'refused') return read;
  const conflicts = conflictsOf(read.body);
  return conflicts.length > 0 ? refuseProblems(conflicts) : { kind: 'note', note: noteOf(read.body) };
}
