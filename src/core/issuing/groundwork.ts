import { unitByCode } from '../../catalogs/units.ts';
import type { Issuer } from '../dte/emisor.ts';
import type { DteObject } from '../dte/serialize.ts';
import { serializeDte } from '../dte/serialize.ts';
import type { Problem } from '../refusals/problem.ts';
import type { Draft, DraftContext } from './draft.ts';
import { readIssuer } from './issuer.ts';
import type { Order } from './order.ts';
import type { PartyContext } from './party.ts';
import { type PricedLine, pricedLines } from './priced-line.ts';
import type { DocumentSummary } from './summary.ts';

/** What every type reads first: who issues, where, and the priced lines. */
export interface Groundwork {
  readonly issuer: Issuer | null;
  readonly lines: readonly PricedLine[];
  /** Whether every line could be priced: only then do totals mean anything. */
  readonly complete: boolean;
}

export function layGroundwork(order: Order, context: DraftContext, problems: Problem[]): Groundwork {
  const issuer = readIssuer(order, context, problems);
  const lines = pricedLines(order.lines, problems);
  for (const line of lines) {
    if (unitByCode(line.order.unit) === null)
      problems.push({
        path: `${line.path}.unit`,
        message: 'No existe en el catálogo de unidades (CAT-014).',
      });
  }
  return { issuer, lines, complete: lines.length === order.lines.length };
}

interface PartySetting {
  /** `customer` or `subject`. */
  readonly path: string;
  readonly context: DraftContext;
  readonly issuer: Issuer | null;
  readonly problems: Problem[];
}

/** How the fields of a party are read: whoever sends no place is in the issuer's. */
export function partyContext({ path, context, issuer, problems }: PartySetting): PartyContext {
  const issuerTerritory = issuer?.establishment.address ?? context.company.address;
  return { path, generation: context.generation, issuerTerritory, problems };
}

/** A finished draft. */
export function finishDraft(issuer: Issuer, body: DteObject, summary: DocumentSummary): Draft {
  return {
    kind: 'draft',
    establishment: issuer.establishment.code,
    pointOfSale: issuer.pointOfSale,
    text: serializeDte(body),
    summary,
  };
}
