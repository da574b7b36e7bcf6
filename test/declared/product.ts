import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { NO_CLASS, NO_CLASSES } from '../../src/core/declaring/given-class.ts';
import type { Period } from '../../src/core/declaring/period.ts';
import type { Warrant } from '../../src/core/declaring/portal-words.ts';
import type { Told } from '../../src/core/declaring/told-findings.ts';
import { codeOf, controlNumberOf, sealOf } from '../support/identifiers.ts';
import type { GeneratedDeclared, GeneratedMonth } from './generated-months.ts';
import type { MonthFiles } from './judge-month.ts';
import { monthOf } from './months.ts';

type DeclaredFilesModule = typeof import('../../src/operations/declarations/declared-files.ts');
type AnnexesModule = typeof import('../../src/core/declaring/annexes.ts');
type AnnexTextModule = typeof import('../../src/core/declaring/annex-text.ts');
type PeriodModule = typeof import('../../src/core/declaring/period.ts');
type BookFilesModule = typeof import('../../src/operations/declarations/books/book-files.ts');
type CheckFileModule = typeof import('../../src/core/declaring/check-file.ts');
type Reader = Parameters<DeclaredFilesModule['annexPieces']>[0];
type Span = Parameters<Reader['stamped']>[1];
type Stamped = ReturnType<Reader['stamped']> extends AsyncIterable<infer Document> ? Document : never;
type Unstamped = ReturnType<Reader['unstamped']> extends AsyncIterable<infer Document> ? Document : never;

/** Where the documents of a month are read; what was generated, unless given. */
export interface Source {
  readonly companyId: string;
  readonly reader: Reader;
}

/** What writes and checks the files of a month: of this repository, or of a copy with a mistake. */
export interface Product {
  /** The files of a month, as they would be downloaded one by one. */
  filesOf(generated: GeneratedMonth, source?: Source): Promise<MonthFiles>;
  /** The rows of both books and their sums, as they go to print. */
  booksOf(generated: GeneratedMonth): Promise<readonly string[]>;
  /** What its own checker has against a file by each warrant, as `LINE COLUMN: MESSAGE`. */
  findingsOf(
    file: string,
    bytes: Uint8Array,
    generated: Pick<GeneratedMonth, 'month' | 'switches'>,
  ): Readonly<Record<Warrant, readonly string[]>>;
}

/** Loads it from under a folder. */
export async function productOf(root: string): Promise<Product> {
  const load = async (path: string) => import(pathToFileURL(`${root}/src/${path}`).href);
  const { annexPieces }: DeclaredFilesModule = await load('operations/declarations/declared-files.ts');
  const { ANNEXES }: AnnexesModule = await load('core/declaring/annexes.ts');
  const { annexFileName }: AnnexTextModule = await load('core/declaring/annex-text.ts');
  const { parsePeriod }: PeriodModule = await load('core/declaring/period.ts');
  const { VAT_BOOKS }: BookFilesModule = await load('operations/declarations/books/book-files.ts');
  const { checkFile }: CheckFileModule = await load('core/declaring/check-file.ts');
  const periodOf = (month: string) => {
    const period = parsePeriod(month);
    if (period === null) throw new Error(`no month: ${month}`);
    return period;
  };
  return {
    async filesOf(generated, source = { companyId: 'company', reader: readerOf(generated) }) {
      const period = periodOf(generated.month);
      const order = orderOf(generated, { period, companyId: source.companyId });
      const files = new Map<string, Uint8Array>();
      for (const annex of ANNEXES)
        files.set(annexFileName(annex, period), await bytesOf(annexPieces(source.reader, annex, order)));
      return files;
    },
    async booksOf(generated) {
      const { declaration } = orderOf(generated, {
        period: periodOf(generated.month),
        companyId: 'company',
      });
      const scope = { ...declaration, establishment: null };
      const rows: string[] = [];
      for (const sheet of VAT_BOOKS.flatMap((book) => book.sheetsOf(readerOf(generated), scope))) {
        for await (const row of sheet.rows) rows.push(JSON.stringify(row));
        rows.push(JSON.stringify(sheet.foot()));
      }
      return rows;
    },
    findingsOf(file, bytes, { month, switches }) {
      const declared = { period: periodOf(month), notesAreNegative: switches.negativeNotes };
      const { faults, remarks } = checkFile(basename(file), bytes, { declared, limit: 100 });
      return { portal: told(faults), manual: told(remarks) };
    },
  };
}

function told({ told: findings }: Told): readonly string[] {
  return findings.map(({ line, column, message }) => `${line} ${column ?? '-'}: ${message}`);
}

function orderOf(
  { switches }: GeneratedMonth,
  { period, companyId }: { readonly period: Period; readonly companyId: string },
) {
  return {
    declaration: {
      companyId,
      ambiente: '00',
      classes: NO_CLASSES,
      period,
      notesAreNegative: switches.negativeNotes,
      exportsWithFreight: switches.exportsWithFreight,
      codesWithoutHyphens: switches.shortCodes,
    },
    encoding: switches.accents ? 'windows-1252' : 'plain',
  } as const;
}

async function bytesOf(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}

/** Reads a generated month as the database would, in the order of issue. */
export function readerOf({ documents }: GeneratedMonth): Reader {
  const ordered = documents.toSorted((a, b) => a.issuedMs - b.issuedMs);
  const inSpan = ({ issuedMs, record }: GeneratedDeclared, { sinceMs, untilMs, types }: Span) =>
    issuedMs >= sinceMs && issuedMs < untilMs && types.some((type) => type === record.type);
  return {
    async *stamped(_, span) {
      yield* ordered.filter((each) => inSpan(each, span)).flatMap(stampedOf);
    },
    async *invalidated(_, span) {
      yield* ordered
        .filter((each) => inSpan(each, span) && each.record.invalidatedOn !== null)
        .flatMap(stampedOf);
    },
    async *invalidatedIn(_, span) {
      const month = monthOf(new Date(span.sinceMs).toISOString());
      yield* ordered
        .filter(
          ({ issuedMs, record }) =>
            issuedMs < span.sinceMs && span.types.some((type) => type === record.type),
        )
        .filter(({ record }) => record.invalidatedOn !== null && monthOf(record.invalidatedOn) === month)
        .flatMap(stampedOf);
    },
    async *unstamped(_, span) {
      yield* ordered.filter((each) => inSpan(each, span)).flatMap(unstampedOf);
    },
  };
}

function stampedOf({ record, draft }: GeneratedDeclared): readonly Stamped[] {
  const { seal, type, control, code, date, time, classes, invalidatedOn } = record;
  if (seal === null) return [];
  const { establishment, pointOfSale, text } = draft;
  return [
    {
      tipoDte: type,
      numeroControl: controlNumberOf(control),
      selloRecibido: sealOf(seal),
      codigoGeneracion: codeOf(code),
      fecEmi: date,
      horEmi: time,
      establishment,
      pointOfSale,
      ownClass: classes === null ? null : { ...NO_CLASS, operationType: classes[0], incomeType: classes[1] },
      invalidatedOn,
      text,
    },
  ];
}

function unstampedOf({ record, draft, issuedMs }: GeneratedDeclared): readonly Unstamped[] {
  if (record.seal !== null) return [];
  const { type: tipoDte, control } = record;
  const { establishment } = draft;
  return [
    {
      tipoDte,
      numeroControl: controlNumberOf(control),
      establishment,
      issuedMs,
      state: 'contingency',
      grossCents: 0n,
      vatCents: 0n,
    },
  ];
}
