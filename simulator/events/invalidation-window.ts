import { localDate, localInstant } from '../local-time.ts';
import { OFFICIAL_DAYS_OFF } from './official-days-off.ts';

/** The days off with which the Ministry's own examples (Manual Funcional v2.0, pages 14 and 15) come out. */
const DAYS_OFF = new Set(OFFICIAL_DAYS_OFF);

const DAY_MS = 86_400_000;
const BUSINESS_DAYS = 10;

/** Documents between taxpayers, whose VAT period closes; all others have months. */
const OF_THE_PERIOD = ['03', '04', '05', '06', '07', '08', '09', '15'];

/** Activities with medicines, whose factura may be invalidated for two years (Normativa v2.0, Anexo V). */
const MEDICINES = ['21001', '21008', '46482', '46484', '46491', '47721'];

/** What the last moment depends on. */
export interface SealedDocument {
  readonly tipoDte: string;
  /** The issuer's activity, as the document says it. */
  readonly codActividad: string;
  /** Milliseconds since the epoch. */
  readonly sealedAtMs: number;
}

/**
 * The last moment at which a document can be invalidated, in milliseconds since the epoch. Type 03 and its like:
 * 23:59:59 of the tenth business day of the month after that of the seal. Types 01, 11 and 14: 23:59:59 of the day,
 * three months after the seal, that has the same number; where the month has no such day, of its last.
 */
export function invalidationDeadline({ tipoDte, codActividad, sealedAtMs }: SealedDocument): number {
  const sealed = localDate(sealedAtMs);
  if (OF_THE_PERIOD.includes(tipoDte)) return endOf(tenthBusinessDayAfter(sealed));
  const medicine = tipoDte !== '14' && MEDICINES.includes(codActividad);
  return endOf(monthsLater(sealed, medicine ? 24 : 3));
}

function endOf(date: string): number {
  return localInstant(date, '23:59:59') + 999;
}

function tenthBusinessDayAfter(sealed: string): string {
  let day = Date.parse(`${monthsLater(sealed, 1).slice(0, 7)}-01T00:00:00Z`);
  for (let left = isBusinessDay(day) ? BUSINESS_DAYS - 1 : BUSINESS_DAYS; left > 0; ) {
    day += DAY_MS;
    if (isBusinessDay(day)) left -= 1;
  }
  return isoDate(day);
}

function isBusinessDay(dayMs: number): boolean {
  const weekday = new Date(dayMs).getUTCDay();
  return weekday !== 0 && weekday !== 6 && !DAYS_OFF.has(isoDate(dayMs));
}

/** The same day some months later, or the last day of that month. */
export function monthsLater(date: string, months: number): string {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return isoDate(Date.UTC(year, month - 1 + months, Math.min(day, lastDay)));
}

function isoDate(dayMs: number): string {
  return new Date(dayMs).toISOString().slice(0, 10);
}
