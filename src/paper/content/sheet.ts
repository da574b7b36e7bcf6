import type { AmountColumn, SaleClass } from '../../core/dte/types/printed.ts';
/** One thing that paper says, under its name. */
export interface Entry {
  readonly label: string;
  readonly text: string;
}

/** Somebody on the document. */
export interface Party {
  readonly title: string;
  readonly name: string;
  readonly entries: readonly Entry[];
}

/** Who issues: the details are lines of what belongs together. */
export interface Issuer {
  readonly name: string;
  readonly tradeName: string | null;
  readonly details: readonly (readonly string[])[];
}

/** A titled part with one row of entries for each thing in it. */
export interface Block {
  readonly title: string;
  readonly rows: readonly (readonly Entry[])[];
}

export interface Line {
  readonly number: string;
  readonly quantity: string;
  /** Empty for what has none of the catalog. */
  readonly unit: string;
  /** The caller's own; empty where there is none. */
  readonly code: string;
  readonly description: string;
  /** What stands under the description: tax, related document. */
  readonly notes: readonly Entry[];
  /** As printed, one for each column. */
  readonly amounts: readonly string[];
  /** The classes in which it has an amount, be it less than a cent; of a line of nothing, taxed. */
  readonly saleClasses: readonly SaleClass[];
}

export interface LineTable {
  readonly columns: readonly AmountColumn[];
  readonly lines: readonly Line[];
  /** Sentences about all lines, under the last one. */
  readonly below: readonly string[];
}

/** A row of the summary. */
export interface Total {
  readonly label: string;
  /** As printed. */
  readonly amount: string;
}

/** One payment, as printed; what it does not have is null. */
export interface Payment {
  readonly method: string;
  readonly reference: string | null;
  /** How long the credit lasts, and the day on which it ends. */
  readonly term: string | null;
  readonly due: string | null;
  readonly amount: string;
}

/** How a document stands that is not simply valid: paper says so at the top of each page. */
export interface Standing {
  readonly kind: 'waiting' | 'adjusted' | 'invalidated' | 'rejected' | 'preview';
  readonly heading: string;
  readonly detail: string;
}

export type Mark = Standing | { readonly kind: 'none' };

/** The codes that every page repeats. */
export interface Codes {
  readonly codigoGeneracion: string;
  /** Null for an event, which has none. */
  readonly numeroControl: string | null;
  /** The seal, or why there is none yet. */
  readonly sello: string;
  readonly isSealed: boolean;
}

/** What the paper of documents and events begins with. */
export interface Cover {
  /** Stands over the title: "DOCUMENTO TRIBUTARIO ELECTRÓNICO". */
  readonly kind: string;
  /** "Factura". */
  readonly title: string;
  readonly version: string;
  readonly isTest: boolean;
  readonly codes: Codes;
  /** Model, transmission, date and time, contingency. */
  readonly facts: readonly Entry[];
  /** The address of the public query; null of what has no code to ask by. */
  readonly query: string | null;
  /** Date and time in El Salvador, milliseconds since the epoch. */
  readonly issuedMs: number;
  readonly mark: Mark;
  readonly issuer: Issuer;
}

/** Everything that the paper of a document says, in words, whatever its form. */
export interface Sheet extends Cover {
  readonly receiver: Party;
  /** Between the parties and the lines. */
  readonly before: readonly Block[];
  readonly table: LineTable;
  readonly totals: readonly Total[];
  readonly toPay: Total;
  readonly inWords: string | null;
  readonly terms: readonly Entry[];
  readonly payments: readonly Payment[];
  /** After the totals. */
  readonly after: readonly Block[];
}

/** Everything that the paper of an event says. */
export interface EventSheet extends Cover {
  readonly blocks: readonly Block[];
}
