/** The cells of so many columns, from the first one on, down to a row: `A1:Y20`. */
export function rangeOf(columns: number, lastRow: number, firstRow = 1): string {
  return `A${firstRow}:${columnName(columns)}${lastRow}`;
}

/** `A` for 1, `AA` for 27. */
function columnName(column: number): string {
  const last = (column - 1) % 26;
  const before = (column - 1 - last) / 26;
  return `${before === 0 ? '' : columnName(before)}${String.fromCharCode(65 + last)}`;
}
