import { completesAdjustment, type DocumentStanding } from '../core/adjusting/standing.ts';
import { lateNoteWarning } from '../core/adjusting/windows.ts';
import { decimal } from '../core/money/decimal.ts';
import type { IssuedNote } from '../operations/credit-notes/issue-credit-note.ts';
import type { NoteStatus } from '../operations/documents/get-status.ts';
import type { DocumentRecord } from '../operations/documents/ports.ts';
import { type Static, Type, titled } from '../schema/schema.ts';
import {
  IssuedSchema,
  issuedAnswer,
  type LinkMaker,
  messageOf,
  StatusSchema,
  statusAnswer,
} from './answers.ts';
import type { Unexplained } from './explanations.ts';

const ADJUSTMENT = {
  ccf_control_number: Type.String({ description: 'Número de control del CCF ajustado.' }),
  ccf_adjusted_amount: Type.Number({
    description: 'Suma de la nota, con IVA: lo que resta del CCF, salvo que sea rechazada o invalidada.',
  }),
  ccf_fully_adjusted: Type.Boolean({
    description: 'Con esta nota no queda nada del CCF por ajustar.',
  }),
};

const { invoice_url: _, json_url: __, ...ISSUED } = IssuedSchema.properties;

/** The result of POST /credit-memo (specification 2.4): without the links to files, which the status gives. */
export const IssuedNoteSchema = titled('IssuedCreditMemo', {
  ...ISSUED,
  ...ADJUSTMENT,
  dte: Type.Optional(
    Type.Unknown({ description: 'Solo con dte_success: el documento con firma y sello de recepción.' }),
  ),
});
export type IssuedNoteAnswer = Static<typeof IssuedNoteSchema>;

const { ccf_remaining_amount: ___, ...STATUS } = StatusSchema.properties;

/** The status of a credit note (specification 4.4). */
export const NoteStatusSchema = titled('CreditMemoStatus', {
  ...STATUS,
  ccf_document_id: Type.String({ description: 'Identificador del CCF ajustado (UUID).' }),
  ...ADJUSTMENT,
});
export type NoteStatusAnswer = Static<typeof NoteStatusSchema>;

/** `dte` is the signed file of a stamped note; null for others. */
export function issuedNoteAnswer(
  note: IssuedNote,
  dte: unknown,
  maker: LinkMaker,
): Unexplained<IssuedNoteAnswer> {
  const { record, isDuplicate, ccf, standing } = note;
  const { invoice_url: _, json_url: __, ...answer } = issuedAnswer(record, isDuplicate, maker);
  return {
    ...answer,
    dte_message: noteMessage(record, ccf),
    ...adjustmentOf(record, ccf, standing),
    ...(dte === null ? {} : { dte }),
  };
}

export function noteStatusAnswer(status: NoteStatus, maker: LinkMaker): Unexplained<NoteStatusAnswer> {
  const { note, ccf } = status;
  return {
    ...statusAnswer(note, maker),
    dte_message: noteMessage(note.record, ccf.record),
    ccf_document_id: ccf.record.documentId,
    ...adjustmentOf(note.record, ccf.record, ccf.standing),
  };
}

function adjustmentOf(note: DocumentRecord, ccf: DocumentRecord, standing: DocumentStanding) {
  const whole = { gross: decimal(ccf.summary.amountGross) };
  return {
    ccf_control_number: ccf.numeroControl,
    ccf_adjusted_amount: Number(note.summary.amountGross),
    ccf_fully_adjusted: completesAdjustment(standing, whole, note.documentId),
  };
}

/** What is said of a note, and that it comes late for its CCF. */
export function noteMessage(note: DocumentRecord, ccf: DocumentRecord): string {
  return [messageOf(note), lateNoteWarning(note.postedMs, ccf.postedMs) ?? ''].join(' ').trim();
}
