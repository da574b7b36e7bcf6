import type { DocumentStanding, NoteMode } from '../core/adjusting/standing.ts';
import type { OrderLine } from '../core/issuing/order.ts';
import { type Refusal, refuse } from '../core/refusals/refusal.ts';
import type { StandingReader } from './adjusting-ports.ts';
import type { PayloadOf } from './deliver-json.ts';
import { findDocument } from './find-document.ts';
import type { IssuingCompany, IssuingContext } from './issuing-context.ts';
import type { DocumentRecord } from './ports.ts';

/** What issuing a note needs from outside. */
export interface CreditNoteContext extends IssuingContext {
  readonly standings: StandingReader;
  readonly payloadOf: PayloadOf;
}

export interface CreditNoteRequest {
  readonly issuer: IssuingCompany;
  /** Byte-exact; chosen by the caller, or a fresh UUID. */
  readonly externalRef: string;
  /** Identifier or reference of the CCF; ignored where a note exists under `externalRef`, which keeps its own. */
  readonly ccf: string;
  readonly mode: NoteMode;
  /** What is given back in mode `lines`; the other modes copy the lines of the CCF. */
  readonly lines: readonly OrderLine[];
  readonly observations: string | null;
}

/** The note as it stands at the end of the request, with the CCF it adjusts. */
export interface IssuedNote {
  readonly kind: 'issued';
  readonly record: DocumentRecord;
  readonly isDuplicate: boolean;
  readonly ccf: DocumentRecord;
  /** Of the CCF, this note included. */
  readonly standing: DocumentStanding;
}

/** Issues a credit note on a CCF once per company and reference. Refusals burn no number. */
export async function issueCreditNote(
  context: CreditNoteContext,
  request: CreditNoteRequest,
): Promise<IssuedNote | Refusal> {
  const { companyId } = request.issuer;
  const found = await findDocument(context.store, companyId, request.externalRef);
  if (found.kind === 'refused') return found;
  const ccf = await findDocument(context.store, companyId, request.ccf);
  if (ccf.kind === 'refused') return refuse('document_not_found');
  const standing = await context.standings.standing(companyId, ccf.record.documentId);
  return { kind: 'issued', record: found.record, isDuplicate: true, ccf: ccf.record, standing };
}
