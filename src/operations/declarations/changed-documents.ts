import type { Counterparty, DeclaredDocument } from '../../core/declaring/declared-document.ts';
import { type LaterEvent, laterEffect } from '../../core/declaring/later-event.ts';
import type { DocumentId } from '../../core/identifiers/document-id.ts';
import type { Amount } from '../../core/money/decimal.ts';
import { declared } from './declared-documents.ts';
import type { Closing, CompanyMonth, MonthArchive } from './month-ports.ts';

/** A document by which a closed month changed. */
export interface ChangedDocument
  extends Pick<DeclaredDocument, 'tipoDte' | 'fecEmi' | 'numeroControl' | 'codigoGeneracion'> {
  readonly documentId: DocumentId;
  /** Null for a consumer who was not named. */
  readonly name: Counterparty['nombre'] | null;
  readonly event: LaterEvent;
  /** What the month has more because of it, VAT included; below zero for less. */
  readonly effect: Amount;
}

/** Documents that are told; the others are counted. */
const TOLD = 1_000;

/** The documents by which a closed month changed, with what each adds to it or takes away. */
export async function changedDocuments(
  months: Pick<MonthArchive, 'touching'>,
  closing: Closing,
  month: CompanyMonth,
): Promise<readonly ChangedDocument[]> {
  const touching = await months.touching(month.companyId, closing, TOLD);
  return touching.map(({ documentId, stamped, event }) => {
    const document = declared(stamped, { ...month, classes: closing.criteria.classes });
    const { tipoDte, fecEmi, numeroControl, codigoGeneracion, counterparty } = document;
    return {
      documentId,
      tipoDte,
      fecEmi,
      numeroControl,
      codigoGeneracion,
      name: counterparty?.nombre ?? null,
      event,
      effect: laterEffect(document, event, month.period),
    };
  });
}
