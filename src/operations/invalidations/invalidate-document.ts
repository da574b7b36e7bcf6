import type { Cancellation } from '../../core/adjusting/choice.ts';
import type { InvalidationWish } from '../../core/adjusting/read-motivo.ts';
import { leftOf, type NoteStanding } from '../../core/adjusting/standing.ts';
import { creditNoteEnd } from '../../core/adjusting/windows.ts';
import { fiscalTime } from '../../core/calendar/el-salvador-time.ts';
import { sameInvalidacion } from '../../core/dte/invalidacion.ts';
import type { TipoDte } from '../../core/dte/kinds.ts';
import { decimal, formatCents } from '../../core/money/decimal.ts';
import { type Refusal, refuse } from '../../core/refusals/refusal.ts';
import { cancellationOf } from '../adjusting/document-choices.ts';
import { type CreditNoteContext, issueAutomaticNote } from '../credit-notes/issue-credit-note.ts';
import { unreadyToSign } from '../documents/issue-drafted.ts';
import type { IssuingCompany } from '../documents/issuing-context.ts';
import type { DocumentRecord, StampedRecord } from '../documents/ports.ts';
import { leaseMs } from '../sending/send.ts';
import type { HeldInvalidation, InvalidationRecord, InvalidationSubject } from './ports.ts';
import { findStamped, prepareInvalidation } from './prepare-invalidation.ts';
import { type InvalidatingContext, submitInvalidation } from './submit-invalidation.ts';

/** What taking a document back needs from outside: an event, or a note. */
export interface CancellingContext extends InvalidatingContext, CreditNoteContext {}

interface InvalidateRequest {
  readonly issuer: IssuingCompany;
  /** The document's identifier or reference. */
  readonly idOrRef: string;
  readonly wish: InvalidationWish;
  /** Documents of other types are refused; null for any. */
  readonly onlyType: TipoDte | null;
}

/** What takes a document back: its event, or a credit note on it. */
export type CancelledBy =
  | { readonly kind: 'event'; readonly event: InvalidationRecord }
  /** `automatic`: we made it in the place of an event. */
  | { readonly kind: 'note'; readonly note: DocumentRecord; readonly automatic: boolean };

/** A document and how the attempt to take it back stands. */
export interface CancelledDocument {
  readonly kind: 'cancelled';
  readonly record: StampedRecord;
  readonly by: CancelledBy;
  /** Whether it had been cancelled before. */
  readonly isDuplicate: boolean;
  /** Whether the request said something else than the event that is on its way. */
  readonly dataDropped: boolean;
}

interface Task {
  readonly request: InvalidateRequest;
  readonly record: StampedRecord;
  /** Monotonic instant at which the answer is due. */
  readonly deadline: number;
  readonly waited: boolean;
}

/** Somebody else is at work on the invalidation, or the document has changed meanwhile. */
interface Again {
  readonly kind: 'again';
  /** The invalidation that somebody else holds; null where there is nothing to wait for. */
  readonly busy: InvalidationRecord | null;
}

type Outcome = CancelledDocument | Refusal;

const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 250;

/**
 * Takes a stamped document back (specification 4.5 and 4.6): by an event, or a CCF whose window is over by a credit
 * note, within the request budget. A document that has been cancelled answers as it did. Throws only when the database does.
 */
export async function invalidateDocument(
  context: CancellingContext,
  request: InvalidateRequest,
): Promise<Outcome> {
  const deadline = context.clock.monotonic() + context.times.requestBudgetMs;
  const found = await findStamped(context, request.issuer, request.idOrRef, request.onlyType);
  if (found.kind === 'refused') return found;
  let task: Task = { request, record: found.record, deadline, waited: false };
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 1.5, LONGEST_PAUSE_MS)) {
    const outcome = await cancel(context, task);
    if (outcome.kind !== 'again') return outcome;
    const { busy } = outcome;
    if (busy === null) continue;
    if (context.clock.monotonic() + pause >= deadline) return cancelled(task, { kind: 'event', event: busy });
    task = { ...task, waited: true };
    await context.clock.sleep(pause);
  }
}

function cancelled(
  { record }: Task,
  by: CancelledBy,
  changes: Partial<CancelledDocument> = {},
): CancelledDocument {
  return { kind: 'cancelled', record, by, isDuplicate: false, dataDropped: false, ...changes };
}

async function cancel(context: CancellingContext, task: Task): Promise<Outcome | Again> {
  const { request, record } = task;
  const subject = await context.invalidations.subject(request.issuer.companyId, record.documentId);
  if (subject === null) throw new Error('a document to be invalidated is missing');
  const way = cancellationOf(record, subject, request.issuer.company, context.clock.now());
  return takeWay(context, task, { ...way, subject });
}

interface Way<Choice = Cancellation> {
  readonly subject: InvalidationSubject;
  readonly directUntilMs: number;
  readonly choice: Choice;
}

async function takeWay(context: CancellingContext, task: Task, way: Way): Promise<Outcome | Again> {
  const { choice, subject, directUntilMs } = way;
  switch (choice.kind) {
    case 'not_stamped':
      return refuse('not_stamped');
    case 'done':
      if (subject.invalidation === null) throw new Error('a sealed invalidation is missing');
      return cancelled(task, { kind: 'event', event: subject.invalidation }, { isDuplicate: true });
    case 'noted':
      return byNote(context, task, choice.note, directUntilMs);
    case 'has_notes':
      return refuseNotes(context, task, { ...way, choice });
    case 'too_late':
      return refuse('invalidation_window_over', { ended: dateOf(directUntilMs) });
    case 'note':
      return issueNote(context, task, directUntilMs);
    case 'direct':
    case 'resume':
      return byOwnEvent(context, task, way);
  }
}

