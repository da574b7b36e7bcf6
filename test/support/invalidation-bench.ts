import { randomUUID } from 'node:crypto';
import type { ConsultQuery } from '../../src/operations/authority/ports.ts';
import type { DocumentRecord } from '../../src/operations/documents/ports.ts';
import type {
  InvalidationAnswer,
  InvalidationAuthority,
  InvalidationSubmission,
  NewInvalidation,
  RegisterRequest,
  Registration,
} from '../../src/operations/invalidations/ports.ts';
import { REJECTED_RAW, REJECTION, STAMP, STAMPED_RAW } from './answers.ts';
import { codeOf } from './identifiers.ts';
import { type Scripted, scriptOf } from './script.ts';

export const SEALED: InvalidationAnswer = { kind: 'sealed', stamp: STAMP, raw: STAMPED_RAW };
export const SILENT: InvalidationAnswer = { kind: 'silent', reason: 'time-out', raw: null };
export const UNDELIVERED: InvalidationAnswer = { kind: 'not_delivered', reason: 'ECONNREFUSED', raw: null };
export const REJECTED: InvalidationAnswer = {
  kind: 'rejected',
  already: null,
  rejection: REJECTION,
  raw: REJECTED_RAW,
};
/** 015 on the document, and 004 on the event's own code. */
export const INVALIDATED: InvalidationAnswer = { ...REJECTED, already: 'invalidated' };
export const REGISTERED: InvalidationAnswer = { ...REJECTED, already: 'registered' };

/** An authority for invalidations that answers by a script and remembers what it was told. */
export interface ScriptedInvalidations extends InvalidationAuthority {
  readonly sent: readonly InvalidationSubmission[];
  readonly asked: readonly ConsultQuery[];
  answer(...answers: readonly Scripted<InvalidationAnswer>[]): void;
  speak(...words: readonly boolean[]): void;
}

export function scriptedInvalidations(): ScriptedInvalidations {
  const sent: InvalidationSubmission[] = [];
  const asked: ConsultQuery[] = [];
  const answers = scriptOf<InvalidationAnswer>('event');
  const words = scriptOf<boolean>('question');
  return {
    sent,
    asked,
    answer: answers.add,
    speak: words.add,
    invalidate(submission) {
      sent.push(submission);
      return answers.next();
    },
    speaksOf(query) {
      asked.push(query);
      return words.next();
    },
  };
}

const PERSON = { nombreResponsable: 'Ana Ficticia', nombreSolicita: 'Ana Ficticia' };

/** An event for this reason; equal reasons make equal events but for their codes. */
export function newEvent(reason = 'Se vendió dos veces'): NewInvalidation {
  const motivo = { tipoAnulacion: 2, motivoAnulacion: reason, ...PERSON };
  return {
    generation: 'v2',
    codigoGeneracion: codeOf(randomUUID().toUpperCase()),
    requestedMs: Date.UTC(2026, 10, 20, 16),
    draft: JSON.stringify({ emisor: {}, documento: { codigoGeneracionR: null }, motivo }),
  };
}

/** A request to invalidate a document within its window, with the changes given. */
export function registerRequest(
  { companyId, documentId }: Pick<DocumentRecord, 'companyId' | 'documentId'>,
  changes: Partial<RegisterRequest> = {},
): RegisterRequest {
  return {
    companyId,
    documentId,
    event: newEvent(),
    hasOwnData: true,
    waited: false,
    directUntilMs: 1,
    nowMs: 0,
    leaseMs: 20_000,
    ...changes,
  };
}

/** The invalidation of a registration that must have got it. */
export function heldInvalidation(registration: Registration) {
  if (registration.kind !== 'held') throw new Error(`expected a held invalidation, got ${registration.kind}`);
  return registration.invalidation;
}
