import type { Company } from '../company/company.ts';
import type { SchemaGeneration, TipoDte } from '../dte/kinds.ts';
import type { EstablishmentCode } from '../identifiers/establishment-code.ts';
import type { PointOfSaleCode } from '../identifiers/point-of-sale-code.ts';
import type { Numeral } from '../money/decimal.ts';
import type { FieldProblem } from '../refusals/refusal.ts';

/** How a line is taxed: with VAT, exempt, or not subject to it. */
export const SALE_TYPES = ['taxed', 'exempt', 'non_subject'] as const;
export type SaleType = (typeof SALE_TYPES)[number];

/** A line as the caller sent it; its numbers are read by `pricedLines`. */
export interface OrderLine {
  readonly description: string;
  readonly quantity: Numeral;
  /** VAT included. */
  readonly unitPrice: Numeral;
  /** Percent, 0 to 100. */
  readonly discountPercentage: Numeral;
  readonly code: string | null;
  /** CAT-014; null where the caller names none. */
  readonly unit: string | null;
  /** CAT-011: 1 goods, 2 service, 3 both. */
  readonly itemType: number;
  readonly saleType: SaleType;
  /** Type 14 only: income tax is retained on services. */
  readonly isService: boolean;
}

/** A line of a credit note; without a class it takes that of its CCF, where that has only one, or is taxed. */
export interface NoteLine extends Omit<OrderLine, 'saleType'> {
  readonly saleType: SaleType | null;
  /** The line of the CCF of which units are given back, by its number in it, from 1; none where it is not given. */
  readonly ccfLine?: number | null;
}

/** A line of a credit note, of the class of sale that it has. */
export type AdjustingLine = OrderLine & Pick<NoteLine, 'ccfLine'>;

/** A customer or subject as the caller described it; absent fields are null. */
export interface PartyOrder {
  readonly name: string | null;
  readonly documentType: string | null;
  readonly documentNumber: string | null;
  readonly nit: string | null;
  readonly nrc: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly tradeName: string | null;
  readonly typeContributor: number | null;
  readonly activityCode: string | null;
  readonly address: string | null;
  readonly department: string | null;
  readonly municipality: string | null;
  readonly district: string | null;
  readonly districtCode: string | null;
  readonly country: string | null;
  readonly personType: number | null;
}

/** A party of whom the caller said nothing. */
export const UNDESCRIBED: PartyOrder = {
  name: null,
  documentType: null,
  documentNumber: null,
  nit: null,
  nrc: null,
  email: null,
  phone: null,
  tradeName: null,
  typeContributor: null,
  activityCode: null,
  address: null,
  department: null,
  municipality: null,
  district: null,
  districtCode: null,
  country: null,
  personType: null,
};

export interface PaymentOrder {
  /** The API's payment codes (specification 2.6). */
  readonly method: string;
  /** Null: the whole amount to pay. */
  readonly amount: Numeral | null;
  readonly reference: string | null;
}

export interface AppendixEntry {
  readonly field: string;
  readonly label: string;
  readonly value: string;
}

/** How an export leaves the country; absent fields are null and fall back to the company's defaults. */
export interface ExportOrder {
  /** CAT-011 for the whole: 1 goods, 2 services, 3 both. */
  readonly itemType: number | null;
  /** CAT-031. */
  readonly incoterm: string | null;
  /** CAT-027. */
  readonly fiscalPrecinct: string | null;
  /** CAT-033. */
  readonly regimeType: string | null;
  /** CAT-028. */
  readonly regime: string | null;
  /** In dollars. */
  readonly freight: Numeral | null;
  readonly insurance: Numeral | null;
}

/** What the caller wants issued, in our own names, before any rule of the field has been applied to it. */
export interface Order {
  readonly tipoDte: TipoDte;
  /** The customer, or the subject of a type 14. */
  readonly customer: PartyOrder | null;
  /** A bare name for the receptor where no customer is described. */
  readonly customerName: string | null;
  readonly lines: readonly OrderLine[];
  /** At least one. */
  readonly payments: readonly PaymentOrder[];
  /** Whether the caller wrote `payments[]` rather than `payment_method`; decides the field a problem names. */
  readonly paymentsListed: boolean;
  /** CAT-016: 1 cash, 2 credit, 3 other. */
  readonly transactionCondition: number;
  /** 1 days, 2 months, 3 years. */
  readonly deadline: number | null;
  readonly period: number | null;
  readonly activityCode: string | null;
  readonly establishment: string | null;
  readonly pointOfSale: string | null;
  readonly observations: string | null;
  readonly appendix: readonly AppendixEntry[];
  /** Type 11 only. */
  readonly exportTerms?: ExportOrder | null;
}

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

/** What a status shows of a document without opening it. Amounts are decimal text in dollars with two decimals. */
export interface DocumentSummary {
  readonly customerName: string;
  /** Taxed base without VAT; the gross for types 11 and 14. */
  readonly amountTaxable: string;
  readonly amountVat: string;
  /** Total before retentions. */
  readonly amountGross: string;
  /** 1 % VAT or 10 % income tax. */
  readonly amountRetention: string;
  /** To pay. */
  readonly amountTotal: string;
}
