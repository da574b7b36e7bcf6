import type {
  ClaimRequest,
  DocumentRecord,
  HeldDocument,
  Verdict,
} from '../../../src/operations/documents/ports.ts';
import type { HeldInvalidation, InvalidationVerdict } from '../../../src/operations/invalidations/ports.ts';
import { REJECTED_RAW, REJECTION, STAMP, STAMPED_RAW } from '../../support/answers.ts';
import { codeOf, idOf, refOf } from '../../support/identifiers.ts';
import { newEvent, registerRequest } from '../../support/invalidation-bench.ts';
import { taxedAmounts } from '../../support/note-amounts.ts';
import { claimRequest, present } from '../../support/storage-bench.ts';
import { createDice, type Dice, drawUuid } from '../dice.ts';
import { type Call, type CallSource, type ComparedStore, LEASE_MS, RETRY_MS } from './compared-store.ts';

const PAUSES_MS = [40_000, 120_000, 120_000];

interface Known {
  readonly dice: Dice;
  readonly companyId: string;
  /** The stamped CCF. */
  readonly ccfs: DocumentRecord[];
  readonly notes: HeldDocument[];
  readonly held: HeldInvalidation[];
}

/** Makes up calls about notes on stamped CCF, and about invalidations of both. */
export function createCancellationSource(seed: number, companyId: string): CallSource {
  const dice = createDice(seed);
  const known: Known = { dice, companyId, ccfs: [], notes: [], held: [] };
  return {
    next() {
      const [latest, note] = [known.held.at(-1), known.notes.at(-1)];
      if (known.ccfs.length === 0 || (known.ccfs.length < 2 && dice.chance(0.05))) return sellCall(known);
      if (dice.chance(0.2)) return noteCall(known);
      if (note !== undefined && dice.chance(0.15)) return finishCall(dice, note);
      if (latest === undefined || dice.chance(0.25)) return registerCall(known);
      // Mostly the newest lease, sometimes one that is stale by now.
      const held = dice.chance(0.8) ? latest : dice.pick(known.held);
      return dice.chance(0.55) ? holderCall(dice, held) : otherCall(known, held);
    },
    learn(answer) {
      if (!isMembers(answer)) return;
      const held = answer['document'] ?? answer['invalidation'] ?? answer['held'] ?? answer;
      if (isHeldInvalidation(held)) known.held.push(held);
      else if (isHeldDocument(held)) known.notes.push(held);
      else if (isSold(answer)) known.ccfs.push(answer.sold);
    },
  };
}

function isMembers(answer: unknown): answer is Readonly<Record<string, unknown>> {
  return typeof answer === 'object' && answer !== null;
}

function isHeldInvalidation(answer: unknown): answer is HeldInvalidation {
  return isMembers(answer) && 'lease' in answer && 'documentCode' in answer;
}

function isHeldDocument(answer: unknown): answer is HeldDocument {
  return isMembers(answer) && 'lease' in answer && 'wantedHash' in answer;
}

function isSold(answer: unknown): answer is { readonly sold: DocumentRecord } {
  return isMembers(answer) && 'sold' in answer;
}

/** A CCF of 113.00 that is stamped at once. */
function sellCall({ dice, companyId, ccfs }: Known): Call {
  const request = claimRequest(companyId, {
    externalRef: refOf(`ccf-${ccfs.length}`),
    ...identityOf(dice),
    prepared: { tipoDte: '03' },
  });
  return {
    what: 'sell',
    async make({ store }) {
      const claim = await store.claim(request);
      if (claim.kind !== 'held') throw new Error('a new CCF is held');
      const { lease, record } = claim.document;
      await store.recordAttempt(lease, bytesOf(claim.document, 'a.b.c'), LEASE_MS);
      const settled = present(await store.settle(lease, verdictOf('stamped', 1)));
      return { sold: { ...record, ...settled.fields } };
    },
  };
}

function identityOf(dice: Dice) {
  const [documentId, code] = [idOf(drawUuid(dice)), codeOf(drawUuid(dice).toUpperCase())];
  return { documentId, codigoGeneracion: () => code, leaseMs: LEASE_MS };
}

