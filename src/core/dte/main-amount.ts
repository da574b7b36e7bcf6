import { type Members, textAt } from './official-json.ts';

/** The amount that a document is about, under the name that it has there. */
export interface MainAmount {
  readonly label: string;
  /** As the document has them; "0" where it has neither amount. */
  readonly digits: string;
}

export const WHOLE_LABEL = 'Monto total de la operación';
const TO_PAY: Readonly<Record<string, string>> = { '11': 'Total general' };

/** What there is to pay; fe-nc-v3 has no such total, and the whole of the operation takes its place. */
export function mainAmountOf(resumen: Members | null, tipoDte: string): MainAmount {
  const toPay = textAt(resumen, 'totalPagar');
  if (toPay !== null) return { label: TO_PAY[tipoDte] ?? 'Total a pagar', digits: toPay };
  return { label: WHOLE_LABEL, digits: textAt(resumen, 'montoTotalOperacion') ?? '0' };
}
