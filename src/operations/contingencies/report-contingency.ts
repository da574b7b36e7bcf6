import { HOUR_MS } from '../../core/calendar/spans.ts';
import type { Company } from '../../core/company/company.ts';
import { contingencyEventText } from '../../core/dte/evento-contingencia.ts';
import { EVENTS, generationAt } from '../../core/dte/kinds.ts';
import { retryDelayMs } from '../../core/submitting/back-off.ts';
import { isThere } from '../../core/submitting/is-there.ts';
import { warningDue } from '../../core/submitting/legal-clock.ts';
import { nextReportStep, type Report } from '../../core/submitting/next-event-step.ts';
import type { AuthorityAccount, Consultation } from '../authority/ports.ts';
import { adoptStamp } from '../documents/adopt-stamp.ts';
import { bringOn, leaseMs, type Protocol, writtenTo } from '../sending/send.ts';
import type {
  ContingencyStore,
  DueContingency,
  EventClocks,
  EventLease,
  HeldEvent,
  ListedDocument,
  LoteLimits,
  ReportAnswer,
} from './ports.ts';
import { type LoteContext, transmitDocuments } from './transmit-lote.ts';

/** What the work on contingencies needs from outside. */
export interface ContingencyContext extends LoteContext {
  readonly contingencies: ContingencyStore;
}

/** 24 hours for the event, then 72 for its documents (Manual de Eventos, Código Tributario 119-F). */
const EVENT_CLOCKS: EventClocks = { reportMs: 24 * HOUR_MS, transmitMs: 72 * HOUR_MS };

/**
 * Looks after a company's contingency once the authority answers it again (design section 4): reports the formal
 * documents in an event, and brings them to the authority after its seal.
 */
export async function lookAfterContingency(
  context: ContingencyContext,
  { due, stop }: { readonly due: DueContingency; readonly stop: Pick<AbortSignal, 'aborted'> },
): Promise<void> {
  const company = await context.companies.company(due.companyId);
  if (company === null) return;
  const { companyId, ambiente } = due;
  const account = { companyId, ambiente, nit: company.nit };
  if (due.eventId === null) return openEvent(context, account);
  const event = await context.contingencies.take(companyId, due.eventId, leaseMs(context.times));
  if (event === null) return;
  if (event.transmitUntilMs === null && event.documents.length === 0)
    return context.contingencies.finish(event.lease);
  await warn(context, event);
  const work = { company, account, event, stop };
  return event.transmitUntilMs === null ? report(context, work) : transmit(context, work);
}

/** The authority is asked first: only its answer ends a contingency. */
async function openEvent(context: ContingencyContext, account: AuthorityAccount): Promise<void> {
  const { breaker, clock, contingencies, identities, times } = context;
  if (breaker.isOpen(account)) return;
  const { companyId, ambiente } = account;
  const standing = await contingencies.unreported(companyId, ambiente, times.quarantineMs);
  const { sample } = standing;
  if (sample === null || (standing.pending > 0 && standing.count < FULL)) return;
  if (!isThere(await adoptWhereShown(context, account, sample))) return;
  const event = {
    companyId,
    ambiente,
    eventId: identities.documentId(),
    codigoGeneracion: identities.codigoGeneracion(),
    nowMs: clock.now(),
  };
  if (await contingencies.open(event, EVENT_CLOCKS))
    context.log.warn('contingency_ended', { companyId, documents: standing.count });
}

/** Asks about a document that is thought not to have arrived; what the authority has of it is adopted. */
async function adoptWhereShown(
  context: ContingencyContext,
  account: AuthorityAccount,
  { documentId, ...query }: ListedDocument,
): Promise<Consultation> {
  const shown = await context.authority.consult({ account, ...query });
  const { companyId } = account;
  const { codigoGeneracion } = query;
  if (shown.kind === 'stamped') await adoptStamp(context, { companyId, documentId, codigoGeneracion, shown });
  return shown;
}

/** With so many documents, an event waits for no more. */
const FULL = 1_000;

interface EventWork {
  readonly company: Company;
  readonly account: AuthorityAccount;
  readonly event: HeldEvent;
  readonly stop: Pick<AbortSignal, 'aborted'>;
}

function retryMs({ times }: ContingencyContext, { tries, lease }: HeldEvent): number {
  return retryDelayMs(tries, lease.eventId, times.quarantineMs);
}

async function warn({ clock, contingencies, log }: ContingencyContext, event: HeldEvent): Promise<void> {
  const reported = event.transmitUntilMs !== null;
  const untilMs = event.transmitUntilMs ?? event.reportUntilMs;
  const periodMs = reported ? EVENT_CLOCKS.transmitMs : EVENT_CLOCKS.reportMs;
  const percent = warningDue({ startMs: untilMs - periodMs, untilMs }, clock.now(), event.warned);
  if (percent === null) return;
  const { companyId, eventId } = event.lease;
  const what = reported ? 'contingency_documents_late' : 'contingency_event_late';
  log.warn(what, { companyId, eventId, percent, documents: event.documents.length });
  await contingencies.noteWarning(event.lease, percent);
}

type EventAnswer = Exclude<ReportAnswer, { kind: 'silent' | 'not_delivered' }>;

