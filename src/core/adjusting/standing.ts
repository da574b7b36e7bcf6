import { SALE_TYPES, type SaleType } from '../issuing/order.ts';
import type { DocumentState } from '../issuing/states.ts';
import { type Decimal, formatCents, formatDecimal, ONE } from '../money/decimal.ts';
import { type AdjustedAmounts, addAmounts, type ByClass, byClass, type ClassAmounts } from './amounts.ts';

/**
 * What a note does to its CCF: `full` cancels it; `lines` adjusts some of it; `clone` adjusts all of it and cancels
 * nothing (specification 2.3, modes 1, 2, 3); `automatic` is the one we make where a CCF can no longer be invalidated.
 */
export const NOTE_MODES = ['full', 'lines', 'clone', 'automatic'] as const;
export type NoteMode = (typeof NOTE_MODES)[number];

/** `open` has no verdict yet. */
export type InvalidationState = 'open' | 'rejected' | 'sealed';

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
  return addAmounts(liveNotes(standing).map(({ amounts }) => amounts));
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

export function isFullyAdjusted(standing: DocumentStanding, ccf: Pick<AdjustedAmounts, 'gross'>): boolean {
  return adjustedBy(standing).gross >= ccf.gross;
}

/** Why a CCF admits no note, or not this one. Amounts are dollars as text. */
export type NoteObstacle =
  | { readonly kind: 'invalidated' | 'fully_adjusted' }
  | { readonly kind: 'exceeds' | 'exceeds_net'; readonly amount: string; readonly remaining: string }
  | ClassObstacle;

/** A note wants more of a class than the CCF sold in it, or than other notes have left. */
export interface ClassObstacle {
  readonly kind: 'exceeds_class';
  readonly saleType: SaleType;
  /** Whether the amounts are totals with VAT, or those of lines without. */
  readonly withVat: boolean;
  readonly amount: string;
  readonly remaining: ByClass<string>;
}

/** The Ministry accepts a cent between the lines of notes and the net of their CCF. */
const NET_TOLERANCE: Decimal = ONE / 100n;

/**
 * Whether a note fits what the other notes have left of its CCF, in the order of specification 4.3: in all, and in each
 * class of sale, so that no VAT is given back that was never charged. Lines count as well as totals: many notes whose
 * totals round down would take more than the CCF sold (016).
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
  return classObstacle(taken, ccf, note);
}

function classObstacle(
  taken: AdjustedAmounts,
  ccf: AdjustedAmounts,
  note: AdjustedAmounts,
): ClassObstacle | null {
  for (const saleType of SALE_TYPES) {
    const [wanted, left] = [note.classes[saleType], leftIn({ taken, ccf }, saleType)];
    const withVat = wanted.gross > left.gross;
    if (!withVat && wanted.net <= left.net + NET_TOLERANCE) continue;
    const format = (amounts: ClassAmounts) =>
      withVat ? formatCents(amounts.gross) : formatDecimal(amounts.net);
    const remaining = byClass((each) => format(leftIn({ taken, ccf }, each)));
    return { kind: 'exceeds_class', saleType, withVat, amount: format(wanted), remaining };
  }
  return null;
}

interface Remainder {
  readonly taken: AdjustedAmounts;
  readonly ccf: AdjustedAmounts;
}

/** Never less than nothing: notes from before classes were looked at may have taken more than there was. */
function leftIn({ taken, ccf }: Remainder, saleType: SaleType): ClassAmounts {
  const left = (of: (amounts: ClassAmounts) => Decimal) => {
    const rest = of(ccf.classes[saleType]) - of(taken.classes[saleType]);
    return rest > 0n ? rest : 0n;
  };
  return { gross: left(({ gross }) => gross), net: left(({ net }) => net) };
}
