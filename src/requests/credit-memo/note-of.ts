import type { FieldProblem } from '../../core/refusals/refusal.ts';
import type { CreditNoteRequest } from '../../operations/credit-notes/prepare-note.ts';
import { noteLineOf } from '../order-parts.ts';
import type { CreditMemoBody } from './schema.ts';

/** The wire body in our own names; lines or the lack of them choose among the modes of specification 2.3. */
export function noteOf(
  body: CreditMemoBody,
): Pick<CreditNoteRequest, 'ccf' | 'mode' | 'lines' | 'observations'> {
  const lines = (body.lines ?? []).map(noteLineOf);
  return {
    ccf: body.document_id,
    mode: modeOf(body),
    lines,
    observations: body.observations ?? null,
  };
}

function modeOf({ full_adjustment, lines }: CreditMemoBody) {
  if (full_adjustment === true) return 'full';
  return (lines ?? null) === null ? 'clone' : 'lines';
}

/** A full adjustment takes its lines from the CCF: lines beside it would be dropped silently. */
export function conflictsOf({ full_adjustment, lines }: CreditMemoBody): readonly FieldProblem[] {
  if (full_adjustment !== true || (lines ?? null) === null) return [];
  return [{ path: 'lines', code: 'not_allowed', message: 'No se envía junto con full_adjustment.' }];
}
