import { typeNamed } from './kinds.ts';
import { type Members, textAt } from './official-json.ts';
import { PRINTED_SALE, WHOLE } from './types/printed.ts';

/** The amount that a document is about, under the name that it has there. */
export interface MainAmount {
  readonly label: string;
  /** As the document has them; "0" where it has neither amount. */
  readonly digits: string;
}

/** What there is to pay, which fe-nc-v3 calls the whole of the operation. */
export function mainAmountOf(resumen: Members | null, tipoDte: string): MainAmount {
  const { key, label } = (typeNamed(tipoDte)?.printed ?? PRINTED_SALE).toPay;
  const digits = textAt(resumen, key);
  if (digits !== null) return { label, digits };
  return { label: WHOLE.label, digits: textAt(resumen, 'montoTotalOperacion') ?? '0' };
}
