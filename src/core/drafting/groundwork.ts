import type { Issuer } from '../dte/emisor.ts';
import { EXPORTACION } from '../dte/types/exportacion.ts';
import type { Amount } from '../money/decimal.ts';
import type { FieldProblem } from '../refusals/problem.ts';
import { problemsOf, type Read } from '../refusals/read.ts';
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

/** Reads issuer and lines, with the problems of both. */
export function layGroundwork(order: Order, context: DraftContext): Read<Groundwork> {
  const issuer = readIssuer(order, context);
  const lines = pricedLines(order.lines);
  const complete = lines.value.length === order.lines.length;
  const misplaced: readonly FieldProblem[] =
    order.tipoDte !== EXPORTACION.code && order.exportTerms != null
      ? [{ path: 'export', code: 'not_allowed', message: 'Solo se envía con doc_type 11.' }]
      : [];
  return {
    value: { issuer: issuer.value, lines: lines.value, complete },
    problems: [...problemsOf(issuer, lines), ...misplaced],
  };
}

/** The amounts of a summary stay below 1e11, as the schemas demand; the largest two of a document are checked. */
export function limitProblems({
  total,
  discounts,
}: {
  readonly total: Amount;
  readonly discounts: Amount;
}): readonly FieldProblem[] {
  return [
    ...(total >= AMOUNT_LIMIT ? [LARGE_TOTAL] : []),
    ...(discounts >= AMOUNT_LIMIT ? [LARGE_DISCOUNTS] : []),
  ];
}

const LARGE_TOTAL: FieldProblem = {
  path: 'lines',
  code: 'too_large',
  message: 'El total debe ser menor que 100,000,000,000.',
};
const LARGE_DISCOUNTS: FieldProblem = {
  path: 'lines',
  code: 'too_large',
  message: 'El total de descuentos debe ser menor que 100,000,000,000.',
};

/** How the fields of a `customer` or `subject` are read: whoever sends no place is in the issuer's. */
export function partyContext(path: string, context: DraftContext, issuer: Issuer | null): PartyContext {
  const issuerTerritory = issuer?.establishment.address ?? context.company.address;
  return { path, generation: context.generation, issuerTerritory };
}

/** The lines of a document, counted from 1. */
export function numbered<Item extends object>(items: readonly Item[]) {
  return items.map((item, index) => ({ numItem: index + 1, ...item }));
}

/** v1 has no observations in the summary: they go into the block `extension`, which is null where there are none. */
export function extensionWith(observaciones: string | null) {
  return observaciones === null ? null : { observaciones };
}