/** Why notes stand in the way; after the window, what they leave can be adjusted as well, while notes are admitted. */
async function refuseNotes(
  context: CancellingContext,
  task: Task,
  { choice, subject, directUntilMs }: Way<Extract<Cancellation, { readonly kind: 'has_notes' }>>,
): Promise<Refusal> {
  const notes = await namesOf(context, task, choice.notes);
  if (!choice.isLate) return refuse('has_live_notes', { notes });
  const { record } = task;
  const left = leftOf(subject.standing, { gross: decimal(record.summary.amountGross) });
  const places = { notes, ended: dateOf(directUntilMs), remaining: formatCents(left) };
  if (left === 0n) return refuse('ccf_adjusted_by_notes', places);
  const noteEndedMs = noteEnd(task);
  if (context.clock.now() > noteEndedMs) return windowsOver(task, directUntilMs);
  return refuse('has_live_notes_late', { ...places, noteEnded: dateOf(noteEndedMs) });
}

/** The last millisecond in which a note on the CCF may be numbered. */
function noteEnd({ request, record }: Task): number {
  return creditNoteEnd(record.postedMs, request.issuer.company.windows);
}

function windowsOver(task: Task, directUntilMs: number): Refusal {
  return refuse('cancellation_windows_over', { direct: dateOf(directUntilMs), note: dateOf(noteEnd(task)) });
}

function dateOf(instantMs: number): string {
  return fiscalTime(instantMs).fecEmi;
}

/** More names than anybody reads. */
const NAMED = 5;

async function namesOf(
  { store }: CancellingContext,
  { request }: Task,
  notes: readonly NoteStanding[],
): Promise<string> {
  const named = notes.slice(0, NAMED);
  const records = await Promise.all(
    named.map(({ documentId }) => store.find(request.issuer.companyId, documentId)),
  );
  const numbers = records.map((record) => record?.numeroControl ?? '').join(', ');
  const others = notes.length - named.length;
  return others === 0 ? numbers : `${numbers} y ${others} más`;
}

/** A note cancels the document. One of ours that has no verdict yet is carried on with. */
async function byNote(
  context: CancellingContext,
  task: Task,
  { documentId, mode }: NoteStanding,
  directUntilMs: number,
): Promise<Outcome> {
  const note = await context.store.find(task.request.issuer.companyId, documentId);
  if (note === null) throw new Error('a credit note is missing');
  const automatic = mode === 'automatic';
  if (automatic && note.state !== 'stamped') return issueNote(context, task, directUntilMs);
  return cancelled(task, { kind: 'note', note, automatic }, { isDuplicate: note.state === 'stamped' });
}

/** The CCF is cancelled by a credit note that copies all of it. */
async function issueNote(context: CancellingContext, task: Task, directUntilMs: number): Promise<Outcome> {
  const { request, record } = task;
  const issued = await issueAutomaticNote(context, { issuer: request.issuer, ccf: record.documentId });
  if (issued.kind === 'refused')
    return issued.code === 'ccf_too_old' ? windowsOver(task, directUntilMs) : issued;
  const { record: note, isDuplicate } = issued;
  return cancelled(task, { kind: 'note', note, automatic: true }, { isDuplicate });
}

async function byOwnEvent(
  context: CancellingContext,
  task: Task,
  { subject, directUntilMs, choice }: Way,
): Promise<Outcome | Again> {
  const { record, request } = task;
  const { issuer, wish } = request;
  const hasOwnData = hasWill(wish);
  const wanted =
    hasOwnData || choice.kind === 'direct'
      ? ((await unreadyToSign(context, issuer)) ??
        (await prepareInvalidation(context, { issuer, wish, record, subject })))
      : null;
  const refusal = wanted !== null && 'status' in wanted ? wanted : null;
  const event = wanted !== null && 'status' in wanted ? null : wanted;
  const registration = await context.invalidations.register({
    companyId: issuer.companyId,
    documentId: record.documentId,
    event,
    hasOwnData,
    directUntilMs,
    nowMs: context.clock.now(),
    leaseMs: leaseMs(context.times),
    waited: task.waited,
  });
  switch (registration.kind) {
    case 'changed':
      return { kind: 'again', busy: null };
    case 'busy':
      return { kind: 'again', busy: registration.record };
    case 'settled':
      return cancelled(task, { kind: 'event', event: registration.record });
    case 'needs_event':
      return refusal ?? { kind: 'again', busy: null };
    case 'held': {
      const { invalidation: held } = registration;
      const dataDropped = event === null ? hasOwnData : !sameInvalidacion(event.draft, held.draft);
      return submit(context, task, held, dataDropped);
    }
  }
}

/** Whether the request says anything of its own; one that does not carries on with what is on its way. */
function hasWill(wish: InvalidationWish): boolean {
  return Object.values(wish).some((value) => value !== null);
}

async function submit(
  context: CancellingContext,
  task: Task,
  held: HeldInvalidation,
  dataDropped: boolean,
): Promise<Outcome | Again> {
  const { companyId, company } = task.request.issuer;
  const submitted = await submitInvalidation(context, {
    invalidation: held,
    account: { companyId, ambiente: held.ambiente, nit: company.nit },
    // The last call may begin so late that it still ends inside the budget.
    deadline: task.deadline - context.times.callTimeoutMs,
  });
  switch (submitted.kind) {
    case 'settled':
      return cancelled(task, { kind: 'event', event: submitted.record }, { dataDropped });
    case 'signing_failed':
      return refuse('signing_failed');
    case 'lease_lost':
      return { kind: 'again', busy: held.record };
  }
}
