import { createHash } from 'node:crypto';
import fc from 'fast-check';
import type { Company } from '../../src/core/company/company.ts';
import { documentText } from '../../src/core/dte/document-text.ts';
import type { Identity } from '../../src/core/dte/identificacion.ts';
import type { SchemaGeneration } from '../../src/core/dte/kinds.ts';
import type { Draft } from '../../src/core/issuing/draft.ts';
import { draftFactura } from '../../src/core/issuing/factura-draft.ts';
import type { Order } from '../../src/core/issuing/order.ts';
import { segmentOf } from '../../src/core/numbering/series.ts';
import { facturaOrder } from './orders.ts';

/** An order and the company that is to issue it. */
export interface Sale {
  readonly company: Company;
  readonly order: Order;
}

/** A document as it would be signed. */
export interface GeneratedFactura {
  readonly identity: Identity;
  readonly draft: Draft;
  readonly text: string;
}

/** Sales of any of the companies. */
export function anySale(companies: readonly Company[], generation: SchemaGeneration): fc.Arbitrary<Sale> {
  return fc
    .constantFrom(...companies)
    .chain((company) => facturaOrder(company, generation).map((order) => ({ company, order })));
}

/** Hands out number, code and instant; no two documents of one source share a number or a code. */
export function identitySource(generation: SchemaGeneration, postedMs: number): (draft: Draft) => Identity {
  let issued = 0;
  return ({ establishment, pointOfSale }) => {
    issued += 1;
    const segment = segmentOf({ establishment, pointOfSale });
    return {
      tipoDte: '01',
      generation,
      ambiente: '00',
      numeroControl: `DTE-01-${segment}-${String(issued).padStart(15, '0')}`,
      codigoGeneracion: codeOf(`${generation}/${issued}`),
      postedMs,
    };
  };
}

/** A UUID of version 4 in capitals that depends on nothing but the text. */
function codeOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex').toUpperCase();
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

/** Drafts the sale and gives it an identity. Throws with the problems where the rules refuse it. */
export function generateFactura(
  { company, order }: Sale,
  generation: SchemaGeneration,
  nextIdentity: (draft: Draft) => Identity,
): GeneratedFactura {
  const drafting = draftFactura(order, { company, generation, place: null });
  if (drafting.kind === 'problems') throw new Error(`refused: ${JSON.stringify(drafting.problems)}`);
  const identity = nextIdentity(drafting);
  return { identity, draft: drafting, text: documentText(drafting.text, identity) };
}
