import type { CodigoGeneracion } from '../core/identifiers/official.ts';
import type { DocumentStatus } from '../operations/authority/ports.ts';
import { readConsultation, type WireAnswer } from './answer.ts';

/**
 * Reads the answer of /fesv/recepcion/consultadte/ for what it says of the document's state: as `readConsultation` does,
 * and 015 under the document's own code is the authority's word that it is invalidated. The manual prints no answer about
 * an invalidated document, so that PROCESADO does not deny it.
 */
export function readStatus(answer: WireAnswer, codigoGeneracion: CodigoGeneracion): DocumentStatus {
  const consultation = readConsultation(answer, codigoGeneracion);
  if (consultation.kind !== 'known') return consultation;
  const { invalidated, raw } = consultation;
  return invalidated
    ? { kind: 'invalidated', raw }
    : { kind: 'silent', reason: 'the code is registered, and its seal is not shown', raw, spoke: true };
}
