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
