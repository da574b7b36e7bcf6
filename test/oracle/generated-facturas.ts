import fc from 'fast-check';
import type { Company } from '../../src/core/company/company.ts';
import type { Draft } from '../../src/core/drafting/draft.ts';
import { draftFactura } from '../../src/core/drafting/factura-draft.ts';
import type { Order } from '../../src/core/drafting/order.ts';
import { documentText } from '../../src/core/dte/document-text.ts';
import type { Identity } from '../../src/core/dte/identificacion.ts';
import type { SchemaGeneration } from '../../src/core/dte/kinds.ts';
import { identitiesOf } from './document-identities.ts';
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
  return identitiesOf({ tipoDte: '01', generation, postedMs });
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
