import type { Attempt } from '../core/issuing/attempt.ts';
import { leaseMs } from './issuing-context.ts';
import type { AuthorityAccount, HeldDocument, Reception, Verdict } from './ports.ts';
import type { ContingencyContext } from './report-contingency.ts';
import { MOST_TAKINGS } from './revalidate-document.ts';
import type { DueDocument } from './work-ports.ts';

export interface LoteTask {
  readonly account: AuthorityAccount;
  /** Reported documents without a verdict, at most 100. */
  readonly documents: readonly DueDocument[];
  readonly stop: Pick<AbortSignal, 'aborted'>;
}

/** A document on its way in the lote. */
interface Passenger {
  readonly document: HeldDocument;
  readonly attempt: Attempt;
}

/** A lote takes the authority up to three minutes; after that its documents are asked about one by one. */
const PATIENCE_MS = 5 * 60_000;
const FIRST_POLL_MS = 1_000;
const LONGEST_POLL_MS = 15_000;

/**
 * Sends documents in one lote and waits for their verdicts. Each is on record as of unknown fate before the lote
 * leaves; whatever happens to the lote, to its code or to this node, a document left without a verdict is asked about
 * like any other.
 */
export async function transmitDocuments(context: ContingencyContext, task: LoteTask): Promise<void> {
  const leaseEndMs = context.clock.monotonic() + leaseMs(context.times);
  const passengers = await board(context, task);
  // Leases that ran out while the lote was loaded may be somebody else's by now.
  if (passengers.length === 0 || context.clock.monotonic() >= leaseEndMs) return;
  const answer = await context.contingencyAuthority.submitLote({
    account: task.account,
    idEnvio: context.identities.codigoGeneracion(),
    documents: passengers.map(({ attempt }) => attempt.jws),
  });
  if (answer.kind === 'received')
    return awaitVerdicts(context, task, { passengers, codigoLote: answer.codigoLote });
  const { companyId } = task.account;
  context.log.warn('lote_without_answer', { companyId, kind: answer.kind, reason: answer.reason });
  const untouched = answer.kind !== 'silent';
  for (const passenger of passengers) await leave(context, passenger, { reason: answer.reason, untouched });
}

/** Takes the documents and records their bytes as sent; one that needs anything else is left to its own way. */
async function board(context: ContingencyContext, { documents }: LoteTask): Promise<readonly Passenger[]> {
  const { store, work, times } = context;
  const passengers: Passenger[] = [];
  for (const due of documents) {
    const taking = await work.take({
      ...due,
      leaseMs: leaseMs(times),
      mostTakings: MOST_TAKINGS,
      early: true,
    });
    if (taking.kind !== 'held') continue;
    const last = readyAttempt(taking.document);
    if (last === null) {
      await store.release(taking.document.lease, 0);
      continue;
    }
    const document = await store.recordResend(taking.document.lease, last.number, leaseMs(times));
    const attempt = document?.attempts.find(({ number }) => number === last.number);
    if (document !== null && attempt !== undefined) passengers.push({ document, attempt });
  }
  return passengers;
}

/** The formal bytes of what is wanted, if nothing is in doubt. */
function readyAttempt({ attempts, wantedHash, record, contingency }: HeldDocument): Attempt | null {
  const last = attempts.at(-1);
  const settled = attempts.every(({ outcome }) => outcome !== 'unknown');
  const reusable = last?.outcome === 'not_delivered' || last?.outcome === 'absent';
  const same = last?.payloadHash === wantedHash && last.codigoGeneracion === record.codigoGeneracion;
  const ready = settled && reusable && same && contingency.reported && last.formal;
  return ready ? last : null;
}

interface Journey {
  readonly passengers: readonly Passenger[];
  readonly codigoLote: string;
}

async function awaitVerdicts(context: ContingencyContext, task: LoteTask, journey: Journey): Promise<void> {
  const { clock, contingencyAuthority } = context;
  const until = clock.monotonic() + PATIENCE_MS;
  let aboard = journey.passengers;
  for (let pause = FIRST_POLL_MS; aboard.length > 0; pause = Math.min(pause * 2, LONGEST_POLL_MS)) {
    if (task.stop.aborted || clock.monotonic() >= until) break;
    await clock.sleep(Math.min(pause, leaseMs(context.times) / 4));
    aboard = await keepLeases(context, aboard);
    const verdicts = await contingencyAuthority.consultLote({
      account: task.account,
      codigoLote: journey.codigoLote,
      codigos: aboard.map(({ attempt }) => attempt.codigoGeneracion),
    });
    if (verdicts !== null) aboard = await settleThose(context, aboard, verdicts);
  }
  const reason = 'El lote no dio resultado a tiempo.';
  for (const passenger of aboard) await leave(context, passenger, { reason, untouched: false });
}

async function keepLeases(
  { store, times }: ContingencyContext,
  aboard: readonly Passenger[],
): Promise<readonly Passenger[]> {
  const kept: Passenger[] = [];
  for (const passenger of aboard) {
    if (await store.renew(passenger.document.lease, leaseMs(times))) kept.push(passenger);
  }
  return kept;
}

/** Settles what has a verdict; the others stay aboard. */
async function settleThose(
  context: ContingencyContext,
  aboard: readonly Passenger[],
  verdicts: ReadonlyMap<string, Reception>,
): Promise<readonly Passenger[]> {
  const remaining: Passenger[] = [];
  for (const passenger of aboard) {
    const reception = verdicts.get(passenger.attempt.codigoGeneracion);
    const verdict = reception === undefined ? null : verdictOf(passenger, reception);
    if (verdict !== null) await context.store.settle(passenger.document.lease, verdict);
    else if (reception !== undefined)
      await leave(context, passenger, { reason: reception.kind, untouched: false });
    else remaining.push(passenger);
  }
  return remaining;
}

/** Null for what only a question about the document itself can decide. */
function verdictOf({ attempt }: Passenger, reception: Reception): Verdict | null {
  if (reception.kind === 'stamped' || reception.kind === 'rejected')
    return { ...reception, attempt: attempt.number };
  return null;
}

interface Leaving {
  readonly reason: string;
  /** Whether the authority certainly took none of the lote's documents. */
  readonly untouched: boolean;
}

/** The document goes on by itself: asked about soon where it may have arrived, sent alone where it did not. */
async function leave(context: ContingencyContext, passenger: Passenger, leaving: Leaving): Promise<void> {
  const { store } = context;
  const { lease } = passenger.document;
  if (leaving.untouched && passenger.attempt.sends === 1)
    await store.closeAttempt(lease, passenger.attempt.number, 'not_delivered');
  await store.settle(lease, { kind: 'silence', reason: leaving.reason, retryMs: ASK_AFTER_MS });
}

const ASK_AFTER_MS = 5_000;
