import { amountAt, listAt, type Members, textAt } from '../../core/dte/official-json.ts';
import { dollarsText, quantityText } from '../../core/money/amount-text.ts';
import { block } from './blocks.ts';
import { entries, nameOf } from './names.ts';
import type { Block, Entry } from './sheet.ts';

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

/** Each payment, with its reference and the time it has. */
export function paymentsOf(resumen: Members | null): Block | null {
  const rows = listAt(resumen, 'pagos').map((pago) =>
    entries(
      ['Forma de pago', nameOf('CAT-017', textAt(pago, 'codigo'))],
      ['Monto', dollarsText(amountAt(pago, 'montoPago'))],
      ['Referencia', textAt(pago, 'referencia')],
      ['Plazo', termText(pago)],
    ),
  );
  return block('Pagos', rows)[0] ?? null;
}

function termText(pago: Members): string | null {
  const periodo = textAt(pago, 'periodo');
  const plazo = textAt(pago, 'plazo');
  const unit = (periodo === ONE ? SINGULAR[plazo ?? ''] : undefined) ?? nameOf('CAT-018', plazo);
  if (periodo === null || unit === null) return null;
  return `${quantityText(periodo)} ${unit.toLowerCase()}`;
}
