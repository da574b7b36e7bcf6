import { dayText } from '../../core/calendar/day-text.ts';
import { dueDateOf } from '../../core/calendar/due-date.ts';
import { amountAt, listAt, type Members, textAt } from '../../core/dte/official-json.ts';
import { amountText, quantityText } from '../../core/money/amount-text.ts';
import { entries, nameOf } from './names.ts';
import type { Entry, Payment } from './sheet.ts';

/** CAT-018 knows the units in the plural alone. */
const SINGULAR: Readonly<Record<string, string>> = { '01': 'día', '02': 'mes', '03': 'año' };
const ONE = '1';

/** How the operation is paid, as a whole. */
export function termsOf(resumen: Members | null): readonly Entry[] {
  return entries(
    ['Condición de la operación', nameOf('CAT-016', textAt(resumen, 'condicionOperacion'))],
    ['N° de pago electrónico', textAt(resumen, 'numPagoElectronico')],
    ['Código de retención MH', textAt(resumen, 'codigoRetencionMH')],
  );
}

/** Each payment of a document of this day, with its reference and the time it has. */
export function paymentsOf(resumen: Members | null, date: string): readonly Payment[] {
  return listAt(resumen, 'pagos').map((pago) => {
    const due = dueDateOf(date, textAt(pago, 'plazo'), textAt(pago, 'periodo'));
    return {
      method: nameOf('CAT-017', textAt(pago, 'codigo')) ?? '',
      reference: textAt(pago, 'referencia'),
      term: termText(pago),
      due: due === null ? null : dayText(due),
      amount: amountText(amountAt(pago, 'montoPago')),
    };
  });
}

function termText(pago: Members): string | null {
  const periodo = textAt(pago, 'periodo');
  const plazo = textAt(pago, 'plazo');
  const unit = (periodo === ONE ? SINGULAR[plazo ?? ''] : undefined) ?? nameOf('CAT-018', plazo);
  if (periodo === null || unit === null) return null;
  return `${quantityText(periodo)} ${unit.toLowerCase()}`;
}
