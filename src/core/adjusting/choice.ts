import type { DocumentId } from '../identifiers/document-id.ts';
import { type ExternalRef, parseExternalRef } from '../identifiers/external-ref.ts';
import { identifier } from '../identifiers/text.ts';
import { awaitedStateOf, type DocumentState } from '../submitting/states.ts';
import { cancellingNote, type DocumentStanding, liveNotes, type NoteStanding } from './standing.ts';

/** A document that somebody wants to cancel. */
export interface Cancellable {
  readonly state: DocumentState;
  readonly isAdjustedByNotes: boolean;
  readonly standing: DocumentStanding;
  /** The last millisecond in which it may be invalidated directly. */
  readonly directUntilMs: number;
}

/** How a document is cancelled, or why it is not. */
export type Cancellation =
  | { readonly kind: 'not_stamped' }
  /** The authority has sealed its invalidation. */
  | { readonly kind: 'done' }
  /** Its invalidation has no verdict yet: it is attempted again, whatever the window. */
  | { readonly kind: 'resume' }
  /** A credit note cancels it; where that note has no verdict yet, it has its own way to one. */
  | { readonly kind: 'noted'; readonly note: NoteStanding }
  /** Notes adjust it that must be invalidated first; where it is late for an event, what they leave can be adjusted, too. */
  | { readonly kind: 'has_notes'; readonly notes: readonly NoteStanding[]; readonly isLate: boolean }
  /** By an event of invalidation. */
  | { readonly kind: 'direct' }
  /** By a credit note that we make. */
  | { readonly kind: 'note' }
  | { readonly kind: 'too_late' };

/** Which way a document is cancelled at an instant (specification 1.9 and 3.2, design section 8). */
export function chooseCancellation(document: Cancellable, nowMs: number): Cancellation {
  const { state, standing, isAdjustedByNotes, directUntilMs } = document;
  if (state !== 'stamped') return { kind: 'not_stamped' };
  if (standing.invalidation === 'sealed') return { kind: 'done' };
  if (standing.invalidation === 'open') return { kind: 'resume' };
  const note = cancellingNote(standing);
  if (note !== null) return { kind: 'noted', note };
  const notes = liveNotes(standing);
  const isLate = nowMs > directUntilMs;
  if (notes.length > 0) return { kind: 'has_notes', notes, isLate };
  if (!isLate) return { kind: 'direct' };
  return { kind: isAdjustedByNotes ? 'note' : 'too_late' };
}

/**
 * The references of the notes that cancel a CCF on our initiative, one after the other. A retry derives the same ones and
 * so finds the note; one that a caller uses for something else, or under which a note was invalidated, is passed over.
 */
export function automaticNoteRef(ccfId: DocumentId, passedOver: number): ExternalRef {
  const reference = passedOver === 0 ? `anulacion-${ccfId}` : `anulacion-${ccfId}-${passedOver + 1}`;
  return identifier(parseExternalRef, reference);
}

/** Whether a document is the note of ours that cancels, or is to cancel, the CCF of this standing. */
export function isAutomaticNote({ notes }: DocumentStanding, documentId: DocumentId): boolean {
  return notes.some(
    (note) => note.documentId === documentId && note.mode === 'automatic' && note.invalidation !== 'sealed',
  );
}

/** What speaks for a document's cancellation where somebody asks how it stands. */
export type CancellationStanding =
  | { readonly kind: 'event' }
  | { readonly kind: 'note'; readonly note: NoteStanding }
  /** Nobody has asked for one. */
  | { readonly kind: 'none' };

/** The last thing that was tried: what holds comes before what was rejected, and a note after a rejected event. */
export function cancellationStanding(standing: DocumentStanding): CancellationStanding {
  if (standing.invalidation === 'sealed' || standing.invalidation === 'open') return { kind: 'event' };
  const tried = standing.notes.findLast(({ mode, state }) => mode === 'automatic' && state === 'rejected');
  const note = cancellingNote(standing) ?? tried;
  if (note !== undefined) return { kind: 'note', note };
  return { kind: standing.invalidation === 'rejected' ? 'event' : 'none' };
}

/** How far the attempt to take a document back has come, by an event or by the note that cancels in its place. */
export const INVALIDATION_STATES = ['none', 'waiting', 'stamped', 'rejected'] as const;
export type AttemptState = (typeof INVALIDATION_STATES)[number];

/** The state of whatever speaks for the cancellation. */
export function invalidationStateOf(standing: DocumentStanding): AttemptState {
  const speaks = cancellationStanding(standing);
  switch (speaks.kind) {
    case 'none':
      return 'none';
    case 'note':
      return awaitedStateOf(speaks.note.state);
    case 'event':
      return standing.invalidation === null ? 'none' : awaitedStateOf(standing.invalidation);
  }
}
