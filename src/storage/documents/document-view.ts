import { type DocumentId, parseDocumentId } from '../../core/identifiers/document-id.ts';
import type { DeliveryStanding } from '../../operations/deliveries/ports.ts';
import type {
  DocumentRead,
  DocumentReader,
  DocumentView,
  ViewedBytes,
} from '../../operations/documents/reading-ports.ts';
import { callForCompany } from '../connection/function-call.ts';
import type { Pool } from '../connection/pool.ts';
import { type RecordRow, toRecord } from './document-rows.ts';
import { type StandingRow, toStanding } from './standing.ts';

/** A document as the function `document_view` tells it. */
export interface ViewRow {
  readonly record: RecordRow & { readonly adjusts: DocumentId | null };
  readonly standing: StandingRow;
  readonly has_smtp: boolean;
  readonly redirect_whatsapp: string | null;
  readonly messages: readonly DeliveryStanding[];
  readonly signed: SignedRow | null;
}

interface SignedRow {
  readonly jws: string;
  readonly sha256: string;
  readonly status: number | null;
  readonly body: string | null;
}

/** The arguments that name a document in calls of `document_view`. */
export interface ReadArguments {
  readonly id: string | null;
  readonly reference: string;
  readonly bytes: boolean;
}

export function readArguments({ idOrRef, bytes }: DocumentRead): ReadArguments {
  return { id: parseDocumentId(idOrRef), reference: idOrRef, bytes };
}

/** `installationMails`: whether there is a mail server for every company. */
export function toView(row: ViewRow, installationMails: boolean): DocumentView {
  return {
    record: toRecord(row.record),
    ccfId: row.record.adjusts,
    standing: toStanding(row.standing),
    delivery: {
      isConfigured: installationMails || row.has_smtp,
      messages: row.messages,
      redirectWhatsapp: row.redirect_whatsapp,
    },
    signed: row.signed === null ? null : toSigned(row.signed),
  };
}

function toSigned({ jws, sha256, status, body }: SignedRow): ViewedBytes {
  return { jws, sha256, answer: status === null || body === null ? null : { status, body } };
}

/** Reads documents in PostgreSQL, without a lock. */
export function createDocumentReader(pool: Pool, installationMails: boolean): DocumentReader {
  return {
    async view(companyId, read) {
      const { id, reference, bytes } = readArguments(read);
      const [row] = await callForCompany<{ readonly view: ViewRow | null }>(pool, companyId, {
        name: 'read-document',
        text: 'SELECT read_document($1::uuid, $2::text, $3::uuid, $4::text, $5::boolean) AS view',
        values: [id, reference, bytes],
      });
      return row?.view ? toView(row.view, installationMails) : null;
    },
  };
}
