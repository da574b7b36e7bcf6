import type { DocumentStanding } from '../core/adjusting/standing.ts';
import { type Refusal, refuse } from '../core/refusals/refusal.ts';
import type { StandingReader } from './adjusting-ports.ts';
import { findDocument } from './find-document.ts';
import type { DeliveryReader, DeliveryReport } from './mail-ports.ts';
import type { DocumentRecord, DocumentStore } from './ports.ts';

export interface NoteStatus {
  readonly kind: 'status';
  readonly record: DocumentRecord;
  /** What has been done to the note itself. */
  readonly standing: DocumentStanding;
  readonly delivery: DeliveryReport;
  readonly ccf: DocumentRecord;
  readonly ccfStanding: DocumentStanding;
}

export interface NoteStatusParts {
  readonly store: DocumentStore;
  readonly standings: StandingReader;
  readonly deliveries: DeliveryReader;
}

/** How a credit note stands; a pure read. A document of another type is the same refusal as none. */
export async function getNoteStatus(
  { store, standings, deliveries }: NoteStatusParts,
  companyId: string,
  idOrRef: string,
): Promise<NoteStatus | Refusal> {
  const found = await findDocument(store, companyId, idOrRef);
  if (found.kind === 'refused') return found;
  const { record } = found;
  const ccfId = (await standings.underReference(companyId, record.externalRef))?.ccfId ?? null;
  if (ccfId === null) return refuse('document_not_found');
  const ccf = await findDocument(store, companyId, ccfId);
  if (ccf.kind === 'refused') throw new Error(`the CCF of note ${record.documentId} is missing`);
  return {
    ...{ kind: 'status', record, ccf: ccf.record },
    standing: await standings.standing(companyId, record.documentId),
    delivery: await deliveries.report(companyId, record.documentId),
    ccfStanding: await standings.standing(companyId, ccfId),
  };
}
