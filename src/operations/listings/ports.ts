import type { DocumentAmounts } from '../../core/books/entry.ts';
import type { DocumentSummary } from '../../core/drafting/order.ts';
import type { Ambiente, TipoDte } from '../../core/dte/kinds.ts';
import type { DocumentId } from '../../core/identifiers/document-id.ts';
import type { Cents } from '../../core/money/decimal.ts';
import type { DocumentView } from '../documents/reading-ports.ts';

/** How a document stands for whoever lists it: what has no verdict yet is in contingency. */
export const LISTED_STATES = ['stamped', 'contingency', 'rejected'] as const;
export type ListedState = (typeof LISTED_STATES)[number];

/** Which documents of a company are meant: those that are all of this; null asks for nothing. */
export interface Selection {
  readonly ambiente: Ambiente;
  /** The first instant, in milliseconds since the epoch. */
  readonly sinceMs: number | null;
  /** The first instant that is not meant any more. */
  readonly untilMs: number | null;
  readonly types: readonly TipoDte[] | null;
  readonly states: readonly ListedState[] | null;
  readonly establishment: string | null;
  readonly pointOfSale: string | null;
  /** A part of the customer's name, whatever its case and accents. */
  readonly customer: string | null;
  /** Digits alone. */
  readonly nit: string | null;
  readonly nrc: string | null;
  readonly dui: string | null;
  /** To pay, in cents. */
  readonly leastCents: Cents | null;
  readonly mostCents: Cents | null;
  /** A part of the control number. */
  readonly controlNumber: string | null;
  readonly generationCode: string | null;
  readonly receptionStamp: string | null;
  readonly externalRef: string | null;
  readonly invalidated: boolean | null;
  /** Whether a note counts against it. */
  readonly adjusted: boolean | null;
  /** Whether the authority was silent when it was issued, be it stamped since or not. */
  readonly contingency: boolean | null;
}

/** Where a document stands in the order of issue, which it never leaves. */
export interface ListKey {
  /** The instant of its issue, in microseconds since the epoch, as text. */
  readonly us: string;
  readonly documentId: DocumentId;
}

export interface PageQuery {
  readonly selection: Selection;
  /** The document behind which the page begins; null for the first page. */
  readonly after: ListKey | null;
  readonly newestFirst: boolean;
  /** Documents of the page at the most. */
  readonly limit: number;
  /** Whether what was done to the documents, and their mail, is looked up as well; both stand as none otherwise. */
  readonly withStanding: boolean;
  readonly withDelivery: boolean;
}

/** Documents of a selection in the order of their issue. */
export interface DocumentPage {
  /** There may be fewer than asked for, even none, although more follow. */
  readonly views: readonly DocumentView[];
  /** Behind which the next page begins; null where nothing follows. */
  readonly next: ListKey | null;
}

/** The amounts of documents that are added up. */
export const SUMMED = ['taxable', 'vat', 'gross', 'retention', 'total'] as const;

/** What documents of one type and state come to; amounts in cents. */
export interface SelectionTotal extends Readonly<Record<(typeof SUMMED)[number], Cents>> {
  readonly tipoDte: TipoDte;
  readonly state: ListedState;
  readonly documents: number;
}

/** Lists the documents of a company. */
export interface DocumentLister {
  page(companyId: string, query: PageQuery): Promise<DocumentPage>;
  /** Looks at the whole selection. */
  totals(companyId: string, selection: Selection): Promise<readonly SelectionTotal[]>;
}

/** What only the document itself tells for the books; the rest of it stands in its record. Amounts are decimal text. */
export interface BookFacts extends DocumentAmounts {
  /** As of the same moment as the others; the record may be of one before. */
  readonly summary: DocumentSummary;
  /** NIT, DUI or whatever else identifies the other party; null where nothing does. */
  readonly partyNumber: string | null;
  /** CAT-022: what kind of number that is; null where the document does not say. */
  readonly partyNumberType: string | null;
  readonly nrc: string | null;
  /** The generation code of the document that a note adjusts. */
  readonly adjusted: string | null;
}

