import {
  civilDateOf,
  daysSinceEpoch,
  formatCivilDate,
  monthsLater,
  parseCivilDate,
} from './el-salvador-time.ts';

/** CAT-018: what a term counts. */
const DAYS = '01';
const MONTHS: Readonly<Record<string, number>> = { '02': 1, '03': 12 };
const COUNT = /^\d{1,5}$/;

/**
 * The day on which a credit is due, `YYYY-MM-DD`: so many days, months or years (`plazo`, CAT-018) after its document.
 * A month that lacks the day ends it. Null where the term is none, or no whole number.
 */
export function dueDateOf(date: string | null, plazo: string | null, periodo: string | null): string | null {
  const start = parseCivilDate(date ?? '');
  if (start === null || periodo === null || !COUNT.test(periodo)) return null;
  if (plazo === DAYS) return formatCivilDate(civilDateOf(daysSinceEpoch(start) + Number(periodo)));
  const step = MONTHS[plazo ?? ''];
  if (step === undefined) return null;
  const due = monthsLater(start, step * Number(periodo));
  return due.year > 9999 ? null : formatCivilDate(due);
}
