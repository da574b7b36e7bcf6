import type { Issuer } from '../dte/emisor.ts';
import { EXPORTACION } from '../dte/types/exportacion.ts';
import type { Amount } from '../money/decimal.ts';
import type { FieldProblem } from '../refusals/problem.ts';
import type { DraftContext } from './draft.ts';
import { readIssuer } from './issuer.ts';
import type { Order } from './order.ts';
import type { PartyContext } from './party.ts';
import { AMOUNT_LIMIT, type PricedLine, pricedLines } from './priced-line.ts';

/** What every type reads first: who issues, where, and the priced lines. */
export interface Groundwork {
  readonly issuer: Issuer | null;
  readonly lines: readonly PricedLine[];
  /** Whether every line could be priced: only then do totals mean anything. */
  readonly complete: boolean;
}

/** Reads issuer and lines; problems of both are noted at once. */
export function layGroundwork(order: Order, context: DraftContext, problems: FieldProblem[]): Groundwork {
  const issuer = readIssuer(order, context, problems);
  const lines = pricedLines(order.lines, problems);
  if (order.tipoDte !== EXPORTACION.code && order.exportTerms != null)
    problems.push({ path: 'export', code: 'not_allowed', message: 'Solo se envía con doc_type 11.' });
  return { issuer, lines, complete: lines.length === order.lines.length };
}

/** The amounts of a summary stay below 1e11, as the schemas demand; the largest two of a document are checked. */
export function checkLimits(
  amounts: { readonly total: Amount; readonly discounts: Amount },
  problems: FieldProblem[],
): void {
  if (amounts.total >= AMOUNT_LIMIT)
    problems.push({
      path: 'lines',
      code: 'too_large',
      message: 'El total debe ser menor que 100,000,000,000.',
    });
  if (amounts.discounts >= AMOUNT_LIMIT)
    problems.push({
      path: 'lines',
      code: 'too_large',
      message: 'El total de descuentos debe ser menor que 100,000,000,000.',
    });
}

interface PartySetting {
  /** `customer` or `subject`. */
  readonly path: string;
  readonly context: DraftContext;
  readonly issuer: Issuer | null;
  readonly problems: FieldProblem[];
}

/** How the fields of a party are read: whoever sends no place is in the issuer's. */
export function partyContext({ path, context, issuer, problems }: PartySetting): PartyContext {
  const issuerTerritory = issuer?.establishment.address ?? context.company.address;
  return { path, generation: context.generation, issuerTerritory, problems };
}

/** The lines of a document, counted from 1. */
export function numbered<Item extends object>(items: readonly Item[]) {
  return items.map((item, index) => ({ numItem: index + 1, ...item }));
}

/** v1 has no observations in the summary: they go into the block `extension`, which is null where there are none. */
export function extensionWith(observaciones: string | null) {
  return observaciones === null ? null : { observaciones };
}
