import type { Contingencia } from '../../../src/core/dte/contingencia.ts';
import type { CodigoGeneracion } from '../../../src/core/identifiers/official.ts';
import type { ClaimRequest, HeldDocument, Verdict } from '../../../src/operations/documents/ports.ts';
import { REJECTED_RAW, REJECTION, STAMP, STAMPED_RAW } from '../../support/answers.ts';
import { codeOf, establishmentOf, idOf, refOf } from '../../support/identifiers.ts';
import { claimRequest } from '../../support/storage-bench.ts';
import { withAttempt } from '../../support/with-attempt.ts';
import { createDice, type Dice, drawUuid } from '../dice.ts';
import { type Call, type CallSource, LEASE_MS, RETRY_MS } from './compared-store.ts';
import { type EventsKnown, eventCall, isHeldEvent } from './random-event-calls.ts';

const PAUSES_MS = [40_000, 120_000, 120_000, 13 * 3_600_000];

const INTERNET: Contingencia = { tipo: 3, motivo: null };

interface Known {
  readonly dice: Dice;
  readonly companyId: string;
  readonly held: HeldDocument[];
  readonly requests: ClaimRequest[];
  readonly events: EventsKnown;
}

export function createCallSource(seed: number, companyId: string): CallSource {
  const dice = createDice(seed);
  const events = { dice, companyId, opened: [], held: [] };
  const known: Known = { dice, companyId, held: [], requests: [], events };
  return {
    next() {
      const latest = known.held.at(-1);
      if (latest === undefined || known.dice.chance(0.25)) return claimCall(known);
      if (known.dice.chance(0.35)) return eventCall(known.events, latest);
      // Mostly the newest lease, sometimes one that is stale by now.
      const document = known.dice.chance(0.75) ? latest : known.dice.pick(known.held);
      return known.dice.chance(0.55) ? holderCall(known, document) : otherCall(known, document);
    },
    learn(answer) {
      if (isHeldEvent(answer)) known.events.held.push(answer);
      else known.held.push(...heldIn(answer));
    },
  };
}

function isHeld(answer: unknown): answer is HeldDocument {
  return typeof answer === 'object' && answer !== null && 'lease' in answer;
}

/** The document that an answer is, or that a claim or a taking has brought. */
function heldIn(answer: unknown): readonly HeldDocument[] {
  if (typeof answer !== 'object' || answer === null) return [];
  const { document, held }: { readonly document?: unknown; readonly held?: unknown } = answer;
  return [answer, document, held].filter(isHeld);
}

function claimCall({ dice, companyId, requests }: Known): Call {
  const repeated = dice.chance(0.1) ? requests.at(-1) : undefined;
  const place = dice.pick(['M001', 'M001', 'M001', 'S002']);
  const request =
    repeated ??
    claimRequest(companyId, {
      externalRef: refOf(dice.pick(['one', 'two', 'three'])),
      seriesMode: dice.pick(['centralized', 'centralized', 'establishment']),
      documentId: idOf(drawUuid(dice)),
      codigoGeneracion: codesOf(drawUuid(dice)),
      leaseMs: LEASE_MS,
      waited: dice.chance(0.3),
      prepared: {
        tipoDte: dice.pick(['01', '01', '01', '01', '03']),
        establishment: establishmentOf(place),
        generation: dice.pick(['v2', 'v2', 'v2', 'v1']),
        payload: dice.pick(['A', 'A', 'B', 'C']),
      },
    });
  requests.push(request);
  const { externalRef, prepared } = request;
  return { what: `claim ${externalRef} ${prepared.payload}`, make: ({ store }) => store.claim(request) };
}

/** The codes of a document from one draw. */
function codesOf(drawn: string): (count: number) => CodigoGeneracion {
  return (count) => codeOf(`${drawn.slice(0, -2)}${String(count).padStart(2, '0')}`.toUpperCase());
}

