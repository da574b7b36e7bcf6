import { CCF_CENTS, CLASS_CENTS, isTakenBack, liveNotesOn, type Row, takenBy, takenOf } from './rows.ts';
import type { Action } from './schedules.ts';

/** What is known before a request that meets no other. */
export interface Before {
  readonly rows: readonly Row[];
  /** Whether a stamped document is still inside its direct window. */
  readonly isInWindow: (row: Row) => boolean;
}

/**
 * What a request that meets no other has to be answered: `issued`, `event`, `note`, `nothing`, or the code of a
 * refusal. Written from the specification's words on the rows, without the product's own rules.
 */
export function expectedOf(action: Action, before: Before): string {
  switch (action.does) {
    case 'work':
      return 'nothing';
    case 'note':
      return expectedNote(action, before);
    case 'invalidate':
      return expectedInvalidation(action.ref, before);
  }
}

function expectedNote(action: Extract<Action, { does: 'note' }>, { rows }: Before): string {
  const existing = rows.find(({ ref }) => ref === action.ref);
  if (existing?.state === 'stamped') return 'issued';
  const ccf = rows.find(({ ref, documentId }) =>
    existing === undefined ? ref === action.ccf : documentId === existing.adjusts,
  );
  if (ccf === undefined) return 'document_not_found';
  const others = liveNotesOn(rows, ccf.documentId).filter((note) => note !== existing);
  if (isTakenBack(ccf) || others.some(({ mode }) => mode === 'full')) return 'ccf_invalidated';
  const leftCents = CCF_CENTS - takenBy(others);
  if (leftCents <= 0) return 'ccf_fully_adjusted';
  const wantedCents = action.mode === 'lines' ? action.quantity * 113 : CCF_CENTS;
  if (wantedCents > leftCents) return 'ccf_exceeded';
  const { soldClass } = action;
  const classLeftCents = CLASS_CENTS[soldClass] - takenOf(others, soldClass);
  return action.mode === 'lines' && wantedCents > classLeftCents ? 'ccf_class_exceeded' : 'issued';
}

function expectedInvalidation(ref: string, { rows, isInWindow }: Before): string {
  const document = rows.find((row) => row.ref === ref);
  if (document === undefined) return 'document_not_found';
  if (document.state !== 'stamped') return 'not_stamped';
  if (isTakenBack(document)) return 'event';
  const notes = liveNotesOn(rows, document.documentId);
  if (notes.some(({ mode }) => mode === 'full' || mode === 'automatic')) return 'note';
  const inWindow = isInWindow(document);
  if (notes.length > 0 && inWindow) return 'has_live_notes';
  if (notes.length > 0) return takenBy(notes) < CCF_CENTS ? 'has_live_notes_late' : 'ccf_adjusted_by_notes';
  if (inWindow) return 'event';
  return document.tipoDte === '03' ? 'note' : 'invalidation_window_over';
}
