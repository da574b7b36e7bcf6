import type { FastifyReply, FastifyRequest } from 'fastify';
import { parseDocumentId } from '../../../core/identifiers/document-id.ts';
import { trimmed } from '../../../core/identifiers/text.ts';
import { type Refusal, refuse, refuseProblems } from '../../../core/refusals/refusal.ts';
import type { FileType } from '../../../operations/access/ports.ts';
import type { DocumentForm } from '../../../operations/files/ports.ts';
import { serveEventLetter, serveJson, servePaper } from '../../../operations/files/serve.ts';
import { type Static, Type } from '../../../schema/schema.ts';
import { slowStranger, textIn } from '../../access.ts';
import { companyOfToken, type NamedToken, REFUSED_OR_NOT_FOUND } from '../../answers.ts';
import type { App, ServerParts } from '../../app.ts';
import { neighbourhoodOf } from '../../caller-address.ts';
import { etagOf, matchesEtag } from '../../etag.ts';
import { holderOf } from '../../held.ts';
import { sendRefusal } from '../../problems.ts';
import { TICKET_WIDTH } from '../../status.ts';
import { beginVisit, NOBODY, pressAt, visitOf } from '../../visit.ts';

const ParamsSchema = Type.Object({
  id: Type.String({ description: 'Identificador (UUID) o external_ref del documento.' }),
});
const QuerySchema = Type.Object({
  type: Type.Optional(
    Type.String({
      description:
        'Obligatorio. json: el documento firmado. invoice: PDF carta. ticket: tiquete en PDF. invalidation: PDF del evento de invalidación sellado.',
    }),
  ),
  width: TICKET_WIDTH,
  token: Type.Optional(Type.String({ description: 'El token de los enlaces de las respuestas.' })),
});
type Query = Static<typeof QuerySchema>;

const RESPONSES = {
  200: {
    description: 'El archivo.',
    content: {
      'application/pdf': { schema: { type: 'string', format: 'binary' } },
      'application/json': { schema: { type: 'object', description: 'El documento firmado.' } },
    },
  },
  304: { type: 'null', description: 'El archivo no ha cambiado.' },
  ...REFUSED_OR_NOT_FOUND,
};

/** GET /file/{id} (specification 4.8): by key, or by the token of a link that a response carried. */
export function registerFileGet(app: App, parts: ServerParts): void {
  const schema = { params: ParamsSchema, querystring: QuerySchema, response: RESPONSES };
  app.get(
    '/file/:id',
    { config: { isOpen: (request) => isJudgedByLink(parts, request) }, schema },
    async (request, reply) => {
      const { id } = request.params;
      const type = fileType(request.query.type);
      const { caller } = visitOf(request);
      if (type === null) return sendRefusal(reply, caller === null ? NOTHING : NO_TYPE);
      const link = caller === null ? linkIn(parts, request) : null;
      const companyId = caller?.companyId ?? link?.companyId ?? null;
      if (companyId === null) return sendRefusal(reply, NOTHING);
      if (link !== null) {
        const from = neighbourhoodOf(parts.access.addressOf(request.raw));
        const waitMs = parts.linkPace(id, from);
        if (waitMs > 0) {
          await slowStranger(parts.access, from);
          return sendTooOften(reply, waitMs);
        }
        if (!(await hasPlace(parts, reply, companyId))) return sendRefusal(reply, refuse('busy'));
        if (!(await parts.links.holds(companyId, link.epoch))) return sendRefusal(reply, NOTHING);
      }
      const file = await fileOf(parts, request, { companyId, id, type });
      return file.kind === 'refused' ? sendRefusal(reply, file) : sendFile(request, reply, file);
    },
  );
}

const FILE_TYPES: readonly FileType[] = ['ticket', 'invoice', 'invalidation', 'json'];

const NO_TYPE = refuseProblems([
  {
    path: 'type',
    code: 'not_an_option',
    message: `debe ser uno de estos valores: ${FILE_TYPES.join(', ')}.`,
  },
]);
/** A link of which anything was changed finds nothing. */
const NOTHING = refuse('document_not_found');

function fileType(text: string | undefined): FileType | null {
  return FILE_TYPES.find((type) => type === text) ?? null;
}