/** What a lease holder may call, with the lease of this document, and sometimes out of turn. */
function holderCall({ dice }: Known, document: HeldDocument): Call {
  const { lease, attempts, record, wantedHash } = document;
  const latest = attempts.at(-1)?.number ?? 0;
  const number = dice.pick([latest, latest, latest, latest, latest, latest, latest, 1, latest + 1]);
  const fresh = {
    number: latest + 1,
    codigoGeneracion: record.codigoGeneracion,
    payloadHash: wantedHash,
    jws: `bytes ${drawUuid(dice)}`,
    contingencia: dice.chance(0.5) ? INTERNET : null,
  };
  const verdict = drawVerdict(dice, number);
  const outcome = dice.pick(['absent', 'not_delivered'] as const);
  const recordAttempt: Call = {
    what: `recordAttempt ${fresh.number}`,
    async make({ store }) {
      const attempt = await store.recordAttempt(lease, fresh, LEASE_MS);
      return attempt && withAttempt(document, attempt);
    },
  };
  return dice.pick<Call>([
    recordAttempt,
    recordAttempt,
    { what: `keepUnsent ${fresh.number}`, make: ({ store }) => store.keepUnsent(lease, fresh) },
    { what: `keepUnsent ${fresh.number}`, make: ({ store }) => store.keepUnsent(lease, fresh) },
    { what: `recordResend ${number}`, make: ({ store }) => store.recordResend(lease, number, LEASE_MS) },
    { what: `closeAttempt ${number}`, make: ({ store }) => store.closeAttempt(lease, number, outcome) },
    { what: `settle ${verdict.kind}`, make: ({ store }) => store.settle(lease, verdict) },
    { what: `settle ${verdict.kind}`, make: ({ store }) => store.settle(lease, verdict) },
    {
      what: 'renumber',
      async make({ store }) {
        const document = await store.renumber(lease, record.numeroControl);
        return document && { kind: 'renumbered', document };
      },
    },
    dice.chance(0.5)
      ? { what: 'release', make: ({ store }) => store.release(lease, RETRY_MS) }
      : { what: 'renew', make: ({ store }) => store.renew(lease, LEASE_MS) },
  ]);
}

function drawVerdict(dice: Dice, attempt: number): Verdict {
  const doubt = { attempt, codes: [], rejection: REJECTION, raw: REJECTED_RAW };
  return dice.pick<Verdict>([
    { kind: 'silence', reason: 'nobody answered', retryMs: RETRY_MS },
    { kind: 'silence', reason: 'nobody answered', retryMs: RETRY_MS },
    { kind: 'doubted', doubt: { ...doubt, about: 'copy' }, retryMs: RETRY_MS },
    { kind: 'doubted', doubt: { ...doubt, about: 'number' }, retryMs: RETRY_MS },
    { kind: 'rejected', attempt, rejection: REJECTION, raw: REJECTED_RAW },
    { kind: 'rejected', attempt, rejection: REJECTION, raw: REJECTED_RAW },
    { kind: 'stamped', attempt, stamp: STAMP, raw: STAMPED_RAW },
  ]);
}

/** Looks, background work, and time. */
function otherCall({ dice, companyId }: Known, { record }: HeldDocument): Call {
  const { documentId, externalRef } = record;
  const idOrRef = dice.pick([documentId, externalRef, 'unknown']);
  const pauseMs = dice.pick(PAUSES_MS);
  const taking = { companyId, documentId, leaseMs: LEASE_MS, mostTakings: 1 };
  return dice.pick<Call>([
    { what: `find ${idOrRef}`, make: ({ store }) => store.find(companyId, idOrRef) },
    { what: 'versions', make: ({ store }) => store.versions(companyId, documentId) },
    { what: 'stampedForGood', make: ({ store }) => store.stampedForGood(record) },
    { what: 'signedBytes', make: ({ store }) => store.signedBytes(companyId, documentId) },
    { what: `take ${externalRef}`, make: ({ work }) => work.take(taking) },
    { what: `take ${externalRef}`, make: ({ work }) => work.take(taking) },
    { what: `take ${externalRef}`, make: ({ work }) => work.take(taking) },
    { what: `take ${externalRef}`, make: ({ work }) => work.take(taking) },
    { what: 'wake', make: ({ work }) => work.wake(companyId, record.ambiente, 0) },
    { what: 'due', make: (compared) => compared.due() },
    { what: `pause of ${pauseMs} ms`, make: (compared) => compared.advance(pauseMs) },
    { what: `pause of ${pauseMs} ms`, make: (compared) => compared.advance(pauseMs) },
  ]);
}
