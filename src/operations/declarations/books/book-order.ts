import type { ExportSwitch } from '../../../core/declaring/annexes/consumers.ts';
import type { DayAmounts } from '../../../core/declaring/books/day-book.ts';
import type { DeclaredDocument } from '../../../core/declaring/declared-document.ts';
import type { EstablishmentCode } from '../../../core/identifiers/establishment-code.ts';
import type { PrintedSheet } from '../../listings/ports.ts';
import type { DeclaredMonth } from '../declared-documents.ts';
import type { DeclarationReader } from '../ports.ts';

/** What the book of sales to consumers leaves to the one that is written behind it, which sums the same documents up. */
export interface MonthMemo {
  consumers: DayAmounts | null;
}

/** Which documents a book is kept of. */
export interface BookScope extends DeclaredMonth, ExportSwitch {
  /** Null for all establishments together. */
  readonly establishment: EstablishmentCode | null;
  readonly memo?: MonthMemo;
}

/** A book that the Código Tributario asks an issuer to keep (art. 141), as its Reglamento gives its columns. */
export interface VatBook {
  /** What people call it in a command and in an address. */
  readonly key: string;
  readonly title: string;
  /** Its parts in their order; each is read when it is written, and to its end before the next one. */
  sheetsOf(reader: DeclarationReader, scope: BookScope): readonly PrintedSheet[];
}

/** The documents of an establishment. */
export async function* within(
  documents: AsyncIterable<DeclaredDocument>,
  establishment: EstablishmentCode | null,
): AsyncGenerator<DeclaredDocument> {
  for await (const document of documents)
    if (establishment === null || document.establishment === establishment) yield document;
}
