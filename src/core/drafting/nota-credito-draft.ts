import { type AdjustedAmounts, amountsOf } from '../adjusting/amounts.ts';
import type { Issuer } from '../dte/emisor.ts';
import type { SchemaGeneration } from '../dte/kinds.ts';
import type { NetItem, NetTotals } from '../dte/net-amounts.ts';
import { type AdjustedDocument, buildNotaCredito } from '../dte/nota-credito.ts';
import type { ContribuyenteParty } from '../dte/receptor.ts';
import { totalEnLetras } from '../dte/total-letras.ts';
import type { FieldProblem } from '../refusals/problem.ts';
import { checkedDraft } from './checked-draft.ts';
import { largestOf, netSummary } from './credito-fiscal-draft.ts';
import type { Draft, Drafting } from './draft.ts';
import { checkLimits } from './groundwork.ts';
import { netItem, taxedTotal, untaxedTotals } from './net-line.ts';
import type { OrderLine } from './order.ts';
import { type PricedLine, pricedLines } from './priced-line.ts';
import { onePercent } from './withholding.ts';

/** A note on one CCF, but for what is given back: to whom, and what the CCF carried. */
interface NoteFrame {
  readonly issuer: Issuer;
  /** The recipient of the CCF. */
  readonly receptor: ContribuyenteParty;
  readonly adjusted: AdjustedDocument;
  /** CAT-016, the CCF's own. */
  readonly transactionCondition: number;
  readonly observations: string | null;
}

/** A note that gives back what the caller says. */
export interface NotaCreditoOrder extends NoteFrame {
  /** Prices with VAT, as the CCF was quoted. */
  readonly lines: readonly OrderLine[];
}

/** A note that gives back all of its CCF, as the CCF says it. */
export interface NotaCreditoClone extends NoteFrame {
  readonly items: readonly NetItem[];
  readonly totals: NetTotals;
}

/** A draft, with what it takes from its CCF. */
export interface NoteDraft extends Draft {
  readonly amounts: AdjustedAmounts;
}

export type NoteDrafting = NoteDraft | Extract<Drafting, { kind: 'problems' }>;

/** Applies the rules of the Nota de Crédito (type 05): the amounts of a CCF, given back with their share of what it carried. */
export function draftNotaCredito(order: NotaCreditoOrder, generation: SchemaGeneration): NoteDrafting {
  const problems: FieldProblem[] = [];
  const lines = pricedLines(order.lines, problems);
  if (problems.length > 0) return { kind: 'problems', problems };
  const items = lines.map(netItem);
  const totals = noteTotals(lines, items, order.adjusted);
  checkLimits({ total: largestOf(totals), discounts: totals.totalDescu }, problems);
  if (totals.montoTotalOperacion === 0n)
    problems.push({
      path: 'lines',
      code: 'total_zero',
      message: 'El total de la nota debe ser mayor que cero.',
    });
  if (problems.length > 0) return { kind: 'problems', problems };
  return cloneCreditoFiscal({ ...order, items, totals }, generation);
}

/** The draft of a note whose lines and totals are settled; those of the CCF itself are exact to the cent that way. */
export function cloneCreditoFiscal(clone: NotaCreditoClone, generation: SchemaGeneration): NoteDraft {
  const { issuer, adjusted, items, totals, observations } = clone;
  const receptor = generation === 'v1' ? withEmail(clone.receptor, issuer) : clone.receptor;
  // fe-nc-v3 has no amount to pay: its words say the total of the operation.
  const inWords = generation === 'v1' ? totals.montoTotalOperacion : totals.totalPagar;
  const nota = {
    issuer,
    receptor,
    adjusted,
    items,
    totals,
    totalLetras: totalEnLetras(inWords),
    condicionOperacion: clone.transactionCondition,
    observaciones: observations,
    apendice: [],
  };
  const draft = checkedDraft(
    { issuer, tipoDte: '05', generation },
    buildNotaCredito(nota, generation),
    netSummary(totals, receptor.nombre),
  );
  return { ...draft, amounts: amountsOf(items, totals) };
}

/** fe-nc-v3 demands an e-mail; a CCF of the other generation may have none. */
function withEmail(receptor: ContribuyenteParty, { company }: Issuer): ContribuyenteParty {
  return { ...receptor, correo: receptor.correo ?? company.delivery.fallbackEmail ?? company.email };
}

function noteTotals(
  lines: readonly PricedLine[],
  items: readonly NetItem[],
  adjusted: AdjustedDocument,
): NetTotals {
  const { totalGravada, iva } = taxedTotal(lines, items);
  const untaxed = untaxedTotals(items);
  const subTotalVentas = untaxed.totalNoSuj + untaxed.totalExenta + totalGravada;
  const montoTotalOperacion = subTotalVentas + iva;
  const ivaPerci = adjusted.carriedPerception ? onePercent(totalGravada) : 0n;
  const ivaRete = adjusted.carriedRetention ? onePercent(totalGravada) : 0n;
  return {
    ...untaxed,
    totalGravada,
    subTotalVentas,
    iva,
    ivaPerci,
    ivaRete,
    montoTotalOperacion,
    totalPagar: montoTotalOperacion + ivaPerci - ivaRete,
  };
}
