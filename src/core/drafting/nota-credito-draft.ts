import { type AdjustedAmounts, amountsOf, unitsIn } from '../adjusting/amounts.ts';
import type { SchemaGeneration } from '../dte/kinds.ts';
import type { ContribuyenteParty } from '../dte/receptor.ts';
import { lineTributos } from '../dte/tributos.ts';
import { CREDITO_FISCAL } from '../dte/types/credito-fiscal.ts';
import { NOTA_CREDITO } from '../dte/types/nota-credito.ts';
import type { CodigoGeneracion } from '../identifiers/official.ts';
import type { Quantity } from '../money/decimal.ts';
import { onePercent, onePercentOfLine } from '../money/rates.ts';
import { fieldProblem } from '../refusals/refusal.ts';
import { largestOf, netContent, netMoney } from './credito-fiscal-draft.ts';
import { checkedDraft, documentSummary, documentValues, limitProblems } from './every-draft.ts';
import type { Issuer } from './issuer.ts';
import { grossOf, type NetItem, type NetTotals, netItem, netTotals, toPayOf } from './net-lines.ts';
import type { AdjustingLine, Draft, Drafting } from './order.ts';
import { demandedEmail } from './party.ts';
import { pricedLines } from './priced-line.ts';

/** The CCF that a note adjusts. */
export interface AdjustedDocument {
  readonly codigoGeneracion: CodigoGeneracion;
  /** Its `fecEmi`. */
  readonly fechaEmision: string;
  /** Whether 1 % of VAT was retained, or perceived, on it: the note gives back its share. */
  readonly carriedRetention: boolean;
  readonly carriedPerception: boolean;
}

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
  readonly lines: readonly AdjustingLine[];
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
  const { value: lines, problems: wrong } = pricedLines(order.lines);
  if (wrong.length > 0) return { kind: 'problems', problems: wrong };
  const items = lines.map(netItem);
  const totals = netTotals(lines, items, (base) => ({
    ivaPerci: order.adjusted.carriedPerception ? onePercent(base) : 0n,
    ivaRete: order.adjusted.carriedRetention ? onePercent(base) : 0n,
  }));
  const problems = [
    ...limitProblems(largestOf(totals), totals.totalDescu),
    ...(grossOf(totals) === 0n ? [TOTAL_ZERO] : []),
  ];
  if (problems.length > 0) return { kind: 'problems', problems };
  const named = order.lines.flatMap(({ ccfLine = null }, index): readonly [number, Quantity][] => {
    const units = items[index]?.cantidad ?? 0n;
    return ccfLine === null ? [] : [[ccfLine, units]];
  });
  const draft = cloneCreditoFiscal({ ...order, items, totals }, generation);
  return { ...draft, amounts: { ...draft.amounts, units: unitsIn(named) } };
}

const TOTAL_ZERO = fieldProblem('lines', 'total_zero', 'El total de la nota debe ser mayor que cero.');

/** The draft of a note whose lines and totals are settled; those of the CCF itself are exact to the cent that way. */
export function cloneCreditoFiscal(clone: NotaCreditoClone, generation: SchemaGeneration): NoteDraft {
  const { issuer, items, totals } = clone;
  const values = notaCreditoValues(clone, generation);
  const summary = documentSummary(clone.receptor.nombre, netMoney(totals));
  const draft = checkedDraft({ issuer, tipoDte: NOTA_CREDITO.code, generation }, values, summary);
  return { ...draft, amounts: amountsOf(items, totals) };
}

/** CAT-007: an electronic document; CAT-022: tax identification number. */
const ELECTRONICO = 2;
const NIT = '36';

/**
 * The values of a note; its table fills in the rest. The structure manual of fe-nc-v3, which has no amount to pay, takes what is
 * perceived and retained into `montoTotalOperacion`.
 */
function notaCreditoValues(clone: NotaCreditoClone, generation: SchemaGeneration) {
  const { issuer, adjusted, totals, receptor } = clone;
  const said = netContent(clone.items, totals);
  const content = {
    ...said,
    items: clone.items.map((item) => lineOf(item, adjusted)),
    resumen: generation === 'v1' ? { ...said.resumen, montoTotalOperacion: toPayOf(totals) } : said.resumen,
  };
  const recipient = {
    ...receptor,
    // A CCF of v2 may have no e-mail, which fe-nc-v3 demands.
    correo: receptor.correo ?? demandedEmail({ company: issuer.company, generation }),
    // v4 names the recipient by document type and number where v3 had a NIT.
    tipoDocumento: NIT,
    numDocumento: receptor.nit,
  };
  return {
    ...documentValues(content, {
      issuer,
      generation,
      order: { ...clone, appendix: [] },
      recipient,
      pagos: [],
    }),
    documentoRelacionado: [
      {
        tipoDocumento: CREDITO_FISCAL.code,
        tipoGeneracion: ELECTRONICO,
        numeroDocumento: adjusted.codigoGeneracion,
        fechaEmision: adjusted.fechaEmision,
      },
    ],
  };
}

/** A line and, in v4, its share of what the CCF carried. Its `totalIva` is 0: the VAT stands in the summary's tributos. */
function lineOf(item: NetItem, adjusted: AdjustedDocument) {
  const share = onePercentOfLine(item.ventaGravada);
  return {
    ...item,
    numeroDocumento: adjusted.codigoGeneracion,
    tributos: lineTributos(item.ventaGravada),
    ivaPerci: adjusted.carriedPerception ? share : 0n,
    ivaRete: adjusted.carriedRetention ? share : 0n,
  };
}
