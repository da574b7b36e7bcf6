import type { DocumentState } from '../issuing/states.ts';
import { type Decimal, decimal, formatCents, formatDecimal, ONE, sum } from '../money/decimal.ts';

/**
 * What a note does to its CCF: `full` cancels it; `lines` adjusts some of it; `clone` adjusts all of it and cancels
 * nothing (specification 2.3, modes 1, 2, 3); `automatic` is the one we make where a CCF can no longer be invalidated.
 */
export const NOTE_MODES = ['full', 'lines', 'clone', 'automatic'] as const;
export type NoteMode = (typeof NOTE_MODES)[number];

/** `open` has no verdict yet. */
export type InvalidationState = 'open' | 'rejected' | 'sealed';

/** What a note takes from its CCF: the total with VAT, in cents, and the lines without VAT, with 8 decimals. */
export interface AdjustedAmounts {
  readonly gross: Decimal;
  readonly net: Decimal;
}

/** A note on a CCF, as far as the CCF is concerned. */
export interface NoteStanding {
  readonly documentId: string;
  readonly mode: NoteMode;
  readonly state: DocumentState;
  /** The most that it can come to take, where a changed payload waits. */
  readonly amounts: AdjustedAmounts;
  readonly invalidation: InvalidationState | null;
}

/** What has been done to a document since it was issued. */
export interface DocumentStanding {
  readonly invalidation: InvalidationState | null;
  /** The notes that adjust it, in the order in which they began to take what they take; none where it is no CCF. */
  readonly notes: readonly NoteStanding[];
}

/** A note counts from its number on, whatever the authority has said, until it is rejected or taken back. */
export function isLive(note: Pick<NoteStanding, 'state' | 'invalidation'>): boolean {
  return note.state !== 'rejected' && note.invalidation !== 'sealed';
}

export function liveNotes({ notes }: DocumentStanding): readonly NoteStanding[] {
  return notes.filter(isLive);
}

/** What all notes that count take together. */
export function adjustedBy(standing: DocumentStanding): AdjustedAmounts {
  const live = liveNotes(standing);
  return {
    gross: sum(live.map(({ amounts }) => amounts.gross)),
    net: sum(live.map(({ amounts }) => amounts.net)),
  };
}

/** Directly invalidated, or about to be; or cancelled by a note that the caller asked for (specification 2.3, mode 1). */
export function isInvalidated(standing: DocumentStanding): boolean {
  return (
    standing.invalidation === 'open' ||
    standing.invalidation === 'sealed' ||
    liveNotes(standing).some(({ mode }) => mode === 'full')
  );
}

/** The note that cancels the document; null where none does. */
export function cancellingNote(standing: DocumentStanding): NoteStanding | null {
  return liveNotes(standing).find(({ mode }) => mode === 'full' || mode === 'automatic') ?? null;
}

/** What the live notes leave of a CCF, with VAT; never less than nothing. */
export function leftOf(standing: DocumentStanding, ccf: Pick<AdjustedAmounts, 'gross'>): Decimal {
  const left = ccf.gross - adjustedBy(standing).gross;
  return left > 0n ? left : 0n;
}

/** Whether it is with this note that nothing is left of the CCF. */
export function completesAdjustment(
  standing: DocumentStanding,
  ccf: Pick<AdjustedAmounts, 'gross'>,
  noteId: string,
): boolean {
  const live = liveNotes(standing);
  const place = live.findIndex(({ documentId }) => documentId === noteId);
  const until = (end: number) => leftOf({ ...standing, notes: live.slice(0, end) }, ccf);
  return place >= 0 && until(place) > 0n && until(place + 1) === 0n;
}

export function isFullyAdjusted(standing: DocumentStanding, ccf: AdjustedAmounts): boolean {
  return adjustedBy(standing).gross >= ccf.gross;
}

/** Why a CCF admits no note, or not this one. Amounts are dollars as text. */
export type NoteObstacle =
  | { readonly kind: 'invalidated' | 'fully_adjusted' }
  | { readonly kind: 'exceeds' | 'exceeds_net'; readonly amount: string; readonly remaining: string };

/** The Ministry accepts a cent between the lines of notes and the net of their CCF. */
const NET_TOLERANCE: Decimal = ONE / 100n;

/**
 * Whether a note fits what the other notes have left of its CCF, in the order of specification 4.3. Lines count as
 * well as totals: many notes whose totals round down would take more than the CCF sold (016).
 */
export function noteObstacle(
  others: DocumentStanding,
  ccf: AdjustedAmounts,
  note: AdjustedAmounts,
): NoteObstacle | null {
  if (isInvalidated(others)) return { kind: 'invalidated' };
  if (isFullyAdjusted(others, ccf)) return { kind: 'fully_adjusted' };
  const taken = adjustedBy(others);
  const grossLeft = ccf.gross - taken.gross;
  const netLeft = ccf.net - taken.net;
  if (note.gross > grossLeft)
    return { kind: 'exceeds', amount: formatCents(note.gross), remaining: formatCents(grossLeft) };
  if (note.net > netLeft + NET_TOLERANCE) {
    // Notes before this one may have taken up the tolerance.
    const remaining = formatDecimal(netLeft > 0n ? netLeft : 0n);
    return { kind: 'exceeds_net', amount: formatDecimal(note.net), remaining };
  }
  return null;
}

/** The larger of each, for a note whose payload may still change. */
export function largerAmounts(a: AdjustedAmounts, b: AdjustedAmounts): AdjustedAmounts {
  return { gross: a.gross > b.gross ? a.gross : b.gross, net: a.net > b.net ? a.net : b.net };
}

/** Amounts as a row keeps them: plain decimal text. */
export function readAmounts(gross: string, net: string): AdjustedAmounts {
  return { gross: decimal(gross), net: decimal(net) };
}
