import type { WindowOverrides } from '../company/company.ts';
import type { AdjustingLine, SaleType } from '../drafting/order.ts';
import { type TipoDte, typeOf } from '../dte/kinds.ts';
import type { FieldProblemCode } from '../refusals/field-problems.ts';
import { problemText, type Refusal, refuse } from '../refusals/refusal.ts';
import type { DocumentState } from '../submitting/states.ts';
import type { AdjustedAmounts } from './amounts.ts';
import {
  type ClassObstacle,
  type DocumentStanding,
  isFullyAdjusted,
  isInvalidated,
  type NoteObstacle,
  type UnitsObstacle,
} from './standing.ts';
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
  if (isInvalidated(others)) return refuse('ccf_invalidated');
  if (isFullyAdjusted(others, whole)) return refuse('ccf_fully_adjusted');
  if (noteMs <= creditNoteEnd(postedMs, windows)) return null;
  return refuse('ccf_too_old', { days: String(creditNoteBusinessDays(postedMs, windows)) });
}

/** Why a CCF does not admit this note with these lines (specification 4.3); a note that copies its CCF has none. */
export function noteRefusal(obstacle: NoteObstacle, lines: readonly Line[]): Refusal {
  switch (obstacle.kind) {
    case 'invalidated':
      return refuse('ccf_invalidated');
    case 'fully_adjusted':
      return refuse('ccf_fully_adjusted');
    case 'exceeds':
      return refuse('ccf_exceeded', { amount: obstacle.amount, remaining: obstacle.remaining });
    case 'exceeds_net':
      return refuse('ccf_net_exceeded', { amount: obstacle.amount, remaining: obstacle.remaining });
    case 'exceeds_class':
      return classRefusal(obstacle, lines);
    case 'exceeds_units':
      return unitsRefusal(obstacle, lines);
  }
}

const NAMES: Readonly<Record<SaleType, string>> = {
  taxed: 'gravado',
  exempt: 'exento',
  non_subject: 'no sujeto',
};

/** Names the first line of the class of which the note wants too much. */
function classRefusal(
  { saleType, withVat, amount, remaining }: ClassObstacle,
  lines: readonly Line[],
): Refusal {
  const refusal = refuse('ccf_class_exceeded', {
    amount,
    class: NAMES[saleType],
    basis: withVat ? 'con IVA' : 'en líneas sin IVA',
    taxed: remaining.taxed,
    exempt: remaining.exempt,
    nonSubject: remaining.non_subject,
  });
  const index = lines.findIndex((line) => line.saleType === saleType);
  return index < 0 ? refusal : ofField(refusal, `lines[${index}].sale_type`, 'class_exceeded');
}

/** Names the first line of the note that gives back of the line. */
function unitsRefusal({ line, units, sold, remaining }: UnitsObstacle, lines: readonly Line[]): Refusal {
  const refusal = refuse('ccf_units_exceeded', { line: String(line), units, sold, remaining });
  const index = lines.findIndex(({ ccfLine }) => ccfLine === line);
  return index < 0 ? refusal : ofField(refusal, `lines[${index}].quantity`, 'units_exceeded');
}

function ofField(refusal: Refusal, path: string, code: FieldProblemCode): Refusal {
  const problem = { path, code, message: refusal.detail };
  return { ...refusal, detail: problemText(problem), problems: [problem] };
}
