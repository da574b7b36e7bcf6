import { bookEntries } from '../../../operations/listings/book-entries.ts';
import { archiveOf } from '../../../operations/listings/export-archive.ts';
import type { PageQuery } from '../../../operations/listings/ports.ts';
import { Markup } from '../../html.ts';
import type { CompanyPage } from '../../page.ts';
import type { ConsoleParts } from '../../parts.ts';
import { filterWords, spanWords } from '../../selection-words.ts';
import type { CompanyVisit } from '../../visit.ts';
import { sendExported } from '../../visit-deeds.ts';
import { type BookTitle, bookOf, plainTable } from './book.ts';
import { keyText, openQueryOf } from './query.ts';
import { type Search, searchIn } from './route.ts';

/** Documents that are read at a time, and those of an archive, as the interface has it. */
const READ = 200;

const FILES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  zip: 'application/zip',
} as const;

/** The documents of a search as files: for people as a book or a table, and each as it was signed and printed. */
export const EXPORTS: readonly CompanyPage[] = [exportAs('csv'), exportAs('xlsx'), exportAs('zip')];

function exportAs(kind: keyof typeof FILES): CompanyPage {
  return {
    path: `/documentos/exportar.${kind}`,
    isWithoutCount: true,
    access: 'export',
    get(parts, asked, reply) {
      const search = searchIn(parts, asked);
      if (search instanceof Markup) return search;
      const { visit } = search;
      return sendExported(parts, visit, reply, {
        mediaType: FILES[kind],
        name: `${fileName(visit)}.${kind}`,
        subject: `documentos.${kind}${openQueryOf(visit.query)}`,
        pieces: () => piecesOf(parts, search, kind),
      });
    },
  };
}

/** `documentos-tienda-2026-11-01-a-2026-11-30`: whose, and of which days. */
function fileName({ company, query }: CompanyVisit): string {
  const days = [...new Set([query.one('from'), query.one('to')])].filter((day) =>
    /^\d{4}-\d{2}-\d{2}$/.test(day),
  );
  return ['documentos', company.slug, ...(days.length === 0 ? [] : [days.join('-a-')])].join('-');
}

async function* piecesOf(
  parts: ConsoleParts,
  { visit, selection }: Search,
  kind: keyof typeof FILES,
): AsyncGenerator<Uint8Array> {
  const { desk } = parts;
  const { companyId } = visit;
  const query: PageQuery = {
    selection,
    after: null,
    newestFirst: false,
    limit: READ,
    withStanding: true,
    withDelivery: false,
  };
  if (kind === 'zip') {
    const page = await desk.lister.page(companyId, query);
    const next = page.next === null ? null : keyText(page.next);
    yield* desk.writer.zip(archiveOf(desk, { companyId, page, next }));
    return;
  }
  const entries = bookEntries(desk, companyId, query);
  if (kind === 'csv') yield* desk.writer.csv(plainTable(entries));
  else yield* desk.writer.book(bookOf(entries, await titleOf(parts, visit)));
}

async function titleOf({ desk, clock }: ConsoleParts, visit: CompanyVisit): Promise<BookTitle> {
  const { companyId, query } = visit;
  const company = await desk.companies.company(companyId);
  return {
    company: visit.company.name,
    nit: company?.nit ?? '',
    nrc: company?.nrc ?? '',
    asked: [spanWords(query), ...filterWords(query)].join(', '),
    madeAtMs: clock.now(),
  };
}
