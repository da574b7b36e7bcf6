import type { WindowOverrides } from '../company/company.ts';
import type { AdjustingLine } from '../drafting/order.ts';
import { type TipoDte, typeOf } from '../dte/kinds.ts';
import { fieldProblem, problemText, type Refusal, refuse } from '../refusals/refusal.ts';
import type { DocumentState } from '../submitting/states.ts';
import type { AdjustedAmounts } from './amounts.ts';
import { closedObstacle, type DocumentStanding, type NoteObstacle } from './standing.ts';
import { creditNoteBusinessDays, creditNoteEnd } from './windows.ts';

type Line = Pick<AdjustingLine, 'saleType' | 'ccfLine'>;

/** Why notes are not made on a document of this kind, in the order of specification 4.3; null for a stamped CCF. */
export function whyUnadjustable(document: {
  readonly tipoDte: TipoDte;
  readonly state: DocumentState;
}): Refusal | null {
  if (!typeOf(document.tipoDte).isAdjustedByNotes) return refuse('not_a_ccf');
  return document.state === 'stamped' ? null : refuse('ccf_not_stamped');
}

/** A stamped CCF with what other notes and its invalidation leave of it. */
interface StampedCcf {
  /** When it was issued, milliseconds since the epoch. */
  readonly postedMs: number;
  readonly others: DocumentStanding;
  readonly whole: AdjustedAmounts;
}

/**
 * Why a stamped CCF admits no note any more, whatever the note says, in the order of specification 4.3: it is invalidated,
 * fully adjusted, or older at `noteMs` than the company's window for notes. Null where it admits one.
 */
export function whyClosed(
  { postedMs, others, whole }: StampedCcf,
  noteMs: number,
  windows: WindowOverrides,
): Refusal | null {
  const closed = closedObstacle(others, whole);
  if (closed !== null) return refuse(closed.code);
  if (noteMs <= creditNoteEnd(postedMs, windows)) return null;
  return refuse('ccf_too_old', { days: String(creditNoteBusinessDays(postedMs, windows)) });
}

/**
 * Why a CCF does not admit this note with these lines (specification 4.3); a note that copies its CCF has none. It names the
 * first line of the class, or on the line of the CCF, of which the note wants too much.
 */
export function noteRefusal({ code, places, of }: NoteObstacle, lines: readonly Line[]): Refusal {
  const refusal = refuse(code, places);
  const index = lines.findIndex(
    ({ saleType, ccfLine }) => of !== null && (saleType === of || ccfLine === of),
  );
  if (index < 0) return refusal;
  const { detail } = refusal;
  const problem =
    typeof of === 'number'
      ? fieldProblem(`lines[${index}].quantity`, 'units_exceeded', detail)
      : fieldProblem(`lines[${index}].sale_type`, 'class_exceeded', detail);
  return { ...refusal, detail: problemText(problem), problems: [problem] };
}
