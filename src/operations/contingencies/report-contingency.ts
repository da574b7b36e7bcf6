import type { Company } from '../../core/company/company.ts';
import { contingencyEventText } from '../../core/dte/evento-contingencia.ts';
import { retryDelayMs } from '../../core/submitting/back-off.ts';
import { warningDue } from '../../core/submitting/legal-clock.ts';
import { leaseMs } from '../documents/issuing-context.ts';
import type { AuthorityAccount } from '../documents/ports.ts';
import type { ContingencyStore, DueContingency, EventClocks, HeldEvent, ReportAnswer } from './ports.ts';
import { type LoteContext, transmitDocuments } from './transmit-lote.ts';

/** What the work on contingencies needs from outside. */
export interface ContingencyContext extends LoteContext {
  readonly contingencies: ContingencyStore;
}

const HOUR_MS = 3_600_000;

/** 24 hours for the event, then 72 for its documents (Manual de Eventos, Código Tributario 119-F). */
export const EVENT_CLOCKS: EventClocks = { reportMs: 24 * HOUR_MS, transmitMs: 72 * HOUR_MS };

/** The authority takes an event within 30 minutes of its `hTransmision`; older bytes are signed anew. */
const FRESH_REPORT_MS = 20 * 60_000;

export interface ContingencyTask {
  readonly due: DueContingency;
  readonly stop: Pick<AbortSignal, 'aborted'>;
}

/**
 * Looks after a company's contingency once the authority answers it again (design section 4): reports the formal
 * documents in an event, and brings them to the authority after its seal.
 */
export async function lookAfterContingency(
  context: ContingencyContext,
  { due, stop }: ContingencyTask,
): Promise<void> {
  const company = await context.companies.company(due.companyId);
  if (company === null) return;
  const { companyId, ambiente } = due;
  const account = { companyId, ambiente, nit: company.nit };
  if (due.eventId === null) return openEvent(context, account);
  const event = await context.contingencies.take(companyId, due.eventId, leaseMs(context.times));
  if (event === null) return;
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
  if (standing.sample === null || (standing.pending > 0 && standing.count < FULL)) return;
  const query = { account, tipoDte: standing.sampleType, codigoGeneracion: standing.sample };
  const consultation = await context.authority.consult(query);
  if (consultation.kind === 'silent') return;
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

/** Sends the event: the same bytes while they are fresh and may have arrived, else newly signed ones. */
async function report(context: ContingencyContext, work: EventWork): Promise<void> {
  const { event, account, stop } = work;
  const { breaker, contingencies } = context;
  if (breaker.isOpen(account) || stop.aborted)
    return contingencies.postpone(event.lease, retryMs(context, event));
  const sending = await recordBytes(context, work);
  if (sending === null) return contingencies.postpone(event.lease, retryMs(context, event));
  if (sending === 'lost') return;
  const answer = await context.contingencyAuthority.report(account, sending.jws);
  return answered(context, event, { ...sending, answer });
}

interface Sending {
  readonly attempt: number;
  readonly jws: string;
  readonly sends: number;
}

/** Null where the event could not be signed, `lost` where somebody else has it. */
async function recordBytes(context: ContingencyContext, work: EventWork): Promise<Sending | null | 'lost'> {
  const { event } = work;
  const { open, lease } = event;
  if (open !== null && open.ageMs < FRESH_REPORT_MS) {
    const kept = await context.contingencies.recordResend(lease, open.attempt);
    return kept ? { ...open, sends: open.sends + 1 } : 'lost';
  }
  const jws = await sign(context, work);
  if (jws === null) return null;
  const kept = await context.contingencies.recordReport(lease, jws);
  return kept ? { attempt: event.attempts + 1, jws, sends: 1 } : 'lost';
}

async function sign(
  context: ContingencyContext,
  { company, account, event }: EventWork,
): Promise<string | null> {
  const nowMs = context.clock.now();
  const text = contingencyEventText(company, { ...event, sentMs: nowMs });
  const { companyId, ambiente } = account;
  const signing = await context.signer.sign({ companyId, ambiente }, text, nowMs);
  if (signing.kind === 'signed') return signing.jws;
  const { failure, reason } = signing;
  context.log.warn('signing_failed', { companyId, eventId: event.lease.eventId, failure, reason });
  return null;
}

interface Answered extends Sending {
  readonly answer: ReportAnswer;
}

async function answered(
  context: ContingencyContext,
  event: HeldEvent,
  { answer, attempt, sends }: Answered,
): Promise<void> {
  const { contingencies } = context;
  const { lease } = event;
  const { transmitMs } = EVENT_CLOCKS;
  switch (answer.kind) {
    case 'sealed':
      await contingencies.seal(lease, { ...answer, transmitMs });
      return;
    case 'rejected':
      // Nobody else has this code: the authority has the event from a copy whose answer was lost, and documents may
      // follow. Under another code it would list them twice, or be refused for ever because it does.
      if (answer.registered)
        await contingencies.seal(lease, { selloRecibido: null, raw: answer.raw, transmitMs });
      else await reject(context, event, answer);
      return;
    case 'not_delivered':
      if (sends === 1) await contingencies.closeReport(lease, attempt);
      return contingencies.postpone(lease, retryMs(context, event));
    case 'silent':
      return contingencies.postpone(lease, retryMs(context, event));
  }
}

/** The code changes only where no other bytes of the event can still arrive under it. */
async function reject(
  context: ContingencyContext,
  event: HeldEvent,
  { observaciones, raw }: Extract<ReportAnswer, { kind: 'rejected' }>,
): Promise<void> {
  const { companyId, eventId } = event.lease;
  context.log.warn('contingency_event_rejected', { companyId, eventId, reason: observaciones.join(' | ') });
  await context.contingencies.reject(event.lease, {
    observaciones,
    raw,
    codigoGeneracion: event.everUnknown ? event.codigoGeneracion : context.identities.codigoGeneracion(),
    retryMs: retryMs(context, event),
  });
}

/** How many documents are worth a lote. */
const FEW = 10;
const LOTE_SIZE = 100;
const LOOK_AGAIN_MS = 60_000;

/** Documents of a sealed event: in lotes while there are many, one by one when few. */
async function transmit(context: ContingencyContext, { account, event, stop }: EventWork): Promise<void> {
  const { breaker, contingencies } = context;
  const { open, free } = await contingencies.waiting(event.lease, LOTE_SIZE);
  if (open === 0) return contingencies.finish(event.lease);
  const later = Math.min(LOOK_AGAIN_MS, retryMs(context, event));
  if (breaker.isOpen(account) || stop.aborted) return contingencies.postpone(event.lease, later);
  if (free.length <= FEW) {
    if (free.length > 0) await contingencies.bringForward(event.lease, free);
    return contingencies.postpone(event.lease, later);
  }
  // The event is free for another lote elsewhere while this one is on its way.
  const loaded = () => contingencies.postpone(event.lease, 0);
  await transmitDocuments(context, { account, documents: free, loaded, stop });
}
