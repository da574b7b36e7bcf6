import { expect } from 'vitest';
import type { Contingencia } from '../../src/core/dte/contingencia.ts';
import type {
  Claim,
  ClaimRequest,
  DocumentRecord,
  HeldDocument,
  NewAttempt,
  Verdict,
} from '../../src/operations/documents/ports.ts';
import { REJECTED_RAW, REJECTION, STAMP, STAMPED_RAW } from '../support/answers.ts';
import { refOf } from '../support/identifiers.ts';
import { claimRequest, heldOf, present } from '../support/storage-bench.ts';
import { withAttempt } from '../support/with-attempt.ts';
import type { StorageRig } from './storage-rig.ts';

export const LEASE_MS = 20_000;
export const SILENCE = { kind: 'silence', reason: 'socket hang up', retryMs: 60_000 } as const;

export function stampFor(attempt: number): Verdict {
  return { kind: 'stamped', attempt, stamp: STAMP, raw: STAMPED_RAW };
}

export function rejectionOf(attempt: number): Verdict {
  return { kind: 'rejected', attempt, rejection: REJECTION, raw: REJECTED_RAW };
}

type Changes = Parameters<typeof claimRequest>[1];

/** What the tests do with the documents of one company; without another, they are about the reference `ref`. */
export interface OneCompany {
  readonly companyId: string;
  claim(changes?: Changes): Promise<Claim>;
  hold(changes?: Changes): Promise<HeldDocument>;
  /** Records the next attempt as sent. */
  send(document: HeldDocument, jws?: string): Promise<HeldDocument>;
  settle(document: HeldDocument, verdict: Verdict): Promise<DocumentRecord>;
  /** Settles the latest attempt. */
  stamp(document: HeldDocument): Promise<DocumentRecord>;
  reject(document: HeldDocument): Promise<DocumentRecord>;
  fallSilent(document: HeldDocument, retryMs?: number): Promise<DocumentRecord>;
  /** A document that its authority did not answer, and that has become formal since. */
  formal(changes?: Changes, contingencia?: Contingencia): Promise<DocumentRecord>;
  pass(byMs: number): Promise<void>;
  everything(): Promise<unknown>;
}

/** A claim of this payload. */
export function withPayload(payload: string, prepared: Partial<ClaimRequest['prepared']> = {}): Changes {
  return { prepared: { ...prepared, payload } };
}

/** The next bytes of a document. */
export function nextAttempt(
  { record, wantedHash, attempts }: HeldDocument,
  changes: Partial<NewAttempt> = {},
): NewAttempt {
  const number = (attempts.at(-1)?.number ?? 0) + 1;
  const { codigoGeneracion } = record;
  const jws = `jws-${number}-${codigoGeneracion}-ñ`;
  return { number, codigoGeneracion, payloadHash: wantedHash, jws, contingencia: null, ...changes };
}

export async function oneCompany(rig: StorageRig): Promise<OneCompany> {
  const companyId = await rig.addCompany();
  const { store } = rig;
  const claim = (changes: Changes = {}) =>
    store.claim(claimRequest(companyId, { externalRef: refOf('ref'), ...changes }));
  const hold = async (changes: Changes = {}) => heldOf(await claim(changes));
  /** What a lease holder makes of an answer is what the storage keeps. */
  const kept = async (record: DocumentRecord) => {
    expect(await store.find(companyId, record.documentId)).toEqual(record);
    return record;
  };
  const settle = async ({ lease, record }: HeldDocument, verdict: Verdict) =>
    kept({ ...record, ...present(await store.settle(lease, verdict)).fields });
  const latest = ({ attempts }: HeldDocument) => attempts.at(-1)?.number ?? 0;
  return {
    companyId,
    claim,
    hold,
    settle,
    async send(document, jws) {
      const attempt = nextAttempt(document, jws === undefined ? {} : { jws });
      const sent = withAttempt(
        document,
        present(await store.recordAttempt(document.lease, attempt, LEASE_MS)),
      );
      await kept(sent.record);
      return sent;
    },
    stamp: (document) => settle(document, stampFor(latest(document))),
    reject: (document) => settle(document, rejectionOf(latest(document))),
    fallSilent: (document, retryMs = 60_000) => settle(document, { ...SILENCE, retryMs }),
    async formal(changes, contingencia = { tipo: 1, motivo: null }) {
      const { externalRef } = await settle(await hold(changes), SILENCE);
      const again = await hold({ ...changes, externalRef });
      const kept = present(await store.keepUnsent(again.lease, nextAttempt(again, { contingencia })));
      return settle(kept, { ...SILENCE, retryMs: 0 });
    },
    pass: (byMs) => rig.pass(companyId, byMs),
    everything: () => rig.everything(companyId),
  };
}
