/** `1,250`, `1,250.00`: commas between thousands, as in El Salvador. */
const THOUSANDS = /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/;
/** `1.250,50`: points between thousands and a comma before the cents, as in other countries. */
const THOUSANDS_WITH_POINTS = /^[1-9]\d{0,2}(?:\.\d{3})+,\d+$/;
/** `8,50`: a comma before the cents; `1,250` has three digits behind its comma and is a thousand and more. */
const DECIMAL_COMMA = /^\d+,\d+$/;

/** What a hint says of them. */
export const HOW_AMOUNTS_ARE_TYPED = 'Los montos se entienden como 8.50 o 8,50; los miles, como 1,250.00.';

/** An amount as people write it: `$1,234.50` is 1234.50. Whatever is no such thing stays as it is, for the schema to refuse. */
export function amountTyped(text: string): string {
  const bare = text.trim().replace(/^\$/, '').trim();
  if (THOUSANDS.test(bare)) return bare.replaceAll(',', '');
  if (THOUSANDS_WITH_POINTS.test(bare)) return bare.replaceAll('.', '').replace(',', '.');
  return DECIMAL_COMMA.test(bare) ? bare.replace(',', '.') : bare;
}
