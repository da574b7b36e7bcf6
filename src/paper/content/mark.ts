import type { Cancellation } from '../../operations/paper-ports.ts';
import type { Mark } from './sheet.ts';

/** How paper says at once that a document does not hold, or no longer. */
export function markOf(cancellation: Cancellation, isRejected: boolean): Mark {
  if (isRejected) {
    const detail = 'El Ministerio de Hacienda rechazó este documento: no tiene validez fiscal.';
    return { kind: 'rejected', heading: 'RECHAZADO', detail };
  }
  if (cancellation.kind === 'none') return { kind: 'none' };
  return { kind: 'invalidated', heading: 'INVALIDADO', detail: whatInvalidates(cancellation) };
}

function whatInvalidates(cancellation: Exclude<Cancellation, { readonly kind: 'none' }>): string {
  if (cancellation.kind === 'credit_note') {
    const note = `Anulado por completo con la nota de crédito ${cancellation.numeroControl}`;
    return cancellation.isSealed ? `${note}.` : `${note}, pendiente de sello del Ministerio de Hacienda.`;
  }
  const { isSealed, sello } = cancellation;
  if (sello !== null) return `Sello del evento de invalidación: ${sello}`;
  return isSealed
    ? 'Evento de invalidación registrado por el Ministerio de Hacienda.'
    : 'Evento de invalidación pendiente de sello del Ministerio de Hacienda.';
}
