import type { CodigoGeneracion } from '../../core/identifiers/official.ts';
import { carrierOf } from '../../core/submitting/doubt.ts';
import type { Consultation } from '../authority/ports.ts';
import type { DueDocument } from '../background/ports.ts';
import { leaseMs } from '../sending/send.ts';
import { stampOf } from './document-in-doubt.ts';
import { MOST_TAKINGS, type WorkContext } from './revalidate-document.ts';

/** A document that the authority shows under one of its codes. */
export interface ShownDocument extends DueDocument {
  readonly codigoGeneracion: CodigoGeneracion;
  readonly shown: Extract<Consultation, { kind: 'stamped' }>;
}

/**
 * Adopts the stamp of a document that was taken for not arrived. One that somebody else holds is left to its holder; a
 * stamp for bytes of which nothing is on record is for the operator.
 */
export async function adoptStamp(
  context: WorkContext,
  { companyId, documentId, codigoGeneracion, shown }: ShownDocument,
): Promise<void> {
  const { work, store, times, log } = context;
  const lease = { leaseMs: leaseMs(times), mostTakings: MOST_TAKINGS };
  const taking = await work.take({ companyId, documentId, ...lease, early: true });
  if (taking.kind !== 'held') return;
  const versions = await store.versions(companyId, documentId);
  if (carrierOf(versions, codigoGeneracion, shown.stamp.fhProcesamiento) === null) {
    log.warn('stamp_of_nothing_sent', { companyId, documentId, codigoGeneracion });
    return store.release(taking.held.lease, 0);
  }
  const found = { versions, codigoGeneracion, consultation: shown };
  await store.settle(taking.held.lease, stampOf(context, { companyId, documentId }, found));
}
