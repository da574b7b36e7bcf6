import type { Ambiente, TipoDte } from '../core/dte/kinds.ts';

/** How a request to issue or to invalidate ended. `refused` is the caller's doing, `failed` ours. */
export type MeteredOutcome = 'stamped' | 'contingency' | 'rejected' | 'duplicate' | 'refused' | 'failed';

export interface MeteredRequest {
  /** As it is registered, like `/status/:id_or_ref`: never what a caller wrote. */
  readonly route: string;
  readonly method: string;
  readonly status: number;
  readonly durationMs: number;
}

export interface MeteredCall {
  /** The authority's service. */
  readonly service: string;
  /** What came of it, in the words of the ports. */
  readonly outcome: string;
  readonly durationMs: number;
}

/** Counts what happens. It is told nothing of companies, customers, amounts or secrets, and never throws. */
export interface Meter {
  request(request: MeteredRequest): void;
  issuance(tipoDte: TipoDte, outcome: MeteredOutcome): void;
  /** Counts an invalidation by the document's type; `null` where no document was found. */
  invalidation(tipoDte: TipoDte | null, outcome: MeteredOutcome): void;
  call(call: MeteredCall): void;
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
  /** The standings of the clocks that run. */
  readonly clocks: readonly ClockStanding[];
}

export interface BacklogReader {
  read(): Promise<Backlog>;
}
