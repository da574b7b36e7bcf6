import type { OrderLine, PartyOrder } from '../../core/drafting/order.ts';
import { generationAt, type TipoDte } from '../../core/dte/kinds.ts';
import { CREDITO_FISCAL } from '../../core/dte/types/credito-fiscal.ts';
import { FACTURA } from '../../core/dte/types/factura.ts';
import { NOTA_CREDITO } from '../../core/dte/types/nota-credito.ts';
import { SUJETO_EXCLUIDO } from '../../core/dte/types/sujeto-excluido.ts';
import { rebuild } from '../../core/rehearsing/rehearse-document.ts';
import type { Today } from '../documents/issue-drafted.ts';
import type { IssuingCompany } from '../documents/issuing-context.ts';
import type { IssuedReader } from '../documents/reading-ports.ts';
import type { Remembered, RememberedKind, RememberedReader } from './ports.ts';

/** A kind of taxpayer, of those that retain. */
const LARGE = 3;
/** How many are offered at once. */
const OFFERED = 12;

/** A note takes everything from the document that it adjusts. */
const SOLD_HERE = {
  [FACTURA.code]: [FACTURA.code, CREDITO_FISCAL.code],
  [CREDITO_FISCAL.code]: [CREDITO_FISCAL.code, FACTURA.code],
  [NOTA_CREDITO.code]: [],
};

/**
 * The types whose customers or products a form offers, its own first. A CCF says most of a customer, and whoever is abroad is
 * described otherwise; a price with VAT is none of an export, and what is bought is not what is sold. The form of a type that is not
 * named here offers what its own documents have.
 */
const OFFERED_BY: Readonly<Record<RememberedKind, Partial<Record<TipoDte, readonly TipoDte[]>>>> = {
  customer: { ...SOLD_HERE, [SUJETO_EXCLUIDO.code]: [SUJETO_EXCLUIDO.code, FACTURA.code] },
  product: SOLD_HERE,
};

/** What remembering needs from outside. */
export interface RecallContext extends Today {
  readonly remembered: RememberedReader;
  readonly issuedDocuments: IssuedReader;
}

export interface RememberedQuery {
  readonly kind: RememberedKind;
  /** The type of the document that is to be issued. */
  readonly tipoDte: TipoDte;
  /** The beginnings of some words. */
  readonly text: string;
}

/** Customers or products of earlier sales whose name, number or code the text begins. */
export function searchRemembered(
  { remembered }: Pick<RecallContext, 'remembered'>,
  companyId: string,
  { kind, tipoDte, text }: RememberedQuery,
): Promise<readonly Remembered[]> {
  const types = OFFERED_BY[kind][tipoDte] ?? [tipoDte];
  return remembered.search(companyId, { kind, types, text, most: OFFERED });
}

/** Which customer or product was chosen. */
export type RememberedKey = Pick<Remembered, 'tipoDte' | 'item'>;

/** A remembered customer as the last document describes it; null where it is forgotten. */
export async function recallCustomer(
  context: RecallContext,
  issuer: IssuingCompany,
  key: RememberedKey,
): Promise<PartyOrder | null> {
  const found = await recalled(context, issuer, { ...key, kind: 'customer' });
  const customer = found?.order.customer ?? null;
  if (customer === null) return null;
  // Only what was retained tells the kind of a taxpayer; what stands for all others is no answer to the next sale.
  const isKnown = customer.typeContributor === LARGE;
  return { ...customer, typeContributor: isKnown ? LARGE : null };
}

/** A remembered product as the last line sold it; null where it is forgotten. */
export async function recallProduct(
  context: RecallContext,
  issuer: IssuingCompany,
  key: RememberedKey,
): Promise<OrderLine | null> {
  const found = await recalled(context, issuer, { ...key, kind: 'product' });
  return found?.order.lines[found.line - 1] ?? null;
}

async function recalled(
  { remembered, issuedDocuments, clock }: RecallContext,
  { companyId, company }: IssuingCompany,
  key: RememberedKey & { readonly kind: RememberedKind },
) {
  const found = await remembered.find(companyId, key);
  if (found === null) return null;
  const issued = await issuedDocuments.issued(companyId, found.documentId);
  if (issued === null) return null;
  const generation = generationAt(company, issued.tipoDte, clock.now());
  const order = rebuild(issued, { company, generation }).content?.order ?? null;
  return order === null ? null : { order, line: found.line };
}
