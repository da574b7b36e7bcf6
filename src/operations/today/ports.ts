import type { Ambiente } from '../../core/dte/kinds.ts';
import type { RunningClock } from '../companies/ports.ts';
import type { SelectionTotal } from '../listings/ports.ts';

/** What the documents of one day of El Salvador, type and state come to; amounts in cents. */
export interface DaySum extends SelectionTotal {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** Cancelled by an event, or by a note of all of it. */
  readonly isInvalidated: boolean;
  /** A note of all of it cancels it, which counts against it on the note's own day. */
  readonly isByNote: boolean;
}

/** A span of instants, in milliseconds since the epoch. */
export interface Span {
  readonly sinceMs: number;
  readonly untilMs: number;
}

export interface DaySums {
  readonly sums: readonly DaySum[];
  /** The documents that are missing in the sums, because the search has not come to them yet; null where none is. */
  readonly gap: Span | null;
}

/** Days of El Salvador as `YYYY-MM-DD`, both included. */
export interface DaySpan {
  readonly ambiente: Ambiente;
  readonly firstDay: string;
  readonly lastDay: string;
}

/** What waits for an answer of the authority. */
export interface WaitingDocuments {
  readonly documents: number;
  /** There may be more than were counted. */
  readonly isAtLeast: boolean;
  /** Since when the first of them waits, in milliseconds since the epoch; null where none waits. */
  readonly sinceMs: number | null;
}

/** How a company stands with the authority, as far as its own rows tell. */
export interface CompanyStanding {
  /** When one of its newest documents was stamped last, in milliseconds since the epoch; null where none of them is. */
  readonly lastStampMs: number | null;
  readonly waiting: WaitingDocuments;
  /** The ones that end first come first. */
  readonly clocks: readonly RunningClock[];
  /** The first and last instant of the certificate in force, in milliseconds since the epoch; null without one. */
  readonly certificate: { readonly notBeforeMs: number; readonly notAfterMs: number } | null;
  readonly hasCredentials: boolean;
}

/** Reads what a company did and how it stands, in bounded work. */
export interface TodayReader {
  sums(companyId: string, span: DaySpan): Promise<DaySums>;
  standing(companyId: string, ambiente: Ambiente): Promise<CompanyStanding>;
}
