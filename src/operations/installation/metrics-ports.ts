import type { Ambiente, TipoDte } from '../../core/dte/kinds.ts';
import type { Gap } from '../../core/explaining/explain.ts';

export const METERED_OUTCOMES = [
  'stamped',
  'contingency',
  'rejected',
  'duplicate',
  'refused',
  'failed',
] as const;

/** How a request to issue or to invalidate ended. `refused` is the caller's doing, `failed` ours. */
export type MeteredOutcome = (typeof METERED_OUTCOMES)[number];

/** The drivers through which requests to issue and to invalidate come. */
export const VIAS = ['api', 'console'] as const;
export type Via = (typeof VIAS)[number];

export interface MeteredIssuance {
  readonly tipoDte: TipoDte;
  readonly outcome: MeteredOutcome;
  readonly via: Via;
  /** From the order to the answer; null where nothing was issued, because the document was there. */
  readonly durationMs: number | null;
}

export interface MeteredInvalidation {
  /** Null where no document was found, and where an error ended the request. */
  readonly tipoDte: TipoDte | null;
  readonly outcome: MeteredOutcome;
  readonly via: Via;
}

export interface MeteredRequest {
  /** As it is registered, like `/status/:id_or_ref`: never what a caller wrote. */
  readonly route: string;
  readonly method: string;
  readonly status: number;
  readonly durationMs: number;
}

/** The authority's services, and what may come of a call, in the words of the ports. */
export const CALL_OUTCOMES = {
  auth: ['granted', 'refused', 'silent'],
  recepciondte: ['stamped', 'rejected', 'already_registered', 'silent', 'not_delivered'],
  consultadte: ['stamped', 'absent', 'answered', 'silent'],
  anulardte: ['sealed', 'rejected', 'silent', 'not_delivered'],
  contingencia: ['sealed', 'rejected', 'silent', 'not_delivered'],
  recepcionlote: ['received', 'refused', 'silent', 'not_delivered'],
  consultadtelote: ['answered', 'silent'],
} as const;

export type MeteredService = keyof typeof CALL_OUTCOMES;
export type CallOutcome<S extends MeteredService> = (typeof CALL_OUTCOMES)[S][number];

export interface MeteredCall<S extends MeteredService = MeteredService> {
  readonly service: S;
  readonly outcome: CallOutcome<S>;
  readonly durationMs: number;
}

/** Counts what happens. It is told nothing of companies, customers, amounts or secrets, and never throws. */
export interface Meter {
  request(request: MeteredRequest): void;
  issuance(issuance: MeteredIssuance): void;
  invalidation(invalidation: MeteredInvalidation): void;
  call(call: MeteredCall): void;
  /** Counts a file that was not delivered because the archive of it is damaged. */
  damagedFile(): void;
  /** Counts a control number that turned out to be another system's. */
  numberTaken(): void;
  /** Counts a rejection whose code, or a datum that it names, is not known here. */
  unexplained(gap: Gap): void;
}

/** Why a node issues nothing: its database does not let it, its journal cannot be written, or it has no signer process. */
export type StandingRefusal = 'forgot' | 'clocks_apart' | 'journal' | 'signer';

/** Whether a node may number anything, and how its database's clock stands to its own. */
export interface WatchedStanding {
  readonly refusal: StandingRefusal | null;
  /** False while the journal cannot be written, whatever else keeps the node from issuing. */
  readonly isJournalWritable?: boolean;
  /** How far the database's clock is ahead; null where it was not compared. */
  readonly clockAheadMs: number | null;
}

/** What the requests of a node hold at the moment. */
export interface HeldStanding {
  /** Places of requests and of pages. */
  readonly places: number;
  readonly inLine: number;
  /** Bytes of bodies under way. */
  readonly bodyBytes: number;
  readonly exportSlots: number;
  /** For how long somebody has found no place while none was given back. */
  readonly stuckMs: number;
}

/** How one of the law's clocks stands, over all companies. */
export interface ClockStanding {
  /** 24 hours to report an outage, 72 to send its documents. */
  readonly clock: 'report' | 'transmit';
  /** The time left on the clock that ends first; negative when it has ended. */
  readonly secondsLeft: number;
  /** The used share of the same clock: 1 when it has ended. */
  readonly used: number;
}

/** What waits for the authority, over all companies. */
export interface Backlog {
  /** Without a verdict, by environment and state. */
  readonly documents: readonly {
    readonly ambiente: Ambiente;
    readonly state: string;
    readonly count: number;
  }[];
  readonly invalidations: number;
  /** Documents and invalidations that the background gave up. */
  readonly putAside: { readonly documents: number; readonly invalidations: number };
  /** Due now and held by nobody. */
  readonly due: number;
  /** Seconds since the issue of the oldest document without a verdict; 0 where none waits. */
  readonly oldestSeconds: number;
  /** Seconds since the oldest document in contingency that no sealed event lists was issued in it; 0 without any. */
  readonly unreportedSeconds: number;
  /** Messages that wait for a mail server, and the age of the oldest; 0 where none waits. */
  readonly mails: { readonly waiting: number; readonly oldestSeconds: number };
  /** The standings of the clocks that run. */
  readonly clocks: readonly ClockStanding[];
}

export interface BacklogReader {
  read(): Promise<Backlog>;
}