/** Reads documents for the books. */
export interface BookReader {
  /** One that the company does not have is left out. */
  facts(companyId: string, ids: readonly DocumentId[]): Promise<ReadonlyMap<DocumentId, BookFacts>>;
}

/** Finds the companies whose documents are not all in the search. */
export interface SearchQueue {
  /** Companies behind this one come first. */
  due(total: number, after: string | undefined): Promise<readonly string[]>;
}

/** Keeps what documents are searched by. */
export interface SearchFiller {
  /** Takes up the next documents of a company; true where more may wait. */
  extend(companyId: string): Promise<boolean>;
}

/** What stands in a cell of a table: a text, an amount in dollars, or nothing. */
export type Cell = string | { readonly amount: string } | null;

/** A file of an archive. */
export interface ExportedFile {
  readonly name: string;
  readonly content: string | Uint8Array;
}

/** One that is written while it is read. */
export interface StreamedFile {
  readonly name: string;
  readonly content: AsyncIterable<Uint8Array>;
}

/** What a cell of a book may be besides: a day (`YYYY-MM-DD`), a time of day (`HH:MM:SS`), a number of things. */
export type BookCell =
  | Cell
  | { readonly day: string }
  | { readonly clock: string }
  | { readonly count: number };

/** A row as people see it: `faint` is one that does not count, `strong` one that adds others up. */
export interface BookRow {
  readonly tone: 'plain' | 'faint' | 'strong';
  readonly cells: readonly BookCell[];
}

/** A column of a spreadsheet. */
export interface BookColumn {
  readonly title: string;
  /** In characters. */
  readonly width: number;
  /** Whether a text that is longer goes on below; others are cut off by the next cell. */
  readonly wraps?: true;
}

/** A sheet for people: its heading stays in sight, and its rows can be filtered. */
export interface BookSheet {
  readonly name: string;
  /** Lines above the heading, which every printed page begins with; the first stands out. */
  readonly above?: readonly string[];
  /** Widths in characters. */
  readonly columns: readonly BookColumn[];
  /** How many of the columns are printed: all would be too small to read. */
  readonly printed: number;
  readonly rows: AsyncIterable<BookRow>;
  /** What stands below the rows, and is not filtered with them; asked for when all of them have been written. */
  foot(): readonly BookRow[];
}

/** A column of a sheet that is printed as pages as well. */
export interface PrintedColumn extends BookColumn {
  readonly kind: 'text' | 'code' | 'number';
  /** Its part of a page's width; 0 for what stands under the column before it. */
  readonly share: number;
}

/** A sheet that is printed as pages as well. */
export interface PrintedSheet extends BookSheet {
  readonly columns: readonly PrintedColumn[];
  /** What stands above the table; empty for nothing. */
  readonly remark: string;
  /** Said where there are no rows. */
  readonly whenEmpty: string;
  /** Whether a page that the table goes beyond ends with its sums so far, and the next one begins with them. */
  readonly carries: boolean;
  /** Whether the line for the accountant's name and signature follows. */
  readonly isSigned: boolean;
}

/** What stands at the head of every page. */
export interface PageHead {
  readonly title: string;
  /** Whose it is. */
  readonly holder: string;
  /** What else must be told on every page, a line each. */
  readonly lines: readonly string[];
  readonly isTest: boolean;
  /** The date of the file, milliseconds since the epoch. */
  readonly madeMs: number;
}

/** Prints sheets one after the other as the pages of one PDF, while their rows are read. */
export interface SheetPress {
  print(head: PageHead, sheets: readonly PrintedSheet[]): AsyncIterable<Uint8Array>;
}

/** Writes tables, books and archives piece by piece; nothing is kept of what was written. */
export interface ExportWriter {
  csv(rows: AsyncIterable<readonly Cell[]>): AsyncIterable<Uint8Array>;
  xlsx(rows: AsyncIterable<readonly Cell[]>): AsyncIterable<Uint8Array>;
  /** The sheets one after the other. */
  book(sheets: readonly BookSheet[]): AsyncIterable<Uint8Array>;
  zip(files: AsyncIterable<ExportedFile | StreamedFile>): AsyncIterable<Uint8Array>;
}
