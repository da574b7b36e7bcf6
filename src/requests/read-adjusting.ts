import type { InvalidationWish } from '../core/adjusting/read-motivo.ts';
import type { ExternalRef } from '../core/identifiers/external-ref.ts';
import { type Refusal, refuseProblems } from '../core/refusals/refusal.ts';
import type { CreditNoteRequest } from '../operations/credit-notes/prepare-note.ts';
import { isOf, requestProblemsIn } from '../schema/check.ts';
import { conflictsOf, noteOf } from './credit-memo/note-of.ts';
import { CreditMemoBodySchema } from './credit-memo/schema.ts';
import { InvalidationBodySchema, wishOf } from './invalidation-fields.ts';
import { asMeant, firstBadText } from './json-body.ts';
import { readReference } from './order-parts.ts';

/** Reads a value that came by another way than JSON as the body of an invalidation, as strictly as one that came so. */
export function readWish(
  value: unknown,
): { readonly kind: 'wish'; readonly wish: InvalidationWish } | Refusal {
  const bad = firstBadText(value, '');
  if (bad !== null) return refuseProblems([bad]);
  const body = asMeant({ value, numbers: new Map() }, InvalidationBodySchema);
  return isOf(InvalidationBodySchema, body)
    ? { kind: 'wish', wish: wishOf(body) }
    : refuseProblems(requestProblemsIn(body, InvalidationBodySchema));
}

/** Reads the body of a credit note. */
export function readNote(
  value: unknown,
): { readonly kind: 'note'; readonly note: Omit<CreditNoteRequest, 'issuer'> } | Refusal {
  const bad = firstBadText(value, '');
  if (bad !== null) return refuseProblems([bad]);
  const body = asMeant({ value, numbers: new Map() }, CreditMemoBodySchema);
  if (!isOf(CreditMemoBodySchema, body)) return refuseProblems(requestProblemsIn(body, CreditMemoBodySchema));
  const read = readReference(body.external_ref ?? '', conflictsOf(body));
  if (read.kind === 'refused') return read;
  const externalRef: ExternalRef = read.externalRef;
  return { kind: 'note', note: { externalRef, ...noteOf(body) } };
}
