import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { parseDocumentId } from '../../../core/identifiers/document-id.ts';
import { refuse } from '../../../core/refusals/refusal.ts';
import { deliverJson } from '../../../operations/deliver-json.ts';
import { callerOf, requireKey } from '../../access.ts';
import { ErrorSchema } from '../../answers.ts';
import type { App, ServerParts } from '../../app.ts';
import { etagOf, matchesEtag } from '../../etag.ts';
import { companyOfToken } from '../../file-token.ts';
import { sendRefusal } from '../../problems.ts';

const ParamsSchema = Type.Object({ id: Type.String() });
const QuerySchema = Type.Object({
  type: Type.Optional(Type.String({ description: 'json: el documento firmado.' })),
  token: Type.Optional(Type.String({ description: 'El de los enlaces de las respuestas.' })),
});

/** GET /file/{id} (specification 4.8): by key, or by the token of a link that a response carried. */
export function registerFileGet(app: App, parts: ServerParts): void {
  app.get(
    '/file/:id',
    {
      onRequest: async (request, reply) => {
        if (tokenOf(request) === null) return requireKey(parts, request, reply);
        return undefined;
      },
      schema: { params: ParamsSchema, querystring: QuerySchema, response: { 404: ErrorSchema } },
    },
    async (request, reply) => {
      const { id } = request.params;
      const { type } = request.query;
      const companyId = companyOf(parts, request, { id, type });
      if (companyId === null || type !== 'json') return sendRefusal(reply, refuse('document_not_found'));
      const file = await deliverJson(
        { store: parts.issuing.store, payloadOf: parts.payloadOf },
        companyId,
        id,
      );
      if (file.kind === 'refused') return sendRefusal(reply, file);
      return sendFile(request, reply, { name: `${file.record.numeroControl}.json`, text: file.text });
    },
  );
}

/** A token in the query stands in for the key; a request that brings both is judged by its token. */
function tokenOf(request: FastifyRequest): string | null {
  const { query } = request;
  if (typeof query !== 'object' || query === null || !('token' in query)) return null;
  return typeof query.token === 'string' ? query.token : null;
}

interface Wanted {
  readonly id: string;
  readonly type: string | undefined;
}

/** Whose document may be opened; null where the token is not this document's and type's. */
function companyOf(parts: ServerParts, request: FastifyRequest, { id, type }: Wanted): string | null {
  const token = tokenOf(request);
  if (token === null) return callerOf(request).companyId;
  const documentId = parseDocumentId(id);
  const named = companyOfToken(token);
  if (documentId === null || named === null || type !== 'json') return null;
  const target = { companyId: named.companyId, documentId, type } as const;
  return parts.links.matches(named.mac, target) ? named.companyId : null;
}

interface TextFile {
  readonly name: string;
  readonly text: string;
}

function sendFile(request: FastifyRequest, reply: FastifyReply, { name, text }: TextFile): FastifyReply {
  const etag = etagOf(text);
  reply.header('etag', etag);
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  return reply
    .type('application/json; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(text);
}
