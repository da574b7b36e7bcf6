import type { AdjustingNote, Cancellation } from '../../operations/files/ports.ts';
import type { Codes, Mark, Standing } from './sheet.ts';

export const TEST_BANNER = 'AMBIENTE DE PRUEBAS - SIN VALIDEZ FISCAL';

export interface Events {
  readonly cancellation: Cancellation;
  /** Whether the authority has refused the document. */
  readonly isRejected: boolean;
  /** Set where nothing has been issued. */
  readonly isPreview?: true | undefined;
}

/** Stands on every page of what has not been issued. */
export const PREVIEW = 'VISTA PREVIA - SIN VALIDEZ';
const NOT_ISSUED = 'No se ha emitido ni enviado al Ministerio de Hacienda: no tiene número ni sello.';

export const PREVIEW_MARK: Mark = { kind: 'preview', heading: PREVIEW, detail: NOT_ISSUED };

const REJECTED = 'El Ministerio de Hacienda rechazó este documento: no tiene validez fiscal.';
const PENDING = 'pendiente de sello del Ministerio de Hacienda';
/** Notes that are named; a CCF may have hundreds. */
const MOST_NAMED = 3;

/** How paper says at once that a document does not hold, not yet or no longer, or that nothing is left of it. */
export function markOf({ sello, isSealed }: Codes, { cancellation, isRejected, isPreview }: Events): Mark {
  if (isPreview) return PREVIEW_MARK;
  if (isRejected) return { kind: 'rejected', heading: 'RECHAZADO', detail: REJECTED };
  if (cancellation.kind === 'invalidated')
    return { kind: 'invalidated', heading: 'INVALIDADO', detail: eventText(cancellation) };
  if (cancellation.kind === 'adjusted')
    return { kind: 'adjusted', heading: 'AJUSTADO POR COMPLETO', detail: notesText(cancellation.notes) };
  if (isSealed) return { kind: 'none' };
  return { kind: 'waiting', heading: sello, detail: 'del Ministerio de Hacienda' };
}

/** Whether a document may not be used: the word is large on a ticket, and stands across the pages of a letter. */
export function isVoid({ kind }: Standing): boolean {
  return kind === 'invalidated' || kind === 'rejected' || kind === 'preview';
}

function eventText({ isSealed, sello }: Extract<Cancellation, { readonly kind: 'invalidated' }>): string {
  if (sello !== null) return `Sello del evento de invalidación: ${sello}`;
  return isSealed
    ? 'Evento de invalidación registrado por el Ministerio de Hacienda.'
    : `Evento de invalidación ${PENDING}.`;
}

function notesText(notes: readonly AdjustingNote[]): string {
  const numbers = notes.slice(0, MOST_NAMED).map(({ numeroControl }) => numeroControl);
  const others = notes.length - numbers.length;
  const named = new Intl.ListFormat('es').format(others > 0 ? [...numbers, `${others} más`] : numbers);
  const which = notes.length === 1 ? 'con la nota de crédito' : 'con las notas de crédito';
  return `${which} ${named}${whatIsPending(notes)}`;
}

function whatIsPending(notes: readonly AdjustingNote[]): string {
  const pending = notes.filter(({ isSealed }) => !isSealed).length;
  if (pending === 0) return '';
  if (notes.length === 1) return `, ${PENDING}`;
  return `, ${pending} de ellas sin sello todavía`;
}
