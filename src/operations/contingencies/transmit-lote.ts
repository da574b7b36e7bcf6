import type { Attempt } from '../../core/submitting/attempt.ts';
import type { AuthorityAccount, NoAnswer, Reception } from '../authority/ports.ts';
import type { DueDocument } from '../background/ports.ts';
import { stampHeard } from '../documents/document-in-doubt.ts';
import type { HeldDocument, Verdict } from '../documents/ports.ts';
import { MOST_TAKINGS, type WorkContext } from '../documents/revalidate-document.ts';
import { rejectionOf } from '../documents/submit-document.ts';
import { leaseMs, quarantineOf } from '../sending/send.ts';
import type { ContingencyAuthority } from './ports.ts';

/** What the sending of lotes needs from outside. */
export interface LoteContext extends WorkContext {
  readonly contingencyAuthority: ContingencyAuthority;
}

export interface LoteTask {
  readonly account: AuthorityAccount;
  /** Reported documents without a verdict, at most 100. */
  readonly documents: readonly DueDocument[];
  /** Told when the lote is loaded: what is left may go in another one. */
  readonly loaded: () => Promise<void>;
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
export async function transmitDocuments(context: LoteContext, task: LoteTask): Promise<void> {
  const startedMs = context.clock.monotonic();
  const passengers = await board(context, task, startedMs + leaseMs(context.times) / 2);
  await task.loaded();
  // Leases that ran out while the process stood still may be somebody else's by now.
  const leaseEndMs = startedMs + leaseMs(context.times);
  if (passengers.length === 0 || context.clock.monotonic() >= leaseEndMs) return;
  const answer = await context.contingencyAuthority.submitLote({
    account: task.account,
    generation: passengers.every(({ document }) => document.record.generation === 'v1') ? 'v1' : 'v2',
    idEnvio: context.identities.codigoGeneracion(),
    documents: passengers.map(({ attempt }) => attempt.jws),
  });
  if (answer.kind === 'received')
    return awaitVerdicts(context, task, { passengers, codigoLote: answer.codigoLote });
  const { companyId } = task.account;
  context.log.warn('lote_without_answer', { companyId, kind: answer.kind, reason: answer.reason });
  const untouched = answer.kind !== 'silent';
  await atDoors(passengers, (passenger) => leave(context, passenger, { ...answer, untouched }));
}

/**
 * Takes the documents and records their bytes as sent. A lote leaves with those that are aboard while their leases are
 * fresh: on a slow database it leaves half empty, and nobody is on record as sent who is not.
 */
async function board(
  context: LoteContext,
  { documents }: LoteTask,
  untilMs: number,
): Promise<readonly Passenger[]> {
  const boarded = await atDoors(documents, (due) =>
    context.clock.monotonic() < untilMs ? boardOne(context, due) : Promise.resolve(null),
  );
  return boarded.filter((one) => one !== null);
}

/** Null for a document that somebody else has, or that needs anything else and is left to its own way. */
async function boardOne({ store, work, times }: LoteContext, due: DueDocument): Promise<Passenger | null> {
  const lease = { leaseMs: leaseMs(times), mostTakings: MOST_TAKINGS };
  const taking = await work.take({ ...due, ...lease, early: true });
  if (taking.kind !== 'held') return null;
  const last = readyAttempt(taking.held);
  if (last === null) {
    await store.release(taking.held.lease, 0);
    return null;
  }
  const document = await store.recordResend(taking.held.lease, last.number, leaseMs(times));
  const attempt = document?.attempts.find(({ number }) => number === last.number);
  return document === null || attempt === undefined ? null : { document, attempt };
}

/** Documents of one lote that the database is asked about at a time: live requests need connections, too. */
const DOORS = 4;

/** Does the work for each, a few at a time; the answers come in the order of the items. */
async function atDoors<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<readonly R[]> {
  const answers: R[] = [];
  const queue = items.entries();
  const door = async (): Promise<void> => {
    for (const [index, item] of queue) answers[index] = await work(item);
  };
  await Promise.all(Array.from({ length: DOORS }, door));
  return answers;
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

async function awaitVerdicts(
  context: LoteContext,
  task: LoteTask,
  journey: { readonly passengers: readonly Passenger[]; readonly codigoLote: string },
): Promise<void> {
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
  await atDoors(aboard, (passenger) => leave(context, passenger, { reason, untouched: false }));
}

async function keepLeases(
  { store, times }: LoteContext,
  aboard: readonly Passenger[],
): Promise<readonly Passenger[]> {
  const kept = await atDoors(aboard, (passenger) => store.renew(passenger.document.lease, leaseMs(times)));
  return aboard.filter((_, index) => kept[index] === true);
}

/** Settles what has a verdict; the others stay aboard. */
async function settleThose(
  context: LoteContext,
  aboard: readonly Passenger[],
  verdicts: ReadonlyMap<string, Reception>,
): Promise<readonly Passenger[]> {
  await atDoors(aboard, async (passenger) => {
    const reception = verdicts.get(passenger.attempt.codigoGeneracion);
    const verdict = reception === undefined ? null : await verdictOf(context, passenger, reception);
    if (verdict !== null) await context.store.settle(passenger.document.lease, verdict);
    else if (reception !== undefined)
      await leave(context, passenger, { reason: reception.kind, untouched: false });
  });
  return aboard.filter(({ attempt }) => !verdicts.has(attempt.codigoGeneracion));
}

/** Null for what only a question about the document itself can decide. */
async function verdictOf(
  context: LoteContext,
  { attempt, document }: Passenger,
  reception: Reception,
): Promise<Verdict | null> {
  if (reception.kind === 'stamped') return stampHeard(context, document.record, { attempt, reception });
  return reception.kind === 'rejected'
    ? rejectionOf(attempt, reception, quarantineOf(context, document))
    : null;
}

interface Leaving extends NoAnswer {
  /** Whether the authority certainly took none of the lote's documents. */
  readonly untouched: boolean;
}

/** The document goes on by itself: asked about soon where it may have arrived, sent alone where it did not. */
async function leave(context: LoteContext, passenger: Passenger, leaving: Leaving): Promise<void> {
  const { store } = context;
  const { lease } = passenger.document;
  if (leaving.untouched && passenger.attempt.sends === 1)
    await store.closeAttempt(lease, passenger.attempt.number, 'not_delivered');
  const { reason, cause } = leaving;
  await store.settle(lease, { kind: 'silence', reason, cause, retryMs: ASK_AFTER_MS });
}

const ASK_AFTER_MS = 5_000;
