/** The cells of so many columns and rows, from the first one on: `A1:Y20`. */
export function rangeOf(columns: number, rows: number): string {
  return `A1:${columnName(columns)}${rows}`;
}

/** `A` for 1, `AA` for 27. */
function columnName(column: number): string {
  const last = (column - 1) % 26;
  const before = (column - 1 - last) / 26;
  return `${before === 0 ? '' : columnName(before)}${String.fromCharCode(65 + last)}`;
}
