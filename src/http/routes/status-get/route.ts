import { Type } from 'typebox';
import { getStatus, type SignedView } from '../../../operations/get-status.ts';
import { callerOf, requireKey } from '../../access.ts';
import { ErrorSchema, StatusSchema, statusAnswer } from '../../answers.ts';
import type { App, ServerParts } from '../../app.ts';
import { sendRefusal } from '../../problems.ts';

const QuerySchema = Type.Object({
  include_dte: Type.Optional(Type.String({ description: '1: incluye el documento firmado y la respuesta.' })),
});

/** GET /status/{id_or_ref} (specification 4.7): a pure read. */
export function registerStatusGet(app: App, parts: ServerParts): void {
  const { standings, payloadOf } = parts;
  const { store } = parts.issuing;
  app.get(
    '/status/:id_or_ref',
    {
      onRequest: (request, reply) => requireKey(parts, request, reply),
      schema: {
        params: Type.Object({ id_or_ref: Type.String() }),
        querystring: QuerySchema,
        response: {
          200: StatusSchema,
          401: ErrorSchema,
          404: ErrorSchema,
          429: ErrorSchema,
          500: ErrorSchema,
        },
      },
    },
    async (request, reply) => {
      const { companyId } = callerOf(request);
      const { id_or_ref: idOrRef } = request.params;
      const includeDte = request.query.include_dte === '1';
      const status = await getStatus({ store, standings, payloadOf }, { companyId, idOrRef, includeDte });
      if (status.kind === 'refused') return sendRefusal(reply, status);
      return { ...statusAnswer(status, parts), ...signedFields(status.signed) };
    },
  );
}

/** The signed document as it was signed, and Hacienda's answer as it came: JSON where it is JSON, else the text. */
function signedFields(signed: SignedView | null): { readonly schema?: unknown; readonly response?: unknown } {
  if (signed === null) return {};
  return {
    schema: jsonOrText(signed.payload),
    response: signed.answer === null ? null : jsonOrText(signed.answer),
  };
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
