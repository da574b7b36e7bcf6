import type { FastifyInstance, FastifyReply } from 'fastify';
import { bookEntries } from '../../../operations/listings/book-entries.ts';
import { archiveOf } from '../../../operations/listings/export-archive.ts';
import type { PageQuery, Selection } from '../../../operations/listings/ports.ts';
import { sendExported } from '../../exported-file.ts';
import { Markup } from '../../html.ts';
import { type Answer, registerPage } from '../../page.ts';
import type { ConsoleParts } from '../../parts.ts';
import { filterWords, spanWords } from '../../selection-words.ts';
import type { CompanyVisit } from '../../visit.ts';
import { type BookTitle, bookOf, plainTable } from './book.ts';
import { keyText, openQueryOf } from './query.ts';
import { searchIn } from './search.ts';

/** Documents that are read at a time, and those of an archive, as the interface has it. */
const READ = 200;

const FILES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  zip: 'application/zip',
} as const;
type FileKind = keyof typeof FILES;
const FILE_KINDS: readonly FileKind[] = ['csv', 'xlsx', 'zip'];

/** The documents of a search as files: for people as a book or a table, and each as it was signed and printed. */
export function registerExports(app: FastifyInstance, parts: ConsoleParts): void {
  for (const kind of FILE_KINDS)
    registerPage(app, parts, {
      path: `/documentos/exportar.${kind}`,
      isWithoutCount: true,
      permission: 'export',
      get: (visit, reply) => exported(parts, visit, { reply, kind }),
    });
}

function exported(
  parts: ConsoleParts,
  asked: CompanyVisit,
  { reply, kind }: { readonly reply: FastifyReply; readonly kind: FileKind },
): Answer {
  const search = searchIn(parts, asked);
  if (search instanceof Markup) return search;
  const { visit, selection } = search;
  return sendExported(parts, visit, {
    reply,
    file: {
      mediaType: FILES[kind],
      name: `${fileName(visit)}.${kind}`,
      subject: `documentos.${kind}${openQueryOf(visit.query)}`,
      pieces: () => piecesOf(parts, visit, { kind, selection }),
    },
  });
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
  visit: CompanyVisit,
  { kind, selection }: { readonly kind: FileKind; readonly selection: Selection },
): AsyncGenerator<Uint8Array> {
  const { reading } = parts;
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
    const page = await reading.lister.page(companyId, query);
    const next = page.next === null ? null : keyText(page.next);
    yield* reading.writer.zip(archiveOf(reading, { companyId, page, next }));
    return;
  }
  const entries = bookEntries(reading, companyId, query);
  if (kind === 'csv') yield* reading.writer.csv(plainTable(entries));
  else yield* reading.writer.book(bookOf(entries, await titleOf(parts, visit)));
}

async function titleOf({ reading, clock }: ConsoleParts, visit: CompanyVisit): Promise<BookTitle> {
  const { companyId, query } = visit;
  const company = await reading.companies.company(companyId);
  return {
    company: visit.company.name,
    nit: company?.nit ?? '',
    nrc: company?.nrc ?? '',
    asked: [spanWords(query), ...filterWords(query)].join(', '),
    madeAtMs: clock.now(),
  };
}
