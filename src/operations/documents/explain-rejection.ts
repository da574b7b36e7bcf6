import { readOfficial } from '../../core/dte/official-json.ts';
import type { Subject } from '../../core/explaining/codes.ts';
import { type Explanation, explain } from '../../core/explaining/explain.ts';
import type { EventReader, PayloadOf } from '../files/ports.ts';
import type { CancelledDocument } from '../invalidations/invalidate-document.ts';
import type { InvalidationRecord } from '../invalidations/ports.ts';
import type { DocumentRecord, DocumentStore } from './ports.ts';

/** What explaining needs from outside. */
export interface ExplainingParts {
  readonly store: Pick<DocumentStore, 'signedBytes'>;
  readonly events: Pick<EventReader, 'latestEvent'>;
  readonly payloadOf: PayloadOf;
}

/** What is behind the rejection of a document, from what was signed; nothing of one that is not rejected. */
export async function explainRejection(
  { store, payloadOf }: Pick<ExplainingParts, 'store' | 'payloadOf'>,
  record: DocumentRecord,
): Promise<readonly Explanation[]> {
  if (record.state !== 'rejected') return [];
  const bytes = await store.signedBytes(record.companyId, record.documentId);
  return explainDocument(record, bytes === null ? null : payloadOf(bytes.jws));
}

/** Explains the rejection of a document, of which the text that was signed is given. */
export function explainDocument(record: DocumentRecord, signed: string | null): readonly Explanation[] {
  return explainSigned(record, record.tipoDte, signed);
}

/** Explains the rejection of what cancels a document, be it an event or a note. */
export async function explainCancellation(
  parts: ExplainingParts,
  { record, by }: Pick<CancelledDocument, 'record' | 'by'>,
): Promise<readonly Explanation[]> {
  if (by.kind === 'note') return explainRejection(parts, by.note);
  if (by.event.state !== 'rejected') return [];
  const jws = await parts.events.latestEvent(record.companyId, record.documentId);
  return explainSigned(by.event, 'invalidation', jws === null ? null : parts.payloadOf(jws));
}

function explainSigned(
  { codigoMsg, message, observaciones }: DocumentRecord | InvalidationRecord,
  subject: Subject,
  signed: string | null,
): readonly Explanation[] {
  const document = signed === null ? null : readOfficial(signed);
  return explain({ subject, document, codigoMsg, message, observaciones });
}
