/** A date and a time of a document, as people write them. */
export function whenText(date: string | null, time: string | null): string {
  return `${dayText(date)} ${time ?? ''}`.trim();
}

/** A date of a document, `YYYY-MM-DD`, as people write it; what is none is shown as it stands. */
export function dayText(date: string | null): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date ?? '') ?? [];
  return day === undefined ? (date ?? '') : `${day}/${month}/${year}`;
}
