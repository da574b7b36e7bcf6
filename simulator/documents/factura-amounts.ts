import { amountIn, type JsonRecord, recordIn, recordsIn } from '../exact/json.ts';
import {
  add,
  agree,
  isZero,
  multiply,
  type Rational,
  ratio,
  subtract,
  toCents,
  total,
  ZERO,
} from '../exact/rational.ts';
import { type Refusal, refuseField } from '../verdict/refusal.ts';
import { INFORMATIVE_TRIBUTOS } from './catalogs.ts';
import type { Remark, Rule } from './document-kind.ts';

/** VAT of 13 % as a part of a price that includes it. */
const VAT_SHARE = ratio(13n, 113n);
const ONE_PERCENT = ratio(1n, 100n);

const SALE_COLUMNS = ['ventaNoSuj', 'ventaExenta', 'ventaGravada'];
const GLOBAL_DISCOUNTS = ['descuNoSuj', 'descuExenta', 'descuGravada'];

/** Where the generations of a type name the same amount differently, or one has an amount that the other lacks. */
export interface AmountNames {
  readonly retention: 'ivaRete1' | 'ivaRete';
  readonly incomeTax: 'reteRenta' | null;
}

/**
 * The arithmetic of a factura, from the document alone: Manual Funcional V2.0 sections XXI and XXIII, one cent of
 * tolerance an amount. Each amount is judged against the printed amounts it is made of, so that one wrong amount
 * is refused by its own name. Not judged: `psv`, `porcentajeDescuento`, `reteRenta`, `saldoFavor`, `totalLetras`
 * and the value of other taxes, for which the document does not hold what they are computed from.
 */
export function facturaAmounts(names: AmountNames): Rule {
  return (document) => wrongLine(document) ?? wrongSummary(document, names);
}

/** The payments of the summary should add up to what is to be paid; the authority only remarks on it. */
export const paymentsRemark: Remark = (document) => {
  const resumen = recordIn(document, 'resumen');
  const pagos = recordsIn(resumen, 'pagos');
  const paid = total(pagos.map((each) => amountIn(each, 'montoPago')));
  const differs = pagos.length > 0 && !agree(paid, amountIn(resumen, 'totalPagar'));
  return differs ? 'resumen.pagos.montoPago Forma de pago difiere del Total a Pagar.' : null;
};

function wrongLine(document: JsonRecord): Refusal | null {
  const lines = recordsIn(document, 'cuerpoDocumento');
  const index = lines.findIndex((line) => !isRightLine(line));
  return index < 0 ? null : refuseField('15', '020', `Cuerpodocumento.item.${index + 1}`);
}

function isRightLine(line: JsonRecord): boolean {
  const gross = multiply(amountIn(line, 'precioUni'), amountIn(line, 'cantidad'));
  const sale = subtract(gross, amountIn(line, 'montoDescu'));
  const columns = SALE_COLUMNS.map((key) => amountIn(line, key));
  const filled = columns.filter((amount) => !isZero(amount));
  const vat = multiply(amountIn(line, 'ventaGravada'), VAT_SHARE);
  return filled.length <= 1 && agree(total(columns), sale) && agree(amountIn(line, 'ivaItem'), vat);
}

function wrongSummary(document: JsonRecord, names: AmountNames): Refusal | null {
  const resumen = recordIn(document, 'resumen');
  const expected = { ...sumsOfLines(document), ...sumsOfSummary(resumen, names) };
  const wrong = Object.entries(expected).find(([key, amount]) => !agree(amountIn(resumen, key), amount));
  if (wrong !== undefined) return refuseField('16', '020', `resumen.${wrong[0]}`);
  return isRightRetention(resumen, names) ? null : refuseField('16', '020', `resumen.${names.retention}`);
}

function sumsOfLines(document: JsonRecord): Readonly<Record<string, Rational>> {
  const lines = recordsIn(document, 'cuerpoDocumento');
  const column = (key: string) => total(lines.map((line) => amountIn(line, key)));
  const resumen = recordIn(document, 'resumen');
  return {
    totalNoSuj: toCents(column('ventaNoSuj')),
    totalExenta: toCents(column('ventaExenta')),
    totalGravada: toCents(column('ventaGravada')),
    totalDescu: toCents(add(column('montoDescu'), sumOf(resumen, GLOBAL_DISCOUNTS))),
    totalNoGravado: toCents(column('noGravado')),
    totalIva: toCents(column('ivaItem')),
  };
}

function sumsOfSummary(resumen: JsonRecord, names: AmountNames): Readonly<Record<string, Rational>> {
  const printed = (key: string) => amountIn(resumen, key);
  const added = recordsIn(resumen, 'tributos').filter((each) => isAdded(each['codigo']));
  const withheld = add(printed(names.retention), names.incomeTax === null ? ZERO : printed(names.incomeTax));
  return {
    subTotalVentas: sumOf(resumen, ['totalNoSuj', 'totalExenta', 'totalGravada']),
    subTotal: subtract(printed('subTotalVentas'), sumOf(resumen, GLOBAL_DISCOUNTS)),
    montoTotalOperacion: add(printed('subTotal'), total(added.map((each) => amountIn(each, 'valor')))),
    totalPagar: add(subtract(printed('montoTotalOperacion'), withheld), printed('totalNoGravado')),
  };
}

function sumOf(resumen: JsonRecord, keys: readonly string[]): Rational {
  return total(keys.map((key) => amountIn(resumen, key)));
}

function isAdded(code: unknown): boolean {
  return typeof code === 'string' && !INFORMATIVE_TRIBUTOS.includes(code);
}

/** Either nothing is withheld, or 1 % of what was taxed, without its VAT (CT 162). */
function isRightRetention(resumen: JsonRecord, names: AmountNames): boolean {
  const withheld = amountIn(resumen, names.retention);
  if (isZero(withheld)) return true;
  const taxed = subtract(amountIn(resumen, 'totalGravada'), amountIn(resumen, 'descuGravada'));
  const base = subtract(taxed, amountIn(resumen, 'totalIva'));
  return agree(withheld, toCents(multiply(base, ONE_PERCENT)));
}
