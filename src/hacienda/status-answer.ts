import type { CodigoGeneracion } from '../core/identifiers/official.ts';
import type { DocumentStatus } from '../operations/authority/ports.ts';
import { readConsultation, readReception, type WireAnswer } from './answer.ts';

/** DOCUMENTO SE ENCUENTRA ANULADO (Manual Técnico V1.0, page 25). */
const INVALIDATED = '015';

/**
 * Reads the answer of /fesv/recepcion/consultadte/ for what it says of the document's state: as `readConsultation` does,
 * and 015 under the document's own code is the authority's word that it is invalidated. The manual prints no answer about
 * an invalidated document, so that PROCESADO does not deny it.
 */
export function readStatus(answer: WireAnswer, codigoGeneracion: CodigoGeneracion): DocumentStatus {
  const consultation = readConsultation(answer, codigoGeneracion);
  if (consultation.kind !== 'silent') return consultation;
  const reception = readReception(answer, codigoGeneracion);
  return reception.kind === 'rejected' && reception.rejection.codigoMsg === INVALIDATED
    ? { kind: 'invalidated', raw: reception.raw }
    : consultation;
}