/** Sends the event, which is then looked at again; to an authority that is known to be silent, nothing. */
async function report(context: ContingencyContext, work: EventWork): Promise<void> {
  const { account, event, stop } = work;
  if (context.breaker.isOpen(account))
    return context.contingencies.release(event.lease, retryMs(context, event));
  const task = { account, stop, deadline: Number.POSITIVE_INFINITY };
  await bringOn({ context, task, protocol: eventProtocol(context, work) }, event);
}

function eventProtocol(
  context: ContingencyContext,
  work: EventWork,
): Protocol<HeldEvent, EventAnswer, object> {
  const { contingencies: store } = context;
  return {
    ...writtenTo<EventLease, Report, HeldEvent>(store),
    next: ({ held }, progress) => nextReportStep(held.attempts, progress),
    sign: (held) => sign(context, work, held),
    async send(_held, { jws }) {
      const answer = await context.contingencyAuthority.report(work.account, jws);
      const isVerdict = answer.kind === 'sealed' || answer.kind === 'rejected';
      return isVerdict ? { kind: 'verdict', verdict: answer } : answer;
    },
    settle: async (_run, answer) => ((await settle(context, work, answer)) ? {} : null),
    async wait({ held }, restMs) {
      await store.release(held.lease, restMs);
      return {};
    },
    retryMs: (held) => retryMs(context, held),
  };
}

/** The event is in the generation of its day, so that one that is refused for its version follows a change of the company's. */
function sign(context: ContingencyContext, { company, account }: EventWork, event: HeldEvent) {
  const nowMs = context.clock.now();
  const generation = generationAt(company, EVENTS, nowMs);
  const text = contingencyEventText(company, { ...event, generation, sentMs: nowMs });
  const { companyId, ambiente } = account;
  return context.signer.sign({ companyId, ambiente }, text, nowMs);
}

/**
 * Nobody else has the event's code: where the authority says that it is registered, it has the event from a copy whose
 * answer was lost, and documents may follow. Under another code it would list them twice, or be refused for ever because
 * it does.
 */
async function settle(context: ContingencyContext, work: EventWork, answer: EventAnswer): Promise<boolean> {
  const { transmitMs } = EVENT_CLOCKS;
  const { event } = work;
  const { raw } = answer;
  if (answer.kind === 'rejected' && answer.known !== 'event') {
    if (answer.known === 'document') await adoptListed(context, work);
    return reject(context, event, answer);
  }
  const selloRecibido = answer.kind === 'sealed' ? answer.selloRecibido : null;
  return context.contingencies.seal(event.lease, { selloRecibido, raw, transmitMs });
}

/**
 * An event that lists what the authority has is refused as a whole, whichever document that is: it is asked about each.
 * The event is then sent again after its usual pause, with those that are still without a stamp, and within the same hours.
 */
async function adoptListed(context: ContingencyContext, { account, event, stop }: EventWork): Promise<void> {
  for (const document of event.documents) {
    if (stop.aborted || !(await context.contingencies.renew(event.lease, leaseMs(context.times)))) return;
    if (!isThere(await adoptWhereShown(context, account, document))) return;
  }
}

/** The code changes only where no bytes from before this sending can still arrive under it. */
function reject(
  context: ContingencyContext,
  event: HeldEvent,
  { observaciones, raw }: Extract<ReportAnswer, { kind: 'rejected' }>,
): Promise<boolean> {
  const { lease, codigoGeneracion: code, attempts } = event;
  const { companyId, eventId } = lease;
  context.log.warn('contingency_event_rejected', { companyId, eventId, reason: observaciones.join(' | ') });
  const mayArrive = attempts.some((one) => one.outcome === 'unknown' && one.codigoGeneracion === code);
  const codigoGeneracion = mayArrive ? code : context.identities.codigoGeneracion();
  const rejection = { observaciones, raw, codigoGeneracion, retryMs: retryMs(context, event) };
  return context.contingencies.reject(lease, rejection);
}

/** How many documents are worth a lote. */
const FEW = 10;
const LOOK_AGAIN_MS = 60_000;
/** What the authority has refused in a lote it is not offered in another one at once: the documents go alone meanwhile. */
const LOTE_LIMITS: LoteLimits = { limit: 100, restMs: LOOK_AGAIN_MS };

/** Documents of a sealed event: in lotes while there are many, one by one when few. */
async function transmit(context: ContingencyContext, { account, event, stop }: EventWork): Promise<void> {
  const { breaker, contingencies } = context;
  const { open, free } = await contingencies.waiting(event.lease, LOTE_LIMITS);
  if (open === 0) return contingencies.finish(event.lease);
  const later = Math.min(LOOK_AGAIN_MS, retryMs(context, event));
  if (breaker.isOpen(account) || stop.aborted) return contingencies.release(event.lease, later);
  if (free.length <= FEW) {
    if (free.length > 0) await contingencies.bringForward(event.lease, free);
    return contingencies.release(event.lease, later);
  }
  // The event is free for another lote elsewhere while this one is on its way.
  const loaded = () => contingencies.release(event.lease, 0);
  await transmitDocuments(context, { account, documents: free, loaded, stop });
}
