import type { SchemaGeneration } from '../dte/kinds.ts';
import { buildIva, lineTributos } from '../dte/tributos.ts';
import { CREDITO_FISCAL } from '../dte/types/credito-fiscal.ts';
import type { JsonObject } from '../json/read-json.ts';
import type { Amount } from '../money/decimal.ts';
import { type FieldProblem, fieldProblem, unreadable } from '../refusals/refusal.ts';
import { type Content, type Groundwork, limitProblems, type Money, type TypeRules } from './every-draft.ts';
import { grossOf, type NetItem, type NetTotals, netItem, netTotals, toPayOf } from './net-lines.ts';
import type { DraftContext, Order } from './order.ts';
import { readContribuyente } from './party.ts';
import { ivaPerceived, ivaRetained } from './priced-line.ts';

/** The rules of the Comprobante de Crédito Fiscal (type 03). */
export const CREDITO_FISCAL_RULES: TypeRules = {
  tipoDte: CREDITO_FISCAL.code,
  path: 'customer',
  readCustomer: readContribuyente,
  nobody: () => unreadable(fieldProblem('customer', 'required', 'Es obligatorio en un crédito fiscal.')),
  contentOf,
};

function contentOf(
  { lines, complete }: Groundwork,
  order: Order,
  { company, generation }: DraftContext,
): Content {
  const items = lines.map(netItem);
  const typeContributor = order.customer?.typeContributor ?? null;
  const totals = netTotals(lines, items, (base) => ({
    ivaPerci: ivaPerceived(company.vatPerceptionAgent, typeContributor, base),
    ivaRete: ivaRetained(typeContributor, base),
  }));
  return { ...netContent(items, totals), problems: complete ? totalProblems(totals, order, generation) : [] };
}

/** What a CCF of these lines and totals says. */
export function netContent(items: readonly NetItem[], totals: NetTotals): Content {
  return {
    items: items.map((item) => ({ ...item, tributos: lineTributos(item.ventaGravada) })),
    resumen: netSummary(totals),
    money: netMoney(totals),
    problems: [],
  };
}

function totalProblems(
  totals: NetTotals,
  order: Order,
  generation: SchemaGeneration,
): readonly FieldProblem[] {
  const limits = limitProblems(largestOf(totals), totals.totalDescu);
  if (generation === 'v2') return limits;
  if (grossOf(totals) === 0n) return [...limits, TOTAL_ZERO];
  const isPaid = toPayOf(totals) !== 0n || order.transactionCondition === 1;
  return isPaid ? limits : [...limits, NOTHING_TO_PAY];
}

const TOTAL_ZERO = fieldProblem(
  'lines',
  'total_zero',
  'El total debe ser mayor que cero (esquema fe-ccf-v3).',
);
const NOTHING_TO_PAY = fieldProblem(
  'transaction_condition',
  'nothing_to_pay',
  'Debe ser 1 cuando no queda nada por pagar.',
);

/** What no other amount of the summary exceeds: the total before anything is retained. */
export function largestOf(totals: NetTotals): Amount {
  return grossOf(totals) + totals.ivaPerci;
}

/** The amounts of a summary whose VAT stands beside its prices, by the names of both generations. */
export function netSummary(totals: NetTotals): JsonObject {
  const { iva, ...amounts } = totals;
  return {
    ...amounts,
    montoTotalOperacion: grossOf(totals),
    totalPagar: toPayOf(totals),
    tributos: buildIva(amounts.totalGravada, iva),
    subTotal: amounts.subTotalVentas,
    ivaPerci1: amounts.ivaPerci,
    ivaRete1: amounts.ivaRete,
  };
}

export function netMoney(totals: NetTotals): Money {
  return {
    amountTaxable: totals.totalGravada,
    amountVat: totals.iva,
    amountGross: grossOf(totals),
    amountRetention: totals.ivaRete,
    amountTotal: toPayOf(totals),
  };
}
