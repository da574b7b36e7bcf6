import { addBusinessDays } from '../calendar/business-days.ts';
import {
  type CivilDate,
  civilDateOf,
  daysSinceEpoch,
  fiscalTime,
  formatCivilDate,
  lastOfMonth,
  localDayEndMs,
  monthsLater,
  parseCivilDate,
} from '../calendar/el-salvador-time.ts';
import type { WindowOverrides } from '../company/company.ts';
import { type TipoDte, typeOf } from '../dte/kinds.ts';

/** The lengths of all windows, as they hold for what was sealed or issued from a date on. */
export interface WindowRules {
  /** `YYYY-MM-DD`, local date; they hold until the next entry's. */
  readonly from: string;
  /** Types 03 and 05: the business day of the month after the seal's (Manual Funcional V2.0, pages 14 and 15). */
  readonly directInvalidationBusinessDay: number;
  /** Types 01, 11 and 14: months from the seal (the same pages). */
  readonly directInvalidationMonths: number;
  /** Business days from the CCF's issuance (specification 4.3 and part 8). */
  readonly creditNoteBusinessDays: number;
  /** Months from the CCF's issuance (Ley IVA, articles 62 and 63; Código Tributario, article 119-E). */
  readonly ministryCreditNoteMonths: number;
}

/** In order of `from`. A change of law is one more row; the first row also holds for everything before it. */
export type WindowTable = readonly [WindowRules, ...(readonly WindowRules[])];

export const WINDOW_TABLE: WindowTable = [
  {
    from: '2022-01-01',
    directInvalidationBusinessDay: 10,
    directInvalidationMonths: 3,
    creditNoteBusinessDays: 90,
    ministryCreditNoteMonths: 3,
  },
];

/** The rules that hold on a local date (`YYYY-MM-DD`): the latest row that does not start after it. */
export function windowRulesOn(date: string, table: WindowTable = WINDOW_TABLE): WindowRules {
  return table.findLast(({ from }) => from <= date) ?? table[0];
}

/**
 * The last millisecond (since the epoch) at which a document may still be invalidated directly. Types 03 and 05: the
 * end of the 10th business day of the month after the seal's. Types 01, 11 and 14: the end of the day with the seal's
 * number three months later, or of that month's last day. `sealedMs` is the seal's instant in milliseconds since the
 * epoch. An override of 0 closes the window: it ended with the day before the seal. Throws RangeError on what is no
 * instant of the years 0000 to 9999.
 */
export function directInvalidationEnd(
  { tipoDte, sealedMs }: { readonly tipoDte: TipoDte; readonly sealedMs: number },
  overrides: WindowOverrides,
): number {
  const sealed = localDate(sealedMs);
  const rules = windowRulesOn(formatCivilDate(sealed));
  if (typeOf(tipoDte).isBetweenTaxpayers) {
    const businessDay = overrides.directInvalidationBusinessDay ?? rules.directInvalidationBusinessDay;
    return endOf(businessDay === 0 ? dayBefore(sealed) : addBusinessDays(lastOfMonth(sealed), businessDay));
  }
  const months = overrides.directInvalidationMonths ?? rules.directInvalidationMonths;
  return endOf(months === 0 ? dayBefore(sealed) : monthsLater(sealed, months));
}

/** For how many business days after its issuance a CCF may be adjusted by notes. Units and errors as above. */
export function creditNoteBusinessDays(issuedMs: number, overrides: WindowOverrides): number {
  const rules = windowRulesOn(formatCivilDate(localDate(issuedMs)));
  return overrides.creditNoteBusinessDays ?? rules.creditNoteBusinessDays;
}

/**
 * The last millisecond at which a note may still adjust a CCF: the end of the 90th business day after its issuance,
 * whose own day does not count. An override of 0 closes the window as it does for invalidations. Units and errors as
 * there.
 */
export function creditNoteEnd(issuedMs: number, overrides: WindowOverrides): number {
  const issued = localDate(issuedMs);
  const count = creditNoteBusinessDays(issuedMs, overrides);
  return endOf(count === 0 ? dayBefore(issued) : addBusinessDays(issued, count));
}

/** The last millisecond of the Ministry's own time for a note on a CCF, three months. Units and errors as above. */
export function ministryCreditNoteEnd(issuedMs: number): number {
  const issued = localDate(issuedMs);
  return endOf(monthsLater(issued, windowRulesOn(formatCivilDate(issued)).ministryCreditNoteMonths));
}

const LATE =
  'La nota se emitió después de los tres meses que da Hacienda desde la emisión del CCF; su efecto en el IVA puede ser objetado.';

/**
 * What a caller must know of a note that the contract admits and the Ministry may object to: its own time for notes is
 * shorter. Instants of issue in milliseconds since the epoch. Null for a note in time.
 */
export function lateNoteWarning(noteMs: number, ccfMs: number): string | null {
  return noteMs > ministryCreditNoteEnd(ccfMs) ? LATE : null;
}

function localDate(instantMs: number): CivilDate {
  const date = parseCivilDate(fiscalTime(instantMs).fecEmi);
  if (date === null) throw new RangeError(`not an instant: ${instantMs}`);
  return date;
}

function endOf(date: CivilDate): number {
  return localDayEndMs(formatCivilDate(date));
}

function dayBefore(date: CivilDate): CivilDate {
  return civilDateOf(daysSinceEpoch(date) - 1);
}
