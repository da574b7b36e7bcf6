import {
  civilDateOf,
  daysSinceEpoch,
  fiscalTime,
  formatCivilDate,
  localDayStartMs,
  parseCivilDate,
} from '../../core/calendar/el-salvador-time.ts';
import { typeOf } from '../../core/dte/kinds.ts';
import type { Movement } from '../../core/dte/types/card.ts';
import type { Cents } from '../../core/money/decimal.ts';
import type { CompanyAccount, SilenceCause } from '../authority/ports.ts';
import type { CircuitBreaker } from '../background/circuit-breaker.ts';
import type { Clock } from '../documents/ports.ts';
import type { DocumentView } from '../documents/reading-ports.ts';
import type { WatchedStanding } from '../installation/metrics-ports.ts';
import type { DocumentLister } from '../listings/ports.ts';
import { selectionOf } from '../listings/read-selection.ts';
import type { CompanyStanding, DaySum, Span, TodayReader } from './ports.ts';

/** Days of the line, today included. */
export const LINE_DAYS = 30;

export interface TodayParts {
  readonly today: TodayReader;
  /** Knows whom this node reaches. */
  readonly breaker: Pick<CircuitBreaker, 'isOpen' | 'causeOf'>;
  /** Whether this node may number anything. */
  readonly watch: { standing(): Promise<WatchedStanding> };
  readonly clock: Pick<Clock, 'now'>;
}

/** What was sold on a day, without purchases and what was rejected or invalidated; amounts in cents. */
export interface DaySales {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** The sales, without notes. */
  readonly documents: number;
  /** What the credit notes of the day give back, of whatever day their CCF is. */
  readonly givenBack: Cents;
  /** What was sold without what was given back; less than nothing where that is more. */
  readonly total: Cents;
}

/** A company's day, up to this moment. */
export interface Today {
  /** `YYYY-MM-DD` in El Salvador. */
  readonly day: string;
  readonly nowMs: number;
  /** The sums of today, by type and state. */
  readonly totals: readonly DaySum[];
  /** The last days in order, today last; a day without sales is among them. */
  readonly line: readonly DaySales[];
  /** What is missing in totals and line; null where nothing is. */
  readonly gap: Span | null;
  readonly authority: AuthorityState;
  readonly standing: CompanyStanding;
}

/** How this node stands with the authority for the company. */
export interface AuthorityState {
  /** The last calls were not answered: what is issued now is in contingency. */
  readonly isSilent: boolean;
  /** Why, where it is known; null while it answers. */
  readonly cause: SilenceCause | null;
  /** Why the node numbers nothing; null where it does. */
  readonly refusal: WatchedStanding['refusal'];
}

/** What a company sold today and in the days before, and how it stands with the authority. */
export async function readToday(parts: TodayParts, account: CompanyAccount): Promise<Today> {
  const { companyId, ambiente } = account;
  const nowMs = parts.clock.now();
  const lastDay = fiscalTime(nowMs).fecEmi;
  const days = lastDays(lastDay, LINE_DAYS);
  const [{ sums, gap }, standing, log] = await Promise.all([
    parts.today.sums(companyId, { ambiente, firstDay: days[0] ?? lastDay, lastDay }),
    parts.today.standing(companyId, ambiente),
    parts.watch.standing(),
  ]);
  return {
    day: lastDay,
    nowMs,
    totals: sums.filter(({ day }) => day === lastDay),
    line: days.map((day) => salesOf(day, sums)),
    gap,
    standing,
    authority: {
      isSilent: parts.breaker.isOpen(account),
      cause: parts.breaker.causeOf(account) ?? null,
      refusal: log.refusal,
    },
  };
}

/** The documents that a company has issued today, in El Salvador, the newest first; `most` of them at the most. */
export async function latestDocuments(
  { lister, clock }: Pick<TodayParts, 'clock'> & { readonly lister: DocumentLister },
  { companyId, ambiente }: CompanyAccount,
  most: number,
): Promise<readonly DocumentView[]> {
  const sinceMs = localDayStartMs(fiscalTime(clock.now()).fecEmi);
  const { views } = await lister.page(companyId, {
    selection: { ...selectionOf({}, ambiente), sinceMs },
    after: null,
    newestFirst: true,
    limit: most,
    withStanding: true,
    withDelivery: false,
  });
  return views;
}

/** As many days as asked for up to this one, in order. Throws RangeError on what is no date. */
export function lastDays(day: string, count: number): readonly string[] {
  const date = parseCivilDate(day);
  if (date === null) throw new RangeError(`not a date: ${day}`);
  const last = daysSinceEpoch(date);
  return Array.from({ length: count }, (_, place) => formatCivilDate(civilDateOf(last - count + 1 + place)));
}

function salesOf(day: string, sums: readonly DaySum[]): DaySales {
  const standing = sums.filter((sum) => sum.day === day && countInBooks(sum));
  const moving = (...movements: readonly Movement[]) =>
    standing.filter(({ tipoDte }) => movements.includes(typeOf(tipoDte).movement));
  const [sales, notes] = [moving('sale', 'export'), moving('return')];
  const givenBack = centsOf(notes);
  return {
    day,
    documents: sales.reduce((count, { documents }) => count + documents, 0),
    givenBack,
    total: centsOf(sales) - givenBack,
  };
}

function centsOf(sums: readonly DaySum[]): Cents {
  return sums.reduce((cents, { total }) => cents + total, 0n);
}

/** Whether these are in the books, as `countsInBooks` has it: a CCF that a note cancels is, because its note is. */
export function countInBooks({ state, isInvalidated, isByNote }: DaySum): boolean {
  return state !== 'rejected' && (!isInvalidated || isByNote);
}
