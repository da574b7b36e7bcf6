import { dayText } from '../../core/calendar/day-text.ts';
import { dueDateOf } from '../../core/calendar/due-date.ts';
import { typeNamed } from '../../core/dte/kinds.ts';
import { mainAmountOf } from '../../core/dte/main-amount.ts';
import { amountAt, isSomething, listAt, type Members, textAt } from '../../core/dte/official-json.ts';
import {
  type Effect,
  PRINTED_SALE,
  TAXES,
  type TotalRow,
  WHOLE,
  WITHHELD,
} from '../../core/dte/types/printed.ts';
import { amountText, quantityText } from '../../core/money/amount-text.ts';
import { parseDecimal, sum, ZERO } from '../../core/money/decimal.ts';
import { entries, nameOf } from './names.ts';
import type { Entry, Payment, Total } from './sheet.ts';

export interface Totals {
  readonly totals: readonly Total[];
  readonly toPay: Total;
}

/** The rows of the summary and the one that stands out. */
export function totalsOf(resumen: Members | null, tipoDte: string): Totals {
  const { label, digits } = mainAmountOf(resumen, tipoDte);
  const rows = (typeNamed(tipoDte)?.printed ?? PRINTED_SALE).totals.filter(
    (row) => row === TAXES || row.label !== label,
  );
  const isGross = label === WHOLE.label && hasNothingWithheld(resumen);
  return {
    totals: rows.flatMap((row) => (row === TAXES ? taxRows(resumen) : totalRow(resumen, row, isGross))),
    toPay: { label, amount: amountText(digits) },
  };
}

/** Whether the whole of the operation is what was sold, as older notes of fe-nc-v3 have it. */
function hasNothingWithheld(resumen: Members | null): boolean {
  const taxes = listAt(resumen, 'tributos').map((tributo) => amountAt(tributo, 'valor'));
  const sold = sum([amountAt(resumen, 'subTotal'), ...taxes].map((digits) => parseDecimal(digits) ?? ZERO));
  return sold === parseDecimal(amountAt(resumen, 'montoTotalOperacion'));
}

function totalRow(resumen: Members | null, row: TotalRow, isGross: boolean): readonly Total[] {
  const { keys, always } = row;
  const digits = keys.map((key) => textAt(resumen, key)).find((text) => text !== null);
  if (digits === undefined || (always === undefined && !isSomething(digits))) return [];
  const effect = isGross && WITHHELD.includes(row) ? 'no incluido en el total' : row.effect;
  return [{ label: labelOf(row.label, digits, effect), amount: amountText(digits) }];
}

function taxRows(resumen: Members | null): readonly Total[] {
  return listAt(resumen, 'tributos').map((tributo) => {
    const name = textAt(tributo, 'descripcion') ?? textAt(tributo, 'codigo') ?? '';
    const digits = amountAt(tributo, 'valor');
    return { label: labelOf(name, digits, '+'), amount: amountText(digits) };
  });
}

/** The name with its effect behind it; nothing has none, and an amount below nothing shows its own sign. */
function labelOf(name: string, digits: string, effect: Effect | undefined): string {
  return effect === undefined || !isSomething(digits) || digits.startsWith('-')
    ? name
    : `${name} (${effect})`;
}

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
