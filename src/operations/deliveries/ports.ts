import type { Company } from '../../core/company/company.ts';
import type { Explanation } from '../../core/explaining/explain.ts';
import type { Email } from '../../core/identifiers/email.ts';
import type { TurnLimits } from '../background/ports.ts';
import type { DocumentKey, DocumentRecord } from '../documents/ports.ts';

/** What goes to the recipients of a document: the document without its seal, or with it. */
export type RecipientsKind = 'contingency' | 'stamped';

/** What a message brings; `rejected` tells the issuer why the document was rejected. */
export type DeliveryKind = RecipientsKind | 'rejected';

/** Names one message of the outbox: there is one a document, kind and address. */
export interface DeliveryKey extends DocumentKey {
  readonly kind: DeliveryKind;
  readonly address: string;
}

/** A message that this node may send until its lease ends. */
export interface TakenDelivery extends DeliveryKey {
  /** In angle brackets; the same at every sending. The message carries it with the domain of its sender. */
  readonly messageId: string;
  /** This one included. */
  readonly tries: number;
  /** Since it was queued. */
  readonly ageMs: number;
}

/** The one look across companies for messages that are due. */
export interface DeliveryQueue {
  due(limits: TurnLimits): Promise<readonly DeliveryKey[]>;
}

/** The outbox of a company. Reasons are kept for the caller to read: Spanish, and never a secret. */
export interface DeliveryStore {
  /** Null where somebody else has it, or it is no longer due. */
  take(key: DeliveryKey, leaseMs: number): Promise<TakenDelivery | null>;
  sent(taken: TakenDelivery): Promise<void>;
  postpone(taken: TakenDelivery, retryMs: number, reason: string): Promise<void>;
  giveUp(taken: TakenDelivery, reason: string): Promise<void>;
  /** What it would say is no longer true. */
  withdraw(taken: TakenDelivery): Promise<void>;
}

/** How a message stands, as a status shows it. */
export interface DeliveryStanding {
  readonly kind: RecipientsKind;
  readonly address: string;
  readonly state: 'queued' | 'sent' | 'failed';
  /** Milliseconds since the epoch; null unless sent. */
  readonly sentMs: number | null;
  readonly lastError: string | null;
}

/** What has become of the delivery of a document. */
export interface DeliveryReport {
  /** Whether there is a mail server, of the company or of the installation. */
  readonly isConfigured: boolean;
  /** In the order in which they were queued; none of those that were withdrawn, and none to the issuer. */
  readonly messages: readonly DeliveryStanding[];
  /** Kept as the caller sent it; nothing is sent there. */
  readonly redirectWhatsapp: string | null;
}

/** A mail server and how to speak to it. */
export interface MailAccount {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte; else STARTTLS where there is something to protect. */
  readonly secure: boolean;
  readonly login: { readonly user: string; readonly password: string } | null;
  /** The sender's address. */
  readonly from: Email;
  /** `internet`: no server inside is spoken to, as a company's users name it; any is unless this is given. */
  readonly reach?: 'internet' | undefined;
}

/** Reads the password at a company's own mail server; null where none is kept. */
export type SmtpPasswordOf = (companyId: string) => Promise<string | null>;

/** A message with everything that it says. */
export interface Mail {
  readonly taken: TakenDelivery;
  readonly account: MailAccount;
  readonly company: Company;
  readonly record: DocumentRecord;
  readonly pdf: Uint8Array;
  /** The signed file. */
  readonly json: string;
  /** Why the document was rejected; null in what goes to its recipients. */
  readonly rejection: readonly Explanation[] | null;
}

/** What is in the way of a message, for the operator; never a word of the server's. */
export type MailObstacle =
  | 'no_server'
  | 'password_missing'
  | 'unknown_host'
  | 'unreachable'
  | 'no_answer'
  /** The server speaks no TLS, or none that both understand, and there is something to protect. */
  | 'no_encryption'
  | 'certificate_not_trusted'
  | 'login_refused'
  /** The server speaks and does not take this sender, recipient or message now. */
  | 'refused_by_server'
  /** Nothing of the mail's: its company, file or paper is not at hand. */
  | 'message_not_ready';

/** Reasons are Spanish and hold no secret. */
export type Mailing =
  | { readonly kind: 'sent' }
  /** It may go later: no server, no login, or the server said so. */
  | { readonly kind: 'not_now'; readonly obstacle: MailObstacle; readonly reason: string }
  /** The server will never take this message for this address. */
  | { readonly kind: 'refused'; readonly reason: string };

/** What became of connecting to a mail server and logging in, without a message. */
export type MailTrial =
  | { readonly kind: 'accepted' }
  /** `code` names the failure more closely where its name is known: `ECONNREFUSED`, `CERT_HAS_EXPIRED`, `535`. */
  | { readonly kind: 'failed'; readonly obstacle: MailObstacle; readonly code: string | null };

export interface Mailer {
  /** Never rejects. Gives up after its deadline, and at once where the signal is aborted. */
  send(mail: Mail, signal: AbortSignal): Promise<Mailing>;
}
