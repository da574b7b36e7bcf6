import { dayText } from '../core/calendar/day-text.ts';
import { fiscalTime } from '../core/calendar/el-salvador-time.ts';
import { MONTHS } from '../core/calendar/month-names.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../core/calendar/spans.ts';
import { centsText } from '../core/money/amount-text.ts';

// How pages write dates, times and amounts: as people in El Salvador do.

/** The day of an instant (milliseconds): `23/11/2026`. */
export function dayOf(instantMs: number): string {
  return dayText(fiscalTime(instantMs).fecEmi);
}

/** The time of an instant (milliseconds): `14:05`. */
export function clockOf(instantMs: number): string {
  return fiscalTime(instantMs).horEmi.slice(0, 5);
}

/** Day and time of an instant (milliseconds): `23/11/2026 14:05`. */
export function momentOf(instantMs: number): string {
  return `${dayOf(instantMs)} ${clockOf(instantMs)}`;
}

const DAYS = ['domingo', 'lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado'];

/** A day (`YYYY-MM-DD`) in words: `lunes 23 de noviembre de 2026`. */
export function longDay(date: string): string {
  const [year = '', month = '', day = ''] = date.split('-');
  const weekday = DAYS[new Date(`${date}T00:00:00Z`).getUTCDay()];
  return `${weekday} ${Number(day)} de ${MONTHS[Number(month) - 1]} de ${year}`;
}

/** An amount in dollars (digits with a point): `$1,234.56`, `-$5.00`. */
export function moneyOf(digits: string): string {
  const text = centsText(digits);
  return text.startsWith('-') ? `-$${text.slice(1)}` : `$${text}`;
}

/** A whole number with its thousands apart. */
export function countOf(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** `1 venta`, `1,200 ventas`. */
export function countedOf(count: number, one: string, many: string): string {
  return `${countOf(count)} ${count === 1 ? one : many}`;
}

/** `1 documento`, `1,200 documentos`. */
export function documentsOf(count: number): string {
  return countedOf(count, 'documento', 'documentos');
}

/** A span of time (milliseconds) to the nearest unit below it: `3 min`, `2 h 5 min`, `4 días`. */
export function spanOf(spanMs: number): string {
  if (spanMs < MINUTE_MS) return 'menos de 1 min';
  if (spanMs < HOUR_MS) return `${Math.floor(spanMs / MINUTE_MS)} min`;
  if (spanMs >= 2 * DAY_MS) return `${Math.floor(spanMs / DAY_MS)} días`;
  const minutes = Math.floor((spanMs % HOUR_MS) / MINUTE_MS);
  return `${Math.floor(spanMs / HOUR_MS)} h${minutes === 0 ? '' : ` ${minutes} min`}`;
}

/** How long ago an instant was. */
export function agoOf(instantMs: number, nowMs: number): string {
  return nowMs - instantMs < MINUTE_MS ? 'ahora mismo' : `hace ${spanOf(nowMs - instantMs)}`;
}
