import type { SchemaGeneration } from '../dte/kinds.ts';
import { FACTURA } from '../dte/types/factura.ts';
import { type Amount, decimal, formatCents, round2, sum } from '../money/decimal.ts';
import { vatWithin } from '../money/rates.ts';
import { type FieldProblem, type Read, read } from '../refusals/refusal.ts';
import {
  type Content,
  type Groundwork,
  limitProblems,
  type Recipient,
  type TypeRules,
} from './every-draft.ts';
import { longTradeName } from './issuer.ts';
import type { DraftContext, Order } from './order.ts';
import { readReceptor, whyNotName } from './party.ts';
import { ivaRetained, lineValues, type PricedLine } from './priced-line.ts';

/** From here the Ministry requires the buyer of a Factura to be identified (CT 114, DGII notice of 2024-09-05). */
const IDENTIFICATION_FROM: Amount = decimal('25000');
/** fe-fc-v1 still carries the older threshold as a condition of the schema. */
const IDENTIFICATION_FROM_V1: Amount = decimal('1095');

/** The rules of the Factura (type 01). */
export const FACTURA_RULES: TypeRules = {
  tipoDte: FACTURA.code,
  path: 'customer',
  readCustomer: readReceptor,
  nobody: bareName,
  contentOf,
};

function contentOf(
  { lines, complete }: Groundwork,
  order: Order,
  { company, generation }: DraftContext,
): Content {
  const items = lines.map(itemOf);
  const amounts = amountsOf(items, order.customer?.typeContributor ?? null);
  return {
    items,
    emisor: { nombreComercial: longTradeName(company, generation) },
    resumen: { ...amounts, ivaRete1: amounts.ivaRete },
    money: {
      amountTaxable: amounts.totalGravada - amounts.totalIva,
      amountVat: amounts.totalIva,
      amountGross: amounts.montoTotalOperacion,
      amountRetention: amounts.ivaRete,
      amountTotal: amounts.totalPagar,
    },
    problems: complete ? totalProblems(amounts, order, generation) : [],
  };
}

function bareName({ customerName }: Order): Read<Recipient | null> {
  if (customerName === null) return read(null);
  const why = whyNotName(customerName);
  const value = { nombre: customerName };
  if (why === null) return read(value);
  return { value, problems: [{ path: 'customer_name', code: 'bad_format', message: why }] };
}

/** A line of type 01: prices and amounts include VAT. */
function itemOf(line: PricedLine) {
  const { order, amount } = line;
  return {
    ...lineValues(line),
    ventaNoSuj: order.saleType === 'non_subject' ? amount : 0n,
    ventaExenta: order.saleType === 'exempt' ? amount : 0n,
    ventaGravada: order.saleType === 'taxed' ? amount : 0n,
    ivaItem: order.saleType === 'taxed' ? vatWithin(amount) : 0n,
  };
}

type FacturaItem = ReturnType<typeof itemOf>;

/** The summary's amounts: exact sums of the lines, each rounded once to cents (Manual Funcional V2.0, XXI). */
function amountsOf(items: readonly FacturaItem[], typeContributor: number | null) {
  const total = (amountOf: (item: FacturaItem) => Amount): Amount => round2(sum(items.map(amountOf)));
  const totalNoSuj = total((item) => item.ventaNoSuj);
  const totalExenta = total((item) => item.ventaExenta);
  const totalGravada = total((item) => item.ventaGravada);
  const totalIva = total((item) => item.ivaItem);
  const subTotal = totalNoSuj + totalExenta + totalGravada;
  const ivaRete = ivaRetained(typeContributor, totalGravada - totalIva);
  return {
    totalNoSuj,
    totalExenta,
    totalGravada,
    subTotalVentas: subTotal,
    totalDescu: total((item) => item.montoDescu),
    subTotal,
    ivaRete,
    montoTotalOperacion: subTotal,
    totalPagar: subTotal - ivaRete,
    totalIva,
  };
}

function totalProblems(
  amounts: ReturnType<typeof amountsOf>,
  order: Order,
  generation: SchemaGeneration,
): readonly FieldProblem[] {
  const limits = limitProblems(amounts.montoTotalOperacion, amounts.totalDescu);
  const threshold = generation === 'v1' ? IDENTIFICATION_FROM_V1 : IDENTIFICATION_FROM;
  const missing = amounts.montoTotalOperacion < threshold ? null : missingIdentification(order);
  if (missing === null) return limits;
  const rule = generation === 'v1' ? 'el esquema v1 lo exige' : 'Hacienda lo exige';
  const message = `Es obligatorio: ${rule} desde ${formatCents(threshold)}.`;
  return [...limits, { path: missing, code: 'required', message }];
}

/** The field that identifies nobody because it was not sent; one that was sent and is wrong has its own problem. */
function missingIdentification({ customer }: Order): string | null {
  if (customer === null) return 'customer';
  if (customer.documentNumber === null && customer.nit === null) return 'customer.document_number';
  return customer.name === null ? 'customer.name' : null;
}
