import { COLUMN_NAMES } from '../../../operations/listings/columns.ts';
import { archiveOf } from '../../../operations/listings/export-archive.ts';
import { tableOf } from '../../../operations/listings/pages.ts';
import { REFUSED } from '../../answers.ts';
import type { App, ServerParts } from '../../app.ts';
import { fileAnswer, sendFile } from '../../file-streams.ts';
import { cursorOf } from '../../list-cursor.ts';
import {
  ARCHIVE_QUERY,
  MOST_LISTED,
  NO_LIMIT,
  readLimit,
  readListing,
  readNames,
  TABLE_QUERY,
} from '../../listing.ts';
import { sendRefusal } from '../../problems.ts';
import { callerOf } from '../../visit.ts';

const TABLES = {
  csv: { mediaType: 'text/csv; charset=utf-8', is: 'La tabla, en CSV (UTF-8).' },
  xlsx: {
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    is: 'La tabla, como libro de Excel.',
  },
} as const;
type TableKind = keyof typeof TABLES;
const TABLE_KINDS: readonly TableKind[] = ['csv', 'xlsx'];
const ZIP = 'application/zip';

/** GET /documents.csv, /documents.xlsx and /documents.zip: selections as files, which are written while they are read. */
export function registerDocumentExports(app: App, parts: ServerParts): void {
  for (const kind of TABLE_KINDS) registerTable(app, parts, kind);
  registerArchive(app, parts);
}

function registerTable(app: App, parts: ServerParts, kind: TableKind): void {
  const { mediaType, is } = TABLES[kind];
  const response = { 200: fileAnswer(mediaType, is), ...REFUSED };
  const schema = { querystring: TABLE_QUERY, response };
  app.get(`/documents.${kind}`, { config: { knowsAllParameters: true }, schema }, async (request, reply) => {
    const { query } = request;
    const columns = readNames(query.fields, COLUMN_NAMES);
    if ('kind' in columns) return sendRefusal(reply, columns);
    const listing = readListing(query, callerOf(request), 'oldest');
    if (listing.kind === 'refused') return sendRefusal(reply, listing);
    const { companyId, ...wanted } = listing;
    const order = {
      query: { ...wanted, limit: MOST_LISTED, withStanding: true, withDelivery: false },
      columns,
    };
    return sendFile(parts, reply, {
      companyId,
      mediaType,
      name: `documentos.${kind}`,
      pieces: () => parts.writer[kind](tableOf(parts.lister, companyId, order)),
    });
  });
}

/** One page of a selection at a time: an archive that was cut off is asked for again, and those before it are not. */
function registerArchive(app: App, parts: ServerParts): void {
  const response = {
    200: fileAnswer(ZIP, 'El JSON firmado y el PDF de cada documento, con index.json e index.csv.'),
    ...REFUSED,
  };
  const schema = { querystring: ARCHIVE_QUERY, response };
  app.get('/documents.zip', { config: { knowsAllParameters: true }, schema }, async (request, reply) => {
    const limit = readLimit(request.query.limit, MOST_LISTED);
    if (limit === null) return sendRefusal(reply, NO_LIMIT);
    const listing = readListing(request.query, callerOf(request), 'oldest');
    if (listing.kind === 'refused') return sendRefusal(reply, listing);
    const { companyId, ...wanted } = listing;
    const query = { ...wanted, limit, withStanding: true, withDelivery: false };
    const page = await parts.lister.page(companyId, query);
    const next = page.next === null ? null : cursorOf(listing, page.next);
    if (next !== null) reply.header('link', nextLink(request.url, next));
    const { store, clock } = parts.issuing;
    return sendFile(parts, reply, {
      companyId,
      mediaType: ZIP,
      name: 'documentos.zip',
      pieces: () => parts.writer.zip(archiveOf({ ...parts, store, clock }, { companyId, page, next })),
    });
  });
}

/** Where the next archive is (RFC 8288). */
function nextLink(url: string, cursor: string): string {
  const [path = '', query = ''] = url.split('?');
  const parameters = new URLSearchParams(query);
  parameters.set('cursor', cursor);
  return `<${path}?${parameters}>; rel="next"`;
}
