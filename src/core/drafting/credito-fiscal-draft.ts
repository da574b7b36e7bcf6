import type { SchemaGeneration } from '../dte/kinds.ts';
import type { ContribuyenteParty } from '../dte/receptor.ts';
import { buildIva, lineTributos } from '../dte/tributos.ts';
import { CREDITO_FISCAL } from '../dte/types/credito-fiscal.ts';
import type { Amount } from '../money/decimal.ts';
import { type FieldProblem, fieldProblem, problemsOf, unreadable } from '../refusals/refusal.ts';
import {
  checkedDraft,
  documentSummary,
  extensionWith,
  layGroundwork,
  limitProblems,
  numbered,
  type Pago,
  partyContext,
  readApendice,
  readPagos,
  summaryValues,
} from './every-draft.ts';
import { type Issuer, issuerValues } from './issuer.ts';
import { type NetItem, type NetTotals, netItem, netTotals } from './net-lines.ts';
import type { DocumentSummary, DraftContext, Drafting, Order } from './order.ts';
import { readContribuyente } from './party.ts';
import { ivaPerceived, ivaRetained } from './priced-line.ts';

/** Applies the rules of the Comprobante de Crédito Fiscal (type 03) to an order. */
export function draftCreditoFiscal(order: Order, context: DraftContext): Drafting {
  const groundwork = layGroundwork(order, context);
  const { issuer, lines, complete } = groundwork.value;
  const { company, generation } = context;
  const receptor =
    order.customer === null
      ? unreadable(NO_CUSTOMER)
      : readContribuyente(order.customer, {
          ...partyContext('customer', context, issuer),
          fallbackEmail: company.delivery.fallbackEmail ?? company.email,
        });
  const items = lines.map(netItem);
  const typeContributor = order.customer?.typeContributor ?? null;
  const totals = netTotals(lines, items, (base) => ({
    ivaPerci: ivaPerceived(company.vatPerceptionAgent, typeContributor, base),
    ivaRete: ivaRetained(typeContributor, base),
  }));
  const pagos = readPagos(order, complete ? totals.totalPagar : null);
  const problems = [
    ...problemsOf(groundwork, receptor),
    ...(complete ? totalProblems(totals, order, generation) : []),
    ...pagos.problems,
  ];
  if (issuer === null || receptor.value === null || problems.length > 0)
    return { kind: 'problems', problems };
  const ccf = { issuer, receptor: receptor.value, items, totals, pagos: pagos.value, order };
  return checkedDraft(
    { issuer, tipoDte: CREDITO_FISCAL.code, generation },
    creditoFiscalValues(ccf, generation),
    netSummary(totals, receptor.value.nombre),
  );
}

const NO_CUSTOMER = fieldProblem('customer', 'required', 'Es obligatorio en un crédito fiscal.');

/** What a CCF is made of. */
export interface CreditoFiscal {
  readonly issuer: Issuer;
  readonly receptor: ContribuyenteParty;
  readonly items: readonly NetItem[];
  readonly totals: NetTotals;
  readonly pagos: readonly Pago[];
  readonly order: Pick<Order, 'transactionCondition' | 'observations' | 'appendix'>;
}

/** The values of a CCF; its table fills in the rest. */
export function creditoFiscalValues(ccf: CreditoFiscal, generation: SchemaGeneration) {
  const { items, totals, order } = ccf;
  const { iva, ...amounts } = totals;
  return {
    emisor: issuerValues(ccf.issuer, generation),
    receptor: ccf.receptor,
    cuerpoDocumento: numbered(items.map((item) => ({ ...item, tributos: lineTributos(item.ventaGravada) }))),
    resumen: {
      ...amounts,
      tributos: buildIva(totals.totalGravada, iva),
      subTotal: totals.subTotalVentas,
      ivaPerci1: totals.ivaPerci,
      ivaRete1: totals.ivaRete,
      ...summaryValues(order, totals.totalPagar),
      pagos: ccf.pagos,
    },
    extension: extensionWith(order.observations),
    apendice: readApendice(order.appendix),
  };
}

function totalProblems(
  totals: NetTotals,
  order: Order,
  generation: SchemaGeneration,
): readonly FieldProblem[] {
  const limits = limitProblems(largestOf(totals), totals.totalDescu);
  if (generation === 'v2') return limits;
  if (totals.montoTotalOperacion === 0n) return [...limits, TOTAL_ZERO];
  const isPaid = totals.totalPagar !== 0n || order.transactionCondition === 1;
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
export function largestOf({ montoTotalOperacion, ivaPerci }: NetTotals): Amount {
  return montoTotalOperacion + ivaPerci;
}

/** What status shows of a document whose VAT stands beside its prices. */
export function netSummary(totals: NetTotals, customerName: string): DocumentSummary {
  return documentSummary(customerName, {
    taxable: totals.totalGravada,
    vat: totals.iva,
    gross: totals.montoTotalOperacion,
    retention: totals.ivaRete,
    total: totals.totalPagar,
  });
}
