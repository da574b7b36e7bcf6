import { readFileSync } from 'node:fs';
import { NO_CLASSES } from '../../src/core/declaring/given-class.ts';
import { isTipoDte } from '../../src/core/dte/kinds.ts';
import { EXPORT_WRITER } from '../../src/export/export-writer.ts';
import { bookPieces, VAT_BOOKS } from '../../src/operations/declarations/books/book-files.ts';
import type { VatBook } from '../../src/operations/declarations/books/book-order.ts';
import { USUAL_CRITERIA } from '../../src/operations/declarations/criteria-words.ts';
import type { DeclarationReader, StampedDocument } from '../../src/operations/declarations/ports.ts';
import { createSheetPress } from '../../src/paper/book/sheet-press.ts';
import { goldenCases, goldenFile } from '../../test/golden/golden-case.ts';
import {
  codeOf,
  controlNumberOf,
  establishmentOf,
  nitOf,
  nrcOf,
  pointOfSaleOf,
  sealOf,
} from '../../test/support/identifiers.ts';

/** A book of the gallery. */
export interface BookExhibit {
  readonly file: string;
  readonly bytes: Uint8Array;
}

const MONTH = { year: 2026, month: 11 };
const MADE_MS = Date.UTC(2026, 11, 1, 15);
const HOLDER = {
  name: 'Comercial Ficticia, S.A. de C.V.',
  nit: nitOf('06140101900018'),
  nrc: nrcOf('1001017'),
};

/** The books of a month whose sales are the golden documents, a dozen of each. */
export async function bookExhibits(): Promise<readonly BookExhibit[]> {
  const parts = { declarations: goldenReader(), writer: EXPORT_WRITER, sheets: createSheetPress() };
  const exhibits: BookExhibit[] = [];
  for (const book of VAT_BOOKS) {
    const pieces: Uint8Array[] = [];
    for await (const piece of bookPieces(parts, {
      declaration: {
        ...USUAL_CRITERIA,
        companyId: '',
        ambiente: '01',
        classes: NO_CLASSES,
        period: MONTH,
      },
      declarer: HOLDER,
      encoding: 'plain',
      establishment: null,
      book,
      format: 'pdf',
      madeMs: MADE_MS,
    }))
      pieces.push(piece);
    exhibits.push({ file: bookPicture(book), bytes: Buffer.concat(pieces) });
  }
  return exhibits;
}

/** What its picture is called. */
export function bookPicture({ key }: Pick<VatBook, 'key'>): string {
  return `book-${key}`;
}

const DOZEN = 12;

function goldenReader(): DeclarationReader {
  const cases = goldenCases().filter((name) => name.includes('-v2/'));
  const month = Array.from({ length: DOZEN }, (_, round) => cases.map((name) => ({ name, round }))).flat();
  const documents = month.map(({ name, round }, index) => stamped(name, round, index));
  return {
    async *stamped(_, { types }) {
      yield* documents.filter(({ tipoDte }) => types.includes(tipoDte));
    },
    async *invalidated() {},
    async *invalidatedIn() {},
    async *unstamped(_, { types }) {
      const [tipoDte = '01'] = types;
      const numeroControl = controlNumberOf(`DTE-${tipoDte}-M001P001-000000000000999`);
      const issuedMs = Date.UTC(2026, 10, 30, 20);
      yield {
        tipoDte,
        numeroControl,
        establishment: establishmentOf('M001'),
        issuedMs,
        grossCents: 0n,
        vatCents: 0n,
        state: 'contingency',
      };
    },
  };
}

function stamped(name: string, round: number, index: number): StampedDocument {
  const tipoDte = name.slice(0, 2);
  if (!isTipoDte(tipoDte)) throw new Error(`no type: ${name}`);
  const correlative = String(index + 1).padStart(15, '0');
  return {
    tipoDte,
    numeroControl: controlNumberOf(`DTE-${tipoDte}-M001P001-${correlative}`),
    selloRecibido: sealOf(String(index)),
    codigoGeneracion: codeOf(`${name} ${round}`),
    fecEmi: `2026-11-${String(2 * round + 2).padStart(2, '0')}`,
    horEmi: '10:00:00',
    establishment: establishmentOf('M001'),
    pointOfSale: pointOfSaleOf('P001'),
    ownClass: null,
    invalidatedOn: null,
    text: readFileSync(goldenFile(name, 'document.json'), 'utf8'),
  };
}
