/** A tax period as text, like `2026-11`. */
export type Month = string;

/** The month so many months before another. */
export function monthsBefore(month: Month, count: number): Month {
  const index = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 - count;
  return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`;
}

/** The month of a date like `2026-11-05`. */
export function monthOf(date: string): Month {
  return date.slice(0, 7);
}

/** As a cell has a date: `05/11/2026`. */
export function dayCell(date: string): string {
  return date.split('-').toReversed().join('/');
}

/** The date of a cell; null where it is none of the calendar. */
export function dateOfCell(cell: string): string | null {
  if (!/^\d\d\/\d\d\/\d{4}$/.test(cell)) return null;
  const date = cell.split('/').toReversed().join('-');
  const parsed = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date) ? date : null;
}
