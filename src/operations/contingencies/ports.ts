import type { ContingencyReport, ReportedDocument } from '../../core/dte/evento-contingencia.ts';
import type { Ambiente, SchemaGeneration } from '../../core/dte/kinds.ts';
import type { DocumentId } from '../../core/identifiers/document-id.ts';
import type { CodigoGeneracion, SelloRecibido } from '../../core/identifiers/official.ts';
import type { Report } from '../../core/submitting/next-event-step.ts';
import type {
  AuthorityAccount,
  CompanyAccount,
  ConsultQuery,
  NoAnswer,
  RawAnswer,
  Reception,
} from '../authority/ports.ts';
import type { DueDocument, TurnLimits } from '../background/ports.ts';
import type { SendingStore } from '../sending/ports.ts';

/** What the authority said to a contingency event; everything without a recognised verdict is `silent`. */
export type ReportAnswer =
  | { readonly kind: 'sealed'; readonly selloRecibido: SelloRecibido; readonly raw: RawAnswer }
  /** `known`: among the reasons is that it has an event under this very code, or else a document that the event lists. */
  | {
      readonly kind: 'rejected';
      readonly known: 'event' | 'document' | null;
      readonly observaciones: readonly string[];
      readonly raw: RawAnswer;
    }
  | { readonly kind: 'silent' | 'not_delivered'; readonly reason: string; readonly raw: RawAnswer | null };

/** What the authority said to a lote: `refused` means that it took none of its documents. */
export type LoteAnswer =
  | { readonly kind: 'received'; readonly codigoLote: string }
  | ({ readonly kind: 'refused' | 'silent' | 'not_delivered' } & NoAnswer);

export interface Lote {
  readonly account: AuthorityAccount;
  /** The documents'; of both, the one of today. */
  readonly generation: SchemaGeneration;
  /** An upper-case UUID, version 4. */
  readonly idEnvio: string;
  /** Signed documents, 1 to 100. */
  readonly documents: readonly string[];
}

export interface LoteQuery {
  readonly account: AuthorityAccount;
  readonly codigoLote: string;
  /** The codes to look for. */
  readonly codigos: readonly CodigoGeneracion[];
}

/** The authority's services for contingencies. No call throws for anything the authority or the network does. */
export interface ContingencyAuthority {
  report(account: AuthorityAccount, jws: string): Promise<ReportAnswer>;
  submitLote(lote: Lote): Promise<LoteAnswer>;
  /** The verdicts there are so far, by generation code; null while the authority is silent. */
  consultLote(query: LoteQuery): Promise<ReadonlyMap<string, Reception> | null>;
}

/** A company whose contingency somebody must look after. */
export interface DueContingency extends CompanyAccount {
  /** Null where formal documents wait for an event that lists them. */
  readonly eventId: string | null;
}

export interface UnreportedLimits {
  readonly total: number;
  /** None of these accounts is found. */
  readonly offline: readonly CompanyAccount[];
  /** The account that was looked at last: the turns begin behind it. */
  readonly after?: CompanyAccount | undefined;
}

interface EventLimits extends TurnLimits {
  /** Whether the events wait for their documents, or for their seal. */
  readonly sealed: boolean;
}

/** The looks for contingencies across companies, which take turns: identifiers alone. */
export interface ContingencyQueue {
  /** Accounts with formal documents that no event lists. */
  unreported(limits: UnreportedLimits): Promise<readonly DueContingency[]>;
  /** Events that are due. */
  events(limits: EventLimits): Promise<readonly DueContingency[]>;
}

/** The right to work on an event. */
export interface EventLease {
  readonly companyId: string;
  readonly eventId: string;
  readonly fence: string;
}

/** A formal document, under the code that an event lists it by. */
export interface ListedDocument extends ReportedDocument, Pick<ConsultQuery, 'generation'> {
  readonly documentId: DocumentId;
}

export interface HeldEvent extends Omit<ContingencyReport, 'generation' | 'sentMs'> {
  readonly lease: EventLease;
  /** The listed documents without a stamp: what the authority has is listed no more. */
  readonly documents: readonly ListedDocument[];
  readonly reportUntilMs: number;
  /** Null until the event is sealed. */
  readonly transmitUntilMs: number | null;
  /** In per cent, of the clock that runs. */
  readonly warned: number;
  readonly tries: number;
  /** As far as they matter: the latest, and those of unknown fate. */
  readonly attempts: readonly Report[];
}

export interface NewEvent extends CompanyAccount {
  readonly eventId: string;
  readonly codigoGeneracion: CodigoGeneracion;
  /** The authority has answered again at this instant, milliseconds since the epoch. */
  readonly nowMs: number;
}

/** How the formal documents of a company stand that no event lists. */
export interface UnreportedDocuments {
  /** One of them, to ask the authority about; null without any. */
  readonly sample: ListedDocument | null;
  /** Documents that will become formal as soon as their attempts are settled; an event waits for them. */
  readonly pending: number;
  readonly count: number;
}

/** The limits of the law, in milliseconds. */
export interface EventClocks {
  /** From the end of the contingency to the event's seal. */
  readonly reportMs: number;
  /** From the seal to the last document. */
  readonly transmitMs: number;
}

/** Which documents may go in a lote: those that nobody holds and nothing is in doubt about. */
export interface LoteLimits {
  readonly limit: number;
  /** What was sent since then, in a lote or alone, and did not arrive goes on by itself. */
  readonly restMs: number;
}

/** The contingencies of companies. `null` or `false`: the lease is no longer ours and nothing was written. */
export interface ContingencyStore extends SendingStore<EventLease, Report> {
  unreported(companyId: string, ambiente: Ambiente, quarantineMs: number): Promise<UnreportedDocuments>;
  /** Lists up to 1,000 formal documents of one kind of contingency in a new event; false where another node was faster. */
  open(event: NewEvent, clocks: EventClocks): Promise<boolean>;
  take(companyId: string, eventId: string, leaseMs: number): Promise<HeldEvent | null>;
  /** From here on the documents may follow; `selloRecibido` is null where it was lost on the way. */
  seal(
    lease: EventLease,
    seal: {
      readonly selloRecibido: SelloRecibido | null;
      readonly raw: RawAnswer;
      readonly transmitMs: number;
    },
  ): Promise<boolean>;
  /** The event is to be corrected and sent again, under this code. */
  reject(
    lease: EventLease,
    rejection: {
      readonly observaciones: readonly string[];
      readonly raw: RawAnswer;
      readonly codigoGeneracion: CodigoGeneracion;
      readonly retryMs: number;
    },
  ): Promise<boolean>;
  /** Documents of the sealed event without a verdict: how many, and those that may go in a lote. */
  waiting(
    lease: EventLease,
    limits: LoteLimits,
  ): Promise<{ readonly open: number; readonly free: readonly DueDocument[] }>;
  /** These are due from now on, each by itself. */
  bringForward(lease: EventLease, documents: readonly DueDocument[]): Promise<void>;
  /** The authority is back: the company's events need not sit out their pauses. */
  wake(companyId: string, ambiente: Ambiente): Promise<void>;
  noteWarning(lease: EventLease, percent: number): Promise<void>;
  /** Every document has its verdict. */
  finish(lease: EventLease): Promise<void>;
}