/**
 * A token stands in for the key. Where both come, the right token opens its file, and any other is nothing beside the
 * key: callers put their key on every request, and templates leave a parameter empty.
 */
function isJudgedByLink(parts: ServerParts, request: FastifyRequest): boolean {
  if (textIn(request.query, 'token') === null) return false;
  return request.headers.authorization === undefined || linkIn(parts, request) !== null;
}

/** The token of a link that we made, be it revoked or not; null where it is not this document's and type's. */
function linkIn(parts: ServerParts, { params, query }: FastifyRequest): NamedToken | null {
  const documentId = parseDocumentId(trimmed(textIn(params, 'id') ?? ''));
  const type = fileType(textIn(query, 'type') ?? undefined);
  const named = companyOfToken(textIn(query, 'token') ?? '');
  if (documentId === null || type === null || named === null) return null;
  const target = { companyId: named.companyId, documentId, type };
  return parts.links.matches(named, target) ? named : null;
}

function sendTooOften(reply: FastifyReply, waitMs: number): FastifyReply {
  const seconds = String(Math.ceil(waitMs / 1_000));
  return sendRefusal(reply.header('retry-after', seconds), refuse('link_rate_limited', { seconds }));
}

/** Keys of links share their company's places. */
const LINKS = 'links';

/** A request with a key has its place already; one with a link gets that of its company, where there is one left. */
async function hasPlace(
  { access }: ServerParts,
  { request, raw }: FastifyReply,
  companyId: string,
): Promise<boolean> {
  const place = await access.places.enter({ companyId, keyId: LINKS }, holderOf(raw));
  if (place !== null) beginVisit(request, { ...NOBODY, place });
  return place !== null;
}

interface NamedFile {
  readonly kind: 'named';
  readonly mediaType: string;
  /** `attachment` is saved, `inline` shown. */
  readonly disposition: 'attachment' | 'inline';
  readonly name: string;
  /** A strong validator: the same as long as the content is. */
  readonly etag: string;
  /** Null where too many others wait for theirs. */
  readonly content: () => string | Promise<Uint8Array | null>;
}

/** The file and its validator; a PDF is not drawn yet. */
async function fileOf(
  parts: ServerParts,
  request: FastifyRequest<{ Querystring: Query }>,
  { companyId, id, type }: { readonly companyId: string; readonly id: string; readonly type: FileType },
): Promise<NamedFile | Refusal> {
  const reading = { ...parts, store: parts.issuing.store };
  if (type === 'json') {
    const file = await serveJson(reading, companyId, id);
    if (file.kind === 'refused') return file;
    return {
      kind: 'named',
      mediaType: 'application/json; charset=utf-8',
      disposition: 'attachment',
      name: `${file.record.numeroControl}.json`,
      etag: etagOf(file.text),
      content: () => file.text,
    };
  }
  const paper =
    type === 'invalidation'
      ? await serveEventLetter(reading, companyId, id)
      : await servePaper(reading, { companyId, idOrRef: id, form: formOf(type, request.query) });
  if (paper.kind === 'refused') return paper;
  const press = pressAt(request, parts.press);
  return {
    kind: 'named',
    mediaType: 'application/pdf',
    disposition: 'inline',
    name: `${paper.record.numeroControl}${SUFFIXES[type]}.pdf`,
    etag: `"${press.nameOf(paper.order)}"`,
    content: () => press.print(paper.order, companyId),
  };
}

const SUFFIXES: Readonly<Record<Exclude<FileType, 'json'>, string>> = {
  invoice: '',
  ticket: '-tiquete',
  invalidation: '-invalidacion',
};

function formOf(type: 'invoice' | 'ticket', { width }: Query): DocumentForm {
  return type === 'invoice' ? { kind: 'letter' } : { kind: 'ticket', widthMm: width === '58' ? 58 : 80 };
}

async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { mediaType, disposition, name, etag, content }: NamedFile,
): Promise<FastifyReply> {
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).header('etag', etag).send();
  const sent = await content();
  if (sent === null) return sendRefusal(reply, refuse('paper_busy'));
  return reply
    .type(mediaType)
    .header('etag', etag)
    .header('content-disposition', `${disposition}; filename="${name}"`)
    .send(sent);
}