function bytesOf({ record, wantedHash, attempts }: HeldDocument, jws: string) {
  const { codigoGeneracion } = record;
  const number = (attempts.at(-1)?.number ?? 0) + 1;
  return { number, codigoGeneracion, payloadHash: wantedHash, jws, contingencia: null };
}

function verdictOf(kind: Verdict['kind'], attempt: number): Verdict {
  switch (kind) {
    case 'stamped':
      return { kind, attempt, stamp: STAMP, raw: STAMPED_RAW };
    case 'rejected':
      return { kind, attempt, rejection: REJECTION, raw: REJECTED_RAW };
    case 'doubted': {
      const doubt = { about: 'copy', attempt, codes: [], rejection: REJECTION, raw: REJECTED_RAW } as const;
      return { kind, doubt, retryMs: RETRY_MS };
    }
    case 'silence':
      return { kind, reason: 'nobody answered', retryMs: RETRY_MS };
  }
}

/** The claim of a note, half of them by somebody who has looked at its CCF right before. */
function noteCall({ dice, companyId, ccfs }: Known): Call {
  const { documentId: ccfId, externalRef: ccfRef } = dice.pick(ccfs);
  const mode = dice.pick(['lines', 'lines', 'lines', 'clone', 'full', 'automatic'] as const);
  const [gross, net] = mode === 'lines' ? dice.pick(SHARES) : (['113', '100'] as const);
  const externalRef = dice.pick(['nota-1', 'nota-2', 'nota-3']);
  const looks = dice.chance(0.5);
  const adjusts = { ...taxedAmounts(gross, net), ccfId, ccfRef, mode, ccf: taxedAmounts('113', '100') };
  const identity = identityOf(dice);
  const waited = dice.chance(0.3);
  const request = (seen: string | null): ClaimRequest =>
    claimRequest(companyId, {
      externalRef: refOf(externalRef),
      ...identity,
      waited,
      prepared: { tipoDte: '05', payload: `${gross} ${mode}`, adjusts: { ...adjusts, seen } },
    });
  return {
    what: `note ${externalRef} ${gross} ${mode} on ${ccfRef}`,
    async make({ store, standings }) {
      const ground = looks ? await standings.noteGround(companyId, refOf(externalRef), ccfId) : null;
      return store.claim(request(ground?.ccf?.mark ?? null));
    },
  };
}

const SHARES = [
  ['33.90', '30'],
  ['45.20', '40'],
  ['79.10', '70'],
] as const;

/** What the holder of a note makes of it: bytes that got a verdict, or none; or bytes that never arrived. */
function finishCall(dice: Dice, note: HeldDocument): Call {
  const { lease, attempts } = note;
  const open = attempts.findLast(({ outcome }) => outcome === 'unknown');
  if (open !== undefined && dice.chance(0.5))
    return {
      what: 'closeNote absent',
      make: ({ store }) => store.closeAttempt(lease, open.number, 'absent'),
    };
  const jws = `note ${drawUuid(dice)}`;
  const kind = dice.pick(['stamped', 'rejected', 'silence'] as const);
  return {
    what: `finishNote ${kind}`,
    async make({ store }) {
      const sent = open ?? (await store.recordAttempt(lease, bytesOf(note, jws), LEASE_MS));
      return sent === null ? null : store.settle(lease, verdictOf(kind, sent.number));
    },
  };
}

/** Somebody wants a CCF or a note to be invalidated: within its window or not, with an event of his own or without. */
function registerCall({ dice, ccfs, notes }: Known): Call {
  const document = dice.pick([...ccfs, ...ccfs, ...notes.map(({ record }) => record)]);
  const codigoGeneracion = codeOf(drawUuid(dice).toUpperCase());
  const event = { ...newEvent(dice.pick(['Uno', 'Dos'])), codigoGeneracion };
  const request = registerRequest(document, {
    event: dice.chance(0.75) ? event : null,
    hasOwnData: dice.chance(0.7),
    waited: dice.chance(0.3),
    directUntilMs: dice.pick([1, 1, 1, -1]),
    leaseMs: LEASE_MS,
  });
  return {
    what: `register ${document.externalRef}`,
    make: ({ invalidations }) => invalidations.register(request),
  };
}

