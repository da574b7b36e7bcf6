import type { TipoDte } from '../dte/kinds.ts';
import type { DocumentId } from '../identifiers/document-id.ts';
import type { DocumentState } from '../submitting/states.ts';
import { type DocumentStanding, isInvalidated } from './standing.ts';

/** A document that is to take another's place. */
export interface Replacement {
  readonly documentId: DocumentId;
  readonly tipoDte: TipoDte;
  readonly state: DocumentState;
  readonly standing: DocumentStanding;
}

/**
 * Why a document cannot take the place of an invalidated one, in Spanish; null where it can. It must be another one of
 * the same type, sealed and valid (Manual Funcional V2.0, invalidation). Null for none at all is refused as well.
 */
export function whyNotReplacement(
  replacement: Replacement | null,
  invalidated: Pick<Replacement, 'documentId' | 'tipoDte'>,
): string | null {
  if (replacement === null) return 'No existe un documento con ese identificador o referencia.';
  const { documentId, tipoDte, state, standing } = replacement;
  if (documentId === invalidated.documentId) return 'Es el mismo documento que se invalida.';
  if (tipoDte !== invalidated.tipoDte)
    return `Debe ser de tipo ${invalidated.tipoDte}, como el documento que se invalida.`;
  if (state !== 'stamped') return 'Todavía no tiene sello de Hacienda.';
  return isInvalidated(standing) ? 'Está invalidado.' : null;
}
