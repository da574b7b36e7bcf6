import { type Issuer, issuerValues } from '../dte/emisor.ts';
import type { SchemaGeneration } from '../dte/kinds.ts';
import type { NetItem, NetTotals } from '../dte/net-amounts.ts';
import type { ContribuyenteParty } from '../dte/receptor.ts';
import { totalEnLetras } from '../dte/total-letras.ts';
import { buildIva, lineTributos } from '../dte/tributos.ts';
import { CREDITO_FISCAL } from '../dte/types/credito-fiscal.ts';
import { type Amount, formatCents } from '../money/decimal.ts';
import type { FieldProblem } from '../refusals/problem.ts';
import { checkedDraft } from './checked-draft.ts';
import { readContribuyente } from './contribuyente.ts';
import type { DraftContext, Drafting } from './draft.ts';
import { checkLimits, extensionWith, layGroundwork, numbered, partyContext } from './groundwork.ts';
import { netItem, netTotals } from './net-line.ts';
import type { Order } from './order.ts';
import { type Pago, readApendice, readPagos } from './payment.ts';
import type { DocumentSummary } from './summary.ts';
import { ivaPerceived, ivaRetained } from './withholding.ts';

/** Applies the rules of the Comprobante de Crédito Fiscal (type 03) to an order. */
export function draftCreditoFiscal(order: Order, context: DraftContext): Drafting {
  const problems: FieldProblem[] = [];
  const { issuer, lines, complete } = layGroundwork(order, context, problems);
  const { company } = context;
  const receptor =
    order.customer === null
      ? missingCustomer(problems)
      : readContribuyente(order.customer, {
          ...partyContext({ path: 'customer', context, issuer, problems }),
          fallbackEmail: company.delivery.fallbackEmail ?? company.email,
        });
  const items = lines.map(netItem);
  const typeContributor = order.customer?.typeContributor ?? null;
  const totals = netTotals(lines, items, (base) => ({
    ivaPerci: ivaPerceived(company.vatPerceptionAgent, typeContributor, base),
    ivaRete: ivaRetained(typeContributor, base),
  }));
  if (complete) checkTotals(totals, { order, generation: context.generation }, problems);
  const pagos = readPagos(order, complete ? totals.totalPagar : null, problems);
  if (issuer === null || receptor === null || problems.length > 0) return { kind: 'problems', problems };
  const { generation } = context;
  const values = creditoFiscalValues({ issuer, receptor, items, totals, pagos, order }, generation);
  return checkedDraft(
    { issuer, tipoDte: CREDITO_FISCAL.code, generation },
    values,
    netSummary(totals, receptor.nombre),
  );
}

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
      totalLetras: totalEnLetras(totals.totalPagar),
      condicionOperacion: order.transactionCondition,
      pagos: ccf.pagos,
      observaciones: order.observations,
    },
    extension: extensionWith(order.observations),
    apendice: readApendice(order.appendix),
  };
}

function missingCustomer(problems: FieldProblem[]): null {
  problems.push({ path: 'customer', code: 'required', message: 'Es obligatorio en un crédito fiscal.' });
  return null;
}

function checkTotals(
  totals: NetTotals,
  { order, generation }: { readonly order: Order; readonly generation: SchemaGeneration },
  problems: FieldProblem[],
): void {
  checkLimits({ total: largestOf(totals), discounts: totals.totalDescu }, problems);
  if (generation === 'v2') return;
  if (totals.montoTotalOperacion === 0n)
    problems.push({
      path: 'lines',
      code: 'total_zero',
      message: 'El total debe ser mayor que cero (esquema fe-ccf-v3).',
    });
  else if (totals.totalPagar === 0n && order.transactionCondition !== 1)
    problems.push({
      path: 'transaction_condition',
      code: 'nothing_to_pay',
      message: 'Debe ser 1 cuando no queda nada por pagar.',
    });
}

/** What no other amount of the summary exceeds: the total before anything is retained. */
export function largestOf({ montoTotalOperacion, ivaPerci }: NetTotals): Amount {
  return montoTotalOperacion + ivaPerci;
}

/** What status shows of a document whose VAT stands beside its prices. */
export function netSummary(totals: NetTotals, customerName: string): DocumentSummary {
  return {
    customerName,
    amountTaxable: formatCents(totals.totalGravada),
    amountVat: formatCents(totals.iva),
    amountGross: formatCents(totals.montoTotalOperacion),
    amountRetention: formatCents(totals.ivaRete),
    amountTotal: formatCents(totals.totalPagar),
  };
}