/** What the holder of an invalidation may call, and sometimes out of turn. */
function holderCall(dice: Dice, { lease, attempts }: HeldInvalidation): Call {
  const latest = attempts.at(-1)?.number ?? 1;
  const number = dice.chance(0.1) ? latest + 1 : latest;
  const verdict = drawVerdict(dice);
  const jws = `event ${drawUuid(dice)}`;
  const record: Call = {
    what: 'record',
    make: ({ invalidations }) => invalidations.recordAttempt(lease, jws, LEASE_MS),
  };
  const settle: Call = {
    what: `settle ${verdict.kind}`,
    make: ({ invalidations }) => invalidations.settle(lease, verdict),
  };
  return dice.pick<Call>([
    record,
    record,
    record,
    settle,
    settle,
    { what: 'resend', make: ({ invalidations }) => invalidations.recordResend(lease, number, LEASE_MS) },
    { what: 'close', make: ({ invalidations }) => invalidations.closeAttempt(lease, number) },
    { what: 'renew', make: ({ invalidations }) => invalidations.renew(lease, LEASE_MS) },
    { what: 'release', make: ({ invalidations }) => invalidations.release(lease, RETRY_MS) },
  ]);
}

function drawVerdict(dice: Dice): InvalidationVerdict {
  const { selloRecibido } = STAMP;
  return dice.pick<InvalidationVerdict>([
    {
      kind: 'sealed',
      ours: dice.chance(0.7),
      selloRecibido: dice.pick([selloRecibido, null]),
      fhProcesamiento: null,
      codigoMsg: '001',
      message: 'Recibida',
      raw: STAMPED_RAW,
    },
    { kind: 'rejected', rejection: REJECTION, raw: REJECTED_RAW, doubtedMs: null },
    { kind: 'rejected', rejection: REJECTION, raw: REJECTED_RAW, doubtedMs: RETRY_MS },
    { kind: 'silence', reason: 'nobody answered', retryMs: RETRY_MS },
    { kind: 'silence', reason: 'nobody answered', retryMs: RETRY_MS, cause: 'sign_in_refused' },
  ]);
}

/** Looks, background work, and time. */
function otherCall({ dice, companyId, ccfs, notes }: Known, { lease }: HeldInvalidation): Call {
  const { documentId, externalRef, ambiente } = dice.pick([...ccfs, ...notes.map(({ record }) => record)]);
  const noteRef = dice.pick(['nota-1', 'nota-2', 'nota-3', 'none']);
  const ccf = dice.pick([documentId, externalRef, 'none', null]);
  const pauseMs = dice.pick(PAUSES_MS);
  const taking = { companyId, documentId: lease.documentId, leaseMs: LEASE_MS, mostTakings: 1 };
  const resume: Call = {
    what: 'resume',
    make: ({ invalidations }) => invalidations.take(taking),
  };
  const abandon: Call = {
    what: 'resume once more',
    async make({ invalidations, advance }) {
      await invalidations.take(taking);
      await advance(LEASE_MS + 20_000);
      return invalidations.take(taking);
    },
  };
  const pause: Call = { what: `pause of ${pauseMs} ms`, make: (compared) => compared.advance(pauseMs) };
  return dice.pick<Call>([
    resume,
    resume,
    abandon,
    pause,
    pause,
    {
      what: `subject ${externalRef}`,
      make: ({ invalidations }) => invalidations.subject(companyId, documentId),
    },
    { what: `standing ${externalRef}`, make: ({ standings }) => standings.standing(companyId, documentId) },
    { what: `ground ${noteRef}`, make: (compared) => groundOf(compared, { companyId, noteRef, ccf }) },
    { what: 'dueInvalidations', make: (compared) => compared.dueInvalidations() },
    {
      what: 'wakeInvalidations',
      make: ({ invalidations }) => invalidations.wake(companyId, ambiente, 0),
    },
  ]);
}

/** The ground of a note without its mark, which each storage words in its own way. */
async function groundOf(
  { standings }: ComparedStore,
  {
    companyId,
    noteRef,
    ccf,
  }: { readonly companyId: string; readonly noteRef: string; readonly ccf: string | null },
) {
  const { existing, ccf: found } = await standings.noteGround(companyId, refOf(noteRef), ccf);
  return { existing, ccf: found === null ? null : { ...found, mark: null } };
}
