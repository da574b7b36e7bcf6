import { MINUTE_MS } from '../../core/calendar/spans.ts';
import type { DocumentId } from '../../core/identifiers/document-id.ts';
import type { Email } from '../../core/identifiers/email.ts';
import { type Refusal, refuse, refuseProblems } from '../../core/refusals/refusal.ts';
import type { DeliveryReport, RecipientsKind } from '../deliveries/ports.ts';
import { findView } from '../documents/find-document.ts';
import type { DocumentReader, DocumentView } from '../documents/reading-ports.ts';
import type { MailLimits, MailRepeater } from './ports.ts';

export interface MailRequest {
  readonly companyId: string;
  readonly idOrRef: string;
  /** Null for those that the document went to, or would go to. */
  readonly address: Email | null;
}

export interface MailedAgain {
  readonly kind: 'asked';
  readonly documentId: DocumentId;
  readonly delivery: DeliveryReport;
}

export interface MailedTooOften {
  readonly kind: 'too_often';
  /** Until it may be asked for again. */
  readonly seconds: number;
  readonly refusal: Refusal;
}

const PER_DAY = 10;
const LIMITS: MailLimits = { perDay: PER_DAY, everyMs: MINUTE_MS };

/**
 * Sends the mail of a document again, to the same or another address: what waits already goes once, and nobody gets it
 * more often than once a minute.
 */
export async function mailAgain(
  { documents, mails }: { readonly documents: DocumentReader; readonly mails: MailRepeater },
  { companyId, idOrRef, address }: MailRequest,
): Promise<MailedAgain | MailedTooOften | Refusal> {
  const read = { idOrRef, bytes: false };
  const view = await findView(documents, companyId, read);
  if (view === null) return refuse('document_not_found');
  const kind = mailOf(view);
  if (kind === null) return refuse('nothing_to_mail');
  if (!view.delivery.isConfigured) return refuse('mail_not_configured');
  const { documentId } = view.record;
  const asked = await mails.askAgain({ companyId, documentId, kind, address }, LIMITS);
  switch (asked.kind) {
    case 'too_often':
      return tooOften(Math.ceil(asked.waitMs / 1000));
    case 'no_address':
      return refuseProblems([
        {
          path: 'address',
          code: 'required',
          message: 'Es obligatorio: el documento no tiene correo del cliente.',
        },
      ]);
    case 'queued':
      return {
        kind: 'asked',
        documentId,
        delivery: (await documents.view(companyId, read))?.delivery ?? view.delivery,
      };
  }
}

function tooOften(seconds: number): MailedTooOften {
  return { kind: 'too_often', seconds, refusal: refuse('mailed_too_often', { seconds: String(seconds) }) };
}

/** What there is to send of a document; null before it has left, and for one that was rejected. */
function mailOf({ record: { state } }: DocumentView): RecipientsKind | null {
  return state === 'stamped' || state === 'contingency' ? state : null;
}
