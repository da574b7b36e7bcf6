import fc from 'fast-check';
import type { Company } from '../../src/core/company/company.ts';
import { draftOrder } from '../../src/core/drafting/draft-order.ts';
import { draftNotaCredito, type NotaCreditoOrder } from '../../src/core/drafting/nota-credito-draft.ts';
import type { Draft, Drafting, Order } from '../../src/core/drafting/order.ts';
import { documentText, type Identity } from '../../src/core/dte/document-text.ts';
import type { SchemaGeneration, TipoDte } from '../../src/core/dte/kinds.ts';
import type { DocumentKind } from '../structure/document-kinds.ts';
import type { DocumentAmounts } from './document-amounts.ts';
import { expectedFactura } from './factura-arithmetic.ts';
import { expectedCreditoFiscal, expectedNotaCredito } from './net-arithmetic.ts';
import { notaCreditoOrder } from './notes.ts';
import {
  creditoFiscalOrder,
  exportacionOrder,
  exporter,
  facturaOrder,
  sujetoExcluidoOrder,
} from './orders.ts';
import { expectedExportacion, expectedSujetoExcluido } from './untaxed-arithmetic.ts';

/** What a company is to issue: an order, or a note on a CCF. */
export type Business =
  | { readonly kind: 'order'; readonly company: Company; readonly order: Order }
  | { readonly kind: 'note'; readonly company: Company; readonly note: NotaCreditoOrder };

/** Business of one type that any of the companies may do in the generation. */
export function anyBusiness(
  companies: readonly Company[],
  { tipoDte, generation }: DocumentKind,
): fc.Arbitrary<Business> {
  return issuers(companies, tipoDte).chain((company): fc.Arbitrary<Business> => {
    if (tipoDte === '05')
      return notaCreditoOrder(company, generation).map((note) => ({ kind: 'note', company, note }));
    return orderOfType(tipoDte, company, generation).map((order) => ({ kind: 'order', company, order }));
  });
}

function issuers(companies: readonly Company[], tipoDte: TipoDte): fc.Arbitrary<Company> {
  const any = fc.constantFrom(...companies);
  if (tipoDte !== '11') return any;
  const itemType = fc.constantFrom(null, 1, 2, 3);
  return fc.oneof(
    any,
    fc.tuple(any, itemType).map(([company, usual]) => exporter(company, usual)),
  );
}

const ORDERS = {
  '01': facturaOrder,
  '03': creditoFiscalOrder,
  '11': exportacionOrder,
  '14': sujetoExcluidoOrder,
} as const;

/** Orders of a type that the company may issue in the generation. */
export function orderOfType(
  tipoDte: Exclude<TipoDte, '05'>,
  company: Company,
  generation: SchemaGeneration,
): fc.Arbitrary<Order> {
  return ORDERS[tipoDte](company, generation);
}

/** What the rules of its type make of a business. */
export function draftBusiness(business: Business, generation: SchemaGeneration): Drafting {
  if (business.kind === 'note') return draftNotaCredito(business.note, generation);
  return draftOrder(business.order, { company: business.company, generation, place: null });
}

/** A document as it would be signed. */
export interface GeneratedDocument {
  readonly identity: Identity;
  readonly draft: Draft;
  readonly text: string;
}

/** Drafts the business and gives it an identity. Throws with the problems where the rules refuse it. */
export function generateDocument(
  business: Business,
  { generation }: DocumentKind,
  nextIdentity: (draft: Draft) => Identity,
): GeneratedDocument {
  const draft = draftBusiness(business, generation);
  if (draft.kind === 'problems') throw new Error(`refused: ${JSON.stringify(draft.problems)}`);
  const identity = nextIdentity(draft);
  return { identity, draft, text: documentText(draft.text, identity) };
}

/** Every amount that the document of this business must show. */
export function expectedAmounts(business: Business, { tipoDte, generation }: DocumentKind): DocumentAmounts {
  if (business.kind === 'note') return expectedNotaCredito(business.note, generation);
  const { order, company } = business;
  if (tipoDte === '03')
    return expectedCreditoFiscal(order, { generation, perceptionAgent: company.vatPerceptionAgent });
  if (tipoDte === '11') return expectedExportacion(order, generation);
  return tipoDte === '14' ? expectedSujetoExcluido(order, generation) : expectedFactura(order, generation);
}
