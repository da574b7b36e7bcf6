import { SALE_TYPES, type SaleType } from '../drafting/order.ts';
import type { DocumentId } from '../identifiers/document-id.ts';
import { type Amount, formatCents, formatDecimal, TOLERANCE } from '../money/decimal.ts';
import { madeOf } from '../records/by-name.ts';
import type { RefusalCode } from '../refusals/registry.ts';
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

/** Why a CCF admits no note, or not this one: the refusal that says it, with the places of its text. */
export interface NoteObstacle {
  readonly code: Extract<RefusalCode, `ccf_${string}`>;
  readonly places: Readonly<Record<string, string>>;
  /** What the note wants too much of: a class of sale, or a line of the CCF by its number; null for the CCF as a whole. */
  readonly of: SaleType | number | null;
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
  const closed = closedObstacle(others, ccf);
  if (closed !== null) return closed;
  const taken = adjustedBy(others);
  const remainder = { taken, ccf };
  const tooMany = unitsObstacle(remainder, note);
  if (tooMany !== null) return tooMany;
  const left = ccf.gross - taken.gross;
  if (note.gross > left) {
    const places = { amount: formatCents(note.gross), remaining: formatCents(left) };
    return { code: 'ccf_exceeded', places, of: null };
  }
  return (
    classObstacle(remainder, note, WITH_VAT) ??
    netObstacle(remainder, note) ??
    classObstacle(remainder, note, BY_LINES)
  );
}

/** Why a CCF admits no note any more, whatever the note says. */
export function closedObstacle(
  others: DocumentStanding,
  ccf: Pick<AdjustedAmounts, 'gross'>,
): NoteObstacle | null {
  if (isInvalidated(others)) return { code: 'ccf_invalidated', places: {}, of: null };
  return isFullyAdjusted(others, ccf) ? { code: 'ccf_fully_adjusted', places: {}, of: null } : null;
}

function unitsObstacle({ taken, ccf }: Remainder, { units }: AdjustedAmounts): NoteObstacle | null {
  for (const [line, wanted] of units) {
    const sold = ccf.units.get(line) ?? 0n;
    const remaining = notNegative(sold - (taken.units.get(line) ?? 0n));
    if (wanted <= remaining) continue;
    const places = madeOf({ units: wanted, sold, remaining }, formatDecimal);
    return { code: 'ccf_units_exceeded', places: { ...places, line: String(line) }, of: line };
  }
  return null;
}

/** The lines of notes may differ from the net of their CCF by the tolerance, and notes before this one may have taken it up. */
function netObstacle({ taken, ccf }: Remainder, { net }: AdjustedAmounts): NoteObstacle | null {
  const left = ccf.net - taken.net;
  if (net <= left + TOLERANCE) return null;
  const places = { amount: formatDecimal(net), remaining: formatDecimal(notNegative(left)) };
  return { code: 'ccf_net_exceeded', places, of: null };
}

/** One of the two amounts by which a class is looked at. */
interface Basis {
  readonly words: string;
  readonly of: (amounts: ClassAmounts) => Amount;
  readonly tolerance: Amount;
  readonly format: (amount: Amount) => string;
}

const WITH_VAT: Basis = { words: 'con IVA', of: ({ gross }) => gross, tolerance: 0n, format: formatCents };
const BY_LINES: Basis = {
  words: 'en líneas sin IVA',
  of: ({ net }) => net,
  tolerance: TOLERANCE,
  format: formatDecimal,
};

const NAMES: ByClass<string> = { taxed: 'gravado', exempt: 'exento', non_subject: 'no sujeto' };

function classObstacle(remainder: Remainder, note: AdjustedAmounts, basis: Basis): NoteObstacle | null {
  const { of, tolerance, format, words } = basis;
  const wanted = (saleType: SaleType) => of(note.classes[saleType]);
  const left = (saleType: SaleType) =>
    of(remainder.ccf.classes[saleType]) - of(remainder.taken.classes[saleType]);
  // Notes from before classes were looked at may have taken more than there was: that holds up no other class.
  const saleType = SALE_TYPES.find((each) => wanted(each) > 0n && wanted(each) > left(each) + tolerance);
  if (saleType === undefined) return null;
  const { taxed, exempt, non_subject } = byClass((each) => format(notNegative(left(each))));
  const remaining = { taxed, exempt, nonSubject: non_subject };
  const places = { amount: format(wanted(saleType)), class: NAMES[saleType], basis: words, ...remaining };
  return { code: 'ccf_class_exceeded', places, of: saleType };
}

interface Remainder {
  readonly taken: AdjustedAmounts;
  readonly ccf: AdjustedAmounts;
}

function notNegative(amount: Amount): Amount {
  return amount > 0n ? amount : 0n;
}
