import type { AdjustedAmounts, Units } from '../../src/core/adjusting/amounts.ts';
import type { SaleType } from '../../src/core/drafting/order.ts';
import type { ExternalRef } from '../../src/core/identifiers/external-ref.ts';
import type {
  Adjusts,
  ClaimRequest,
  DocumentRecord,
  DocumentStore,
  HeldDocument,
  Verdict,
} from '../../src/operations/documents/ports.ts';
import { REJECTED_RAW, REJECTION, STAMP, STAMPED_RAW } from './answers.ts';
import { refOf } from './identifiers.ts';
import { amountsOfClass, taxedAmounts } from './note-amounts.ts';
import { claimRequest, heldOf, present } from './storage-bench.ts';
import { withAttempt } from './with-attempt.ts';

/** What a CCF of these tests sold: 113.00 with VAT. */
export const CCF_AMOUNTS: AdjustedAmounts = { ...taxedAmounts('113', '100'), units: new Map([[1, 10n]]) };

export const STAMPED: Verdict = { kind: 'stamped', attempt: 1, stamp: STAMP, raw: STAMPED_RAW };
export const REJECTED: Verdict = {
  kind: 'rejected',
  attempt: 1,
  rejection: REJECTION,
  raw: REJECTED_RAW,
};

/** Sends the first bytes of a held document. */
export async function send(store: DocumentStore, document: HeldDocument): Promise<HeldDocument> {
  const { lease, record, wantedHash: payloadHash } = document;
  const { codigoGeneracion } = record;
  const attempt = { number: 1, codigoGeneracion, payloadHash, jws: 'a.b.c', contingencia: null };
  return withAttempt(document, present(await store.recordAttempt(lease, attempt, 20_000)));
}

/** Sends a held document and writes what came of it. */
export async function finish(
  store: DocumentStore,
  document: HeldDocument,
  verdict: Verdict,
): Promise<DocumentRecord> {
  const { lease, record } = await send(store, document);
  return { ...record, ...present(await store.settle(lease, verdict)).fields };
}

/** A CCF that was stamped. */
export async function stampedCcf(
  store: DocumentStore,
  companyId: string,
  externalRef: string,
): Promise<DocumentRecord> {
  const request = claimRequest(companyId, { externalRef: refOf(externalRef), prepared: { tipoDte: '03' } });
  return finish(store, heldOf(await store.claim(request)), STAMPED);
}

export interface NoteOptions {
  readonly externalRef?: ExternalRef;
  /** With VAT, a multiple of 1.13; tells one payload from another. */
  readonly gross: string;
  readonly mode?: Adjusts['mode'];
  /** Taxed without it; other classes have no VAT. */
  readonly saleType?: SaleType;
  /** What it gives back of lines of the CCF; nothing that it names without it. */
  readonly units?: Units;
  /** What the CCF sold: 113.00 taxed, 10 units of one line without it. */
  readonly sold?: AdjustedAmounts;
  readonly waited?: boolean;
  /** The mark of the standing that the caller has looked at. */
  readonly seen?: string;
}

/** The claim of a note on a CCF. */
export function noteRequest(
  ccf: DocumentRecord,
  { gross, mode = 'lines', saleType = 'taxed', sold = CCF_AMOUNTS, seen, units, ...others }: NoteOptions,
): ClaimRequest {
  const net = saleType === 'taxed' ? (Number(gross) / 1.13).toFixed(2) : gross;
  const adjusts = {
    ...amountsOfClass(saleType, gross, net),
    ...(units === undefined ? {} : { units }),
    ccfId: ccf.documentId,
    ccfRef: ccf.externalRef,
    mode,
    ccf: sold,
    seen: seen ?? null,
  };
  return claimRequest(ccf.companyId, {
    ...others,
    prepared: { tipoDte: '05', payload: `${gross} ${saleType} ${[...(units ?? [])]}`, adjusts },
  });
}
