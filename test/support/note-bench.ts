import { type AdjustedAmounts, readAmounts } from '../../src/core/adjusting/standing.ts';
import type {
  Adjusts,
  ClaimRequest,
  DocumentRecord,
  DocumentStore,
  HeldDocument,
  Verdict,
} from '../../src/operations/ports.ts';
import { REJECTED_RAW, REJECTION, STAMP, STAMPED_RAW } from './answers.ts';
import { claimRequest, heldOf, present, withAttempt } from './storage-bench.ts';

/** What a CCF of these tests sold: 113.00 with VAT. */
export const CCF_AMOUNTS: AdjustedAmounts = readAmounts('113', '100');

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
  const request = claimRequest(companyId, { externalRef, prepared: { tipoDte: '03' } });
  return finish(store, heldOf(await store.claim(request)), STAMPED);
}

export interface NoteOptions {
  readonly externalRef?: string;
  /** With VAT, a multiple of 1.13; tells one payload from another. */
  readonly gross: string;
  readonly mode?: Adjusts['mode'];
  readonly waited?: boolean;
  /** The mark of the standing that the caller has looked at. */
  readonly seen?: string;
}

/** The claim of a note on a CCF. */
export function noteRequest(
  ccf: DocumentRecord,
  { gross, mode = 'lines', seen, ...others }: NoteOptions,
): ClaimRequest {
  const net = (Number(gross) / 1.13).toFixed(2);
  const adjusts = {
    ...readAmounts(gross, net),
    ...{ ccfId: ccf.documentId, ccfRef: ccf.externalRef, mode, ccf: CCF_AMOUNTS, seen: seen ?? null },
  };
  return claimRequest(ccf.companyId, { ...others, prepared: { tipoDte: '05', payload: gross, adjusts } });
}
