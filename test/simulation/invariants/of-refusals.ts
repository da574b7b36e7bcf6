import { type Decimal, decimal, ONE } from '../../../src/core/money/decimal.ts';
import type { Refusal } from '../../../src/core/refusals/refusal.ts';
import type { NoteAsked } from '../askings.ts';
import { type DocumentRow, findDocument, keyOf, type Tables } from '../database/tables.ts';
import { COMPANY_ID } from '../orders.ts';
import type { World } from '../world.ts';
import { mostTaken, type StandingHistory } from './standing-history.ts';

/** Where it can be seen whether a refusal was true at some moment of its request. */
export interface Evidence {
  readonly world: World;
  readonly tables: Tables;
  readonly history: StandingHistory;
}

/** A refusal with the instant at which its request began. */
export interface RefusedAt {
  readonly refusal: Refusal;
  readonly startedMs: number;
}

const DAY_MS = 86_400_000;
/** What rounding may move. */
const CENTS: Decimal = ONE / 50n;

/** Whether a note could be refused so, on the CCF it was asked for or on the one that it had got meanwhile. */
export function isTrueOfNote(
  evidence: Evidence,
  { reference, note }: { readonly reference: string; readonly note: NoteAsked },
  refused: RefusedAt,
): boolean {
  const { tables, history } = evidence;
  // Several transactions may have ended since the last step.
  history.check();
  const own = findDocument(tables, COMPANY_ID, reference)?.adjusts ?? null;
  const named = findDocument(tables, COMPANY_ID, note.ccf);
  if (named === undefined && refused.refusal.code === 'document_not_found') return true;
  return [named, tables.documents.get(keyOf(COMPANY_ID, own ?? ''))].some((ccf) => {
    if (ccf === undefined) return false;
    const gross = decimal(ccf.record.summary.amountGross);
    const wanted = note.mode === 'lines' ? (gross * BigInt(note.quantity)) / 10n : gross;
    return isTrueOfCcf(evidence, { ccf, gross, wanted, noteRef: reference }, refused);
  });
}

interface NoteWanted {
  readonly ccf: DocumentRow;
  readonly gross: Decimal;
  readonly wanted: Decimal;
  readonly noteRef: string;
}

function isTrueOfCcf(
  { world, history }: Evidence,
  { ccf, gross, wanted, noteRef }: NoteWanted,
  { refusal, startedMs }: RefusedAt,
): boolean {
  const { documentId, postedMs } = ccf.record;
  const live = history.liveSince(documentId, startedMs);
  const taken = mostTaken(live, noteRef);
  switch (refusal.code) {
    case 'document_not_found':
      return !history.existedBefore(documentId, startedMs);
    case 'ccf_not_stamped':
      return !history.stampedBefore(documentId, startedMs);
    case 'ccf_invalidated':
      return history.wasInvalidatedSince(documentId, startedMs) || live.some(isFull);
    case 'ccf_fully_adjusted':
      return taken >= gross;
    case 'ccf_exceeded':
    case 'ccf_net_exceeded':
      return taken + wanted + CENTS > gross;
    case 'ccf_too_old':
      return world.wallMs(world.nowMs()) - postedMs > 100 * DAY_MS;
    default:
      return false;
  }
}

function isFull({ adjusted, wanted }: DocumentRow): boolean {
  return adjusted.adjust_mode === 'full' || wanted?.adjust_mode === 'full';
}

/** Whether somebody who wanted a document invalidated could be refused so. */
export function isTrueOfCancellation(
  { world, tables, history }: Evidence,
  target: string,
  { refusal, startedMs }: RefusedAt,
): boolean {
  if (refusal.code === 'signing_failed') return true;
  history.check();
  const record = findDocument(tables, COMPANY_ID, target)?.record;
  if (record === undefined) return refusal.code === 'document_not_found';
  const { documentId, tipoDte } = record;
  const ageMs = world.wallMs(world.nowMs()) - record.postedMs;
  const others = history.liveSince(documentId, startedMs);
  switch (refusal.code) {
    case 'document_not_found':
      return !history.existedBefore(documentId, startedMs);
    case 'not_stamped':
      return !history.stampedBefore(documentId, startedMs);
    case 'has_live_notes':
    case 'ccf_exceeded':
    case 'ccf_fully_adjusted':
      return others.length > 0;
    case 'ccf_invalidated':
      return history.wasInvalidatedSince(documentId, startedMs) || others.some(isFull);
    case 'has_live_notes_late':
    case 'ccf_adjusted_by_notes':
      return others.length > 0 && ageMs > 10 * DAY_MS;
    case 'invalidation_window_over':
      return ageMs > (tipoDte === '05' ? 10 : 80) * DAY_MS && tipoDte !== '03';
    case 'cancellation_windows_over':
      return ageMs > 100 * DAY_MS && tipoDte === '03';
    default:
      return false;
  }
}
