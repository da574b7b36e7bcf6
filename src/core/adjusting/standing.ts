import { SALE_TYPES, type SaleType } from '../drafting/order.ts';
import type { DocumentId } from '../identifiers/document-id.ts';
import { type Amount, formatCents, formatDecimal, TOLERANCE } from '../money/decimal.ts';
import type { DocumentState, InvalidationState } from '../submitting/states.ts';
import { type AdjustedAmounts, addAmounts, type ByClass, byClass, type ClassAmounts } from './amounts.ts';

/**
 * What a note does to its CCF: `full` cancels it; `lines` adjusts some of it; `clone` adjusts all of it and cancels
 * nothing (specification 2.3, modes 1, 2, 3); `automatic` is the one we make where a CCF can no longer be invalidated.
 */
export const NOTE_MODES = ['full', 'lines', 'clone', 'automatic'] as const;
export type NoteMode = (typeof NOTE_MODES)[number];

/** A note on a CCF, as far as the CCF is concerned. */
export interface NoteStanding {
  readonly documentId: DocumentId;
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

/** A note counts from its number on, whatever the authority has said, until it is rejected or invalidated. */
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
export function leftOf(standing: DocumentStanding, ccf: Pick<AdjustedAmounts, 'gross'>): Amount {
  const left = ccf.gross - adjustedBy(standing).gross;
  return left > 0n ? left : 0n;
}

/** Whether it is with this note that nothing is left of the CCF. */
export function completesAdjustment(
  standing: DocumentStanding,
  ccf: Pick<AdjustedAmounts, 'gross'>,
  noteId: DocumentId,
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
  | ClassObstacle
  | UnitsObstacle;

/** A note wants more of a class than the CCF sold in it, or than other notes have left. */
export interface ClassObstacle {
  readonly kind: 'exceeds_class';
  readonly saleType: SaleType;
  /** Whether the amounts are totals with VAT, or those of lines without. */
  readonly withVat: boolean;
  readonly amount: string;
  readonly remaining: ByClass<string>;
}

/** A note gives back more units of a line than the CCF sold, or than other notes have left. Units are decimal text. */
export interface UnitsObstacle {
  readonly kind: 'exceeds_units';
  /** The line's number in the CCF, from 1. */
  readonly line: number;
  readonly units: string;
  readonly sold: string;
  readonly remaining: string;
}

/**
 * Whether a note fits what the other notes have left of its CCF, in the order of specification 4.3: in all, and in each
 * class of sale, so that no VAT is given back that was never charged. Lines count as well as totals: many notes whose
 * totals round down would take more than the CCF sold (016). Of a line that notes name, no more units are given back than
 * were sold.
 */
export function noteObstacle(
  others: DocumentStanding,
  ccf: AdjustedAmounts,
  note: AdjustedAmounts,
): NoteObstacle | null {
  if (isInvalidated(others)) return { kind: 'invalidated' };
  if (isFullyAdjusted(others, ccf)) return { kind: 'fully_adjusted' };
  const taken = adjustedBy(others);
  const remainder = { taken, ccf };
  const tooMany = unitsObstacle(remainder, note);
  if (tooMany !== null) return tooMany;
  const grossLeft = ccf.gross - taken.gross;
  if (note.gross > grossLeft)
    return { kind: 'exceeds', amount: formatCents(note.gross), remaining: formatCents(grossLeft) };
  return (
    classObstacle(remainder, note, WITH_VAT) ??
    netObstacle(remainder, note) ??
    classObstacle(remainder, note, BY_LINES)
  );
}

function unitsObstacle({ taken, ccf }: Remainder, { units }: AdjustedAmounts): UnitsObstacle | null {
  for (const [line, wanted] of units) {
    const sold = ccf.units.get(line) ?? 0n;
    const left = notNegative(sold - (taken.units.get(line) ?? 0n));
    if (wanted <= left) continue;
    return {
      kind: 'exceeds_units',
      line,
      units: formatDecimal(wanted),
      sold: formatDecimal(sold),
      remaining: formatDecimal(left),
    };
  }
  return null;
}

/** The lines of notes may differ from the net of their CCF by the tolerance, and notes before this one may have taken it up. */
function netObstacle({ taken, ccf }: Remainder, { net }: AdjustedAmounts): NoteObstacle | null {
  const left = notNegative(ccf.net - taken.net);
  if (net <= ccf.net - taken.net + TOLERANCE) return null;
  return { kind: 'exceeds_net', amount: formatDecimal(net), remaining: formatDecimal(left) };
}

/** One of the two amounts by which a class is looked at. */
interface Basis {
  readonly withVat: boolean;
  readonly of: (amounts: ClassAmounts) => Amount;
  readonly tolerance: Amount;
  readonly format: (amount: Amount) => string;
}

const WITH_VAT: Basis = { withVat: true, of: ({ gross }) => gross, tolerance: 0n, format: formatCents };
const BY_LINES: Basis = {
  withVat: false,
  of: ({ net }) => net,
  tolerance: TOLERANCE,
  format: formatDecimal,
};

function classObstacle(remainder: Remainder, note: AdjustedAmounts, basis: Basis): ClassObstacle | null {
  const { of, tolerance, format, withVat } = basis;
  const wanted = (saleType: SaleType) => of(note.classes[saleType]);
  const left = (saleType: SaleType) =>
    of(remainder.ccf.classes[saleType]) - of(remainder.taken.classes[saleType]);
  // Notes from before classes were looked at may have taken more than there was: that holds up no other class.
  const saleType = SALE_TYPES.find((each) => wanted(each) > 0n && wanted(each) > left(each) + tolerance);
  if (saleType === undefined) return null;
  const remaining = byClass((each) => format(notNegative(left(each))));
  return { kind: 'exceeds_class', saleType, withVat, amount: format(wanted(saleType)), remaining };
}

interface Remainder {
  readonly taken: AdjustedAmounts;
  readonly ccf: AdjustedAmounts;
}

function notNegative(amount: Amount): Amount {
  return amount > 0n ? amount : 0n;
}
