import { withoutSeparators } from './text.ts';

/** The NIT of fourteen digits; that of nine is a DUI. */
const NIT = /^(\d{4})(\d{6})(\d{3})(\d)$/;
const DUI = /^(\d{8})(\d)$/;
const NRC = /^(\d{1,7})(\d)$/;
/** CAT-022: DUI and NIT. */
const OF_DIGITS: ReadonlySet<string | null> = new Set(['13', '36']);

/** A NIT or DUI as people write it: `0614-010190-001-8`, `01234567-8`. What is neither is shown as it stands. */
export function nitText(number: string | null): string | null {
  return hyphenated(number, [NIT, DUI]);
}

/** A NRC with its check digit apart: `100101-7`. */
export function nrcText(number: string | null): string | null {
  return hyphenated(number, [NRC]);
}

/** The number of a document of this type (CAT-022): a passport, say, is shown as it stands. */
export function personNumberText(tipoDocumento: string | null, number: string | null): string | null {
  return OF_DIGITS.has(tipoDocumento) ? nitText(number) : number;
}

function hyphenated(number: string | null, shapes: readonly RegExp[]): string | null {
  const digits = withoutSeparators(number ?? '');
  const parts = shapes.map((shape) => shape.exec(digits)).find((found) => found !== null);
  return parts === undefined ? number : parts.slice(1).join('-');
}
