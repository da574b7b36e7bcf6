import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { may } from '../../../core/users/roles.ts';
import { COLUMN_NAMES } from '../../../operations/listings/columns.ts';
import { archiveOf } from '../../../operations/listings/export-archive.ts';
import { tableOf } from '../../../operations/listings/export-table.ts';
import type { Selection } from '../../../operations/listings/ports.ts';
import { readSelection } from '../../../operations/listings/read-selection.ts';
import { quickTotals, selectionTotals } from '../../../operations/listings/selection-totals.ts';
import { recordDeed } from '../../../operations/users/manage-users.ts';
import { ownDocuments } from '../../../operations/users/own-documents.ts';
import { doerOf } from '../../../operations/users/users-context.ts';
import type { Markup } from '../../html.ts';
import { sendTrouble } from '../../obstacle-pages.ts';
import { type Answer, registerPage } from '../../page.ts';
import type { ConsoleParts } from '../../parts.ts';
import type { CompanyVisit } from '../../visit.ts';
import { keyIn, keyText, queryWith, textsOf } from './query.ts';
import { documentsPage, ownDocumentsPage } from './view.ts';

/** Documents of a page. */
const SHOWN = 50;
const OWN_SHOWN = 100;
/** Documents of an archive, as the interface has it. */
const ARCHIVED = 200;

const FILES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  zip: 'application/zip',
} as const;
type FileKind = keyof typeof FILES;
const FILE_KINDS: readonly FileKind[] = ['csv', 'xlsx', 'zip'];

/** The list of documents with its search, and the same as files. */
export function registerDocuments(app: FastifyInstance, parts: ConsoleParts): void {
  registerPage(app, parts, {
    path: '/documentos',
    permission: 'see_own',
    get: (visit) => (may(visit.role, 'see_all') ? listed(parts, visit) : own(parts, visit)),
  });
  for (const kind of FILE_KINDS)
    registerPage(app, parts, {
      path: `/documentos/exportar.${kind}`,
      permission: 'export',
      get: (visit, reply) => exported(parts, { visit, reply, kind }),
    });
}

async function own({ users, clock, reading }: ConsoleParts, visit: CompanyVisit): Promise<Markup> {
  const { companyId, session } = visit;
  const parts = { deeds: users.deeds, documents: reading.documents, clock };
  const views = await ownDocuments(parts, { companyId, userId: session.userId }, OWN_SHOWN);
  return ownDocumentsPage(visit, views);
}

async function listed({ reading }: ConsoleParts, visit: CompanyVisit): Promise<Markup> {
  const { companyId, company, query } = visit;
  const read = readSelection(textsOf(query), company.ambiente);
  const after = keyIn(query.one('despues'));
  const isFirst = after === null;
  if (read.kind === 'problems')
    return documentsPage(visit, { views: [], next: null, isFirst, totals: null, problems: read.problems });
  const { selection } = read;
  const page = await reading.lister.page(companyId, {
    selection,
    after,
    newestFirst: true,
    limit: SHOWN,
    withStanding: true,
    withDelivery: false,
  });
  const totals = isFirst ? await totalsFor(reading, visit, selection) : null;
  const next = page.next === null ? null : keyText(page.next);
  return documentsPage(visit, { views: page.views, next, isFirst, totals, problems: [] });
}

/** Those that take a look at each document are shown to whoever asks for them. */
function totalsFor(
  reading: ConsoleParts['reading'],
  { companyId, query }: CompanyVisit,
  selection: Selection,
) {
  return query.one('totales') === '1'
    ? selectionTotals(reading, companyId, selection)
    : quickTotals(reading, companyId, selection);
}

/** A selection as a file, which is written while it is read. */
async function exported(
  parts: ConsoleParts,
  {
    visit,
    reply,
    kind,
  }: { readonly visit: CompanyVisit; readonly reply: FastifyReply; readonly kind: FileKind },
): Promise<Answer> {
  const { reading, users } = parts;
  const { companyId, company, session, origin, query } = visit;
  const read = readSelection(textsOf(query), company.ambiente);
  if (read.kind === 'problems')
    return documentsPage(visit, {
      views: [],
      next: null,
      isFirst: true,
      totals: null,
      problems: read.problems,
    });
  const giveBack = reading.exportSlots.take(companyId);
  if (giveBack === null) return sendTrouble(reply, 'busy');
  await recordDeed(users, {
    companyId,
    by: doerOf(session, origin),
    deed: 'exported',
    documentId: null,
    subject: `documentos.${kind}${queryWith(query, {})}`,
  });
  const source = Readable.from(piecesOf(reading, { companyId, kind, selection: read.selection }), {
    objectMode: false,
  });
  source.once('close', giveBack);
  reply.raw.once('close', () => source.destroy());
  return reply
    .type(FILES[kind])
    .header('content-disposition', `attachment; filename="documentos.${kind}"`)
    .send(source);
}

async function* piecesOf(
  reading: ConsoleParts['reading'],
  {
    companyId,
    kind,
    selection,
  }: { readonly companyId: string; readonly kind: FileKind; readonly selection: Selection },
): AsyncGenerator<Uint8Array> {
  const query = {
    selection,
    after: null,
    newestFirst: false,
    limit: ARCHIVED,
    withStanding: true,
    withDelivery: false,
  };
  if (kind === 'zip') {
    const page = await reading.lister.page(companyId, query);
    const next = page.next === null ? null : keyText(page.next);
    yield* reading.writer.zip(archiveOf(reading, { companyId, page, next }));
  } else yield* reading.writer[kind](tableOf(reading.lister, companyId, { query, columns: COLUMN_NAMES }));
}
