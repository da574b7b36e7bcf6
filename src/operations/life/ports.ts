import type { DocumentId } from '../../core/identifiers/document-id.ts';
import type { Email } from '../../core/identifiers/email.ts';
import type { ExternalRef } from '../../core/identifiers/external-ref.ts';
import type { CodigoGeneracion } from '../../core/identifiers/official.ts';
import type { LifeEventKind } from '../../core/life/life-events.ts';
import type { RecipientsKind } from '../deliveries/ports.ts';
import type { DocumentKey } from '../documents/ports.ts';

export interface LifeEvent {
  readonly kind: LifeEventKind;
  /** Milliseconds since the epoch. */
  readonly atMs: number;
  /** What belongs to the event, by the names that the answers have for it. */
  readonly detail: Readonly<Record<string, unknown>>;
}

/** What happened to a document, in order. */
export interface DocumentLife {
  readonly documentId: DocumentId;
  readonly externalRef: ExternalRef;
  readonly events: readonly LifeEvent[];
}

/** One version of a document's signed bytes, as the operator sees it. */
export interface AttemptOnRecord {
  readonly number: number;
  readonly codigoGeneracion: CodigoGeneracion;
  readonly outcome: string;
  readonly sends: number;
  /** The hash of the signed bytes, hexadecimal. */
  readonly sha256: string;
  readonly sentMs: number;
  readonly answerStatus: number | null;
  readonly answerBody: string | null;
}

export interface LifeReader {
  /** By identifier first, then by reference; null where the company has no such document. */
  life(companyId: string, idOrRef: string): Promise<DocumentLife | null>;
  attempts(companyId: string, documentId: DocumentId): Promise<readonly AttemptOnRecord[]>;
}

/** A document whose message somebody wants once more. */
export interface MailWish extends DocumentKey {
  readonly kind: RecipientsKind;
  /** Null for those that it went to, or would go to. */
  readonly address: Email | null;
}

export interface MailLimits {
  /** The most messages of a document that are asked for within a day. */
  readonly perDay: number;
  /** Between two messages to the same address. */
  readonly everyMs: number;
}

export type MailAsked =
  /** A message that waits already is none more. */
  | { readonly kind: 'queued' }
  | { readonly kind: 'no_address' }
  /** Nothing was queued. */
  | { readonly kind: 'too_often'; readonly waitMs: number };

/** Queues messages that were sent before. */
export interface MailRepeater {
  askAgain(wish: MailWish, limits: MailLimits): Promise<MailAsked>;
}
