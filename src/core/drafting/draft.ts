import type { Company } from '../company/company.ts';
import type { SchemaGeneration } from '../dte/kinds.ts';
import type { EstablishmentCode } from '../identifiers/establishment-code.ts';
import type { PointOfSaleCode } from '../identifiers/point-of-sale-code.ts';
import type { FieldProblem } from '../refusals/problem.ts';
import type { DocumentSummary } from './summary.ts';

/** Who issues and how: the company, the generation in force, and, for a document that exists, where it was numbered. */
export interface DraftContext {
  readonly company: Company;
  readonly generation: SchemaGeneration;
  /** Set when the document already has its number: the order's own choice of place no longer counts. */
  readonly place: { readonly establishment: EstablishmentCode; readonly pointOfSale: PointOfSaleCode } | null;
}

/** Everything of a document but its number, code and instant. */
export interface Draft {
  readonly kind: 'draft';
  readonly establishment: EstablishmentCode;
  readonly pointOfSale: PointOfSaleCode;
  /** Compact JSON of the document without `identificacion`. */
  readonly text: string;
  readonly summary: DocumentSummary;
}

export type Drafting = Draft | { readonly kind: 'problems'; readonly problems: readonly FieldProblem[] };
