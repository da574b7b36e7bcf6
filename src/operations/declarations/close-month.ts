import { fiscalTime } from '../../core/calendar/el-salvador-time.ts';
import {
  monthsBetween,
  type Period,
  periodOf,
  periodText,
  previousPeriod,
} from '../../core/declaring/period.ts';
import { type Refusal, refuse } from '../../core/refusals/refusal.ts';
import type { StreamedFile } from '../listings/ports.ts';
import { wholeBooks } from './books/book-files.ts';
import { sameCriteria } from './criteria-words.ts';
import type { MonthOrder } from './declared-documents.ts';
import { type DeclarationParts, declaredFiles } from './declared-files.ts';
import { differsFrom } from './month-difference.ts';
import type { ClassStore, Closing, ClosingCriteria, KeptFile, MonthArchive } from './month-ports.ts';
import type { CompanyMonth } from './ports.ts';

export interface ClosingParts extends DeclarationParts {
  readonly months: MonthArchive;
  readonly classes: Pick<ClassStore, 'lastChange'>;
  /** A fresh identifier. */
  readonly identity: () => string;
}

export interface ClosingOrder extends MonthOrder {
  readonly by: string;
  /** Whether a month that is closed already and has changed since is closed again, as an amended export. */
  readonly amends: boolean;
}

const ATTEMPTS = 3;

/**
 * Closes a month: keeps its files as they are now, for good. A closed month in which nothing has changed stays as it is; one
 * that has changed, or for which there are other criteria, is closed again where the order says that it amends. Refused
 * before the month has ended, but in the test environment.
 */
export async function closeMonth(
  parts: ClosingParts,
  order: ClosingOrder,
): Promise<{ readonly kind: 'closed'; readonly closing: Closing; readonly isNew: boolean } | Refusal> {
  const month = monthOf(order);
  if (closableAs(month, order.madeMs) === 'not_yet') return refuse('month_not_over');
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const [last = null] = await parts.months.closings(month);
    if (last !== null && (await stands(parts, order, last)))
      return { kind: 'closed', closing: last, isNew: false };
    if (last !== null && !order.amends) return refuse('month_closed');
    const closing = await closeOnce(parts, order, (last?.version ?? 0) + 1);
    if (closing !== null) return { kind: 'closed', closing, isNew: true };
  }
  return refuse('month_changing');
}

/**
 * Whether a closing is still what the order asks for. Whoever amends nothing asks for no other criteria; and whoever does is
 * rid of documents that got a verdict while the files were read, which touched the month and may be in them.
 */
async function stands(parts: ClosingParts, order: ClosingOrder, closing: Closing): Promise<boolean> {
  if (order.amends && !sameCriteria(closing.criteria, criteriaOf(order))) return false;
  if (order.amends && (await standingOf(parts.months, monthOf(order), closing)).state === 'changed')
    return false;
  return !(await differsFrom(parts, closing, monthOf(order)));
}

/** Whether a month may be closed. */
export type Closable = 'over' | 'trial' | 'not_yet';

/** A month is closed when it is over. The current one of a test environment, where nothing is declared, may be closed to try it. */
export function closableAs({ ambiente, period }: CompanyMonth, nowMs: number): Closable {
  const months = monthsBetween(period, periodOf(fiscalTime(nowMs).fecEmi));
  if (months > 0) return 'over';
  return months === 0 && ambiente === '00' ? 'trial' : 'not_yet';
}

async function closeOnce(parts: ClosingParts, order: ClosingOrder, version: number): Promise<Closing | null> {
  const month = monthOf(order);
  const closingId = parts.identity();
  const changeId = await parts.classes.lastChange(month);
  const readSince = await parts.months.readSince(month.companyId);
  const files: KeptFile[] = [];
  const keep = (file: StreamedFile) => parts.months.keepFile(month.companyId, closingId, file);
  for await (const file of declaredFiles(parts, order)) files.push(await keep(file));
  for await (const book of wholeBooks(parts, order)) files.push(...(await Promise.all(book.map(keep))));
  const closing = { closingId, version, criteria: criteriaOf(order), files, readSince, changeId };
  return parts.months.close(month, closing, order);
}

function monthOf({ declaration: { companyId, ambiente, period } }: MonthOrder): CompanyMonth {
  return { companyId, ambiente, period };
}

function criteriaOf({ declaration, encoding }: MonthOrder): ClosingCriteria {
  const { notesAreNegative, exportsWithFreight, codesWithoutHyphens, classes } = declaration;
  return { notesAreNegative, exportsWithFreight, codesWithoutHyphens, encoding, classes };
}

/** How a month stands: open, closed, or closed with documents that changed it afterwards. */
export interface MonthStanding {
  readonly period: Period;
  readonly state: 'open' | 'closed' | 'changed';
  readonly closing: Closing | null;
  /** Documents that got a verdict, or were invalidated, since the files of the closing were read. */
  readonly touched: number;
}

/** Months that are listed: two years. */
const LISTED = 24;

/** The months of a company, from the current one back to that of its first document. */
export async function listMonths(
  { months }: Pick<ClosingParts, 'months'>,
  { companyId, ambiente }: Pick<CompanyMonth, 'companyId' | 'ambiente'>,
  nowMs: number,
): Promise<readonly MonthStanding[]> {
  const first = await months.firstMonth(companyId, ambiente);
  if (first === null) return [];
  const periods: Period[] = [];
  let period = periodOf(fiscalTime(nowMs).fecEmi);
  while (monthsBetween(first, period) >= 0 && periods.length < LISTED) {
    periods.push(period);
    period = previousPeriod(period);
  }
  const listed = new Set(periods.map(periodText));
  const closings = (await months.closed(companyId, ambiente)).filter((one) =>
    listed.has(periodText(one.period)),
  );
  const touched = await months.touched(companyId, closings);
  const closed = new Map(
    closings.map((closing, index) => [periodText(closing.period), standing(closing, touched[index] ?? 0)]),
  );
  return periods.map((one) => closed.get(periodText(one)) ?? open(one));
}

/** How one month stands. */
export async function standingOf(
  months: Pick<MonthArchive, 'touched'>,
  month: CompanyMonth,
  closing: Closing | null,
): Promise<MonthStanding> {
  if (closing === null) return open(month.period);
  const [touched = 0] = await months.touched(month.companyId, [closing]);
  return standing(closing, touched);
}

function open(period: Period): MonthStanding {
  return { period, state: 'open', closing: null, touched: 0 };
}

function standing(closing: Closing, touched: number): MonthStanding {
  return { period: closing.period, state: touched > 0 ? 'changed' : 'closed', closing, touched };
}
